import { groupedBy } from "../../../service/groups";
import { kinds } from "../../../service/kinds";
import { isUnlimited } from "../../account/hour";
import { durationText } from "../../output/durations";
import {
  attributeCell,
  code,
  comment,
  entities,
  fittingItems,
  inertText,
  list,
  warningBox,
} from "../../output/markdown";
import { printable, type Screen } from "../../output/terminal";
import {
  attributeLines,
  counted,
  countedIfAny,
  firstOf,
  grouped,
  notesSection,
  objectRows,
  oneLine,
  section,
  sections,
  shortened,
} from "../../output/text";
import { changeText, elementsText, labelOf, type Names, valueText } from "../../output/values";
import type { ApplyCost } from "./apply-cost";
import type { Review } from "./review";
import { actionLooks, type PlannedAttribute, type ReviewedChange } from "./reviewed-change";
import type { Warning } from "./warnings";

/** The review for people at a terminal. */
export function table(review: Review, screen: Screen): string {
  const { paint } = screen;
  const { changes, drift, warnings, notes, names, failure } = review;
  const sectionOf = (title: string, some: readonly ReviewedChange[]) => {
    const rows = rowsOf(some).map(({ change, title, more, names: addresses }) => ({
      ...actionLooks[change.action],
      ...{ title, more },
      lines: [
        ...addresses,
        ...remarksOf(change),
        ...attributeLines(change.attributes, (attribute) => attributeText(attribute, names, screen.wide)),
      ],
    }));
    return section(paint("bold", title), objectRows(rows, 9, screen));
  };
  const end = isReviewed(review)
    ? [[paint("bold", `${countsText(review) || "No changes"}.`), ...costSentences(review)].join(" ")]
    : [];
  return sections([
    ...section(paint("red", "Not reviewed"), failure === null ? [] : [`  ${oneLine(failure)}`]),
    ...(changes.length > manyChanges ? end : []),
    ...section(
      paint("yellow", "Warnings"),
      warnings.map(({ text, addresses }) => `  ${oneLine(warningLine(text, addresses))}`),
    ),
    ...[...byType(changes)].flatMap(([type, some]) => sectionOf(words[type].plural, some)),
    ...sectionOf("changed outside of Terraform", drift),
    ...notesSection(notes.map((text) => ({ text }))),
    ...end,
  ]);
}

const words = { ...kinds, manual_check: { title: "manual check", plural: "manual checks" } } as const;

/** With more rows than this, the summary stands above them, too. */
const manyChanges = 100;

/** Whether the plan has something to review: one that ended with errors has only a failure. */
function isReviewed(review: Review): boolean {
  return review.failure === null || countsText(review) !== "";
}

/** Maximum length of all warnings in a comment, and of one. */
const maxList = 12_000;
const maxItem = 900;
/** Maximum length of a row. The JSON report has all attributes. */
const maxRow = 6_000;
const maxNamed = 10;

/** The review as a comment on a pull request; rows that do not fit are counted. A file has all of them. */
export function markdown(review: Review, maxLength?: number): string {
  const { changes, drift, names, failure } = review;
  const warnings = list(review.warnings.map(warningText), maxList, "warnings");
  const [costs, ...further] = isReviewed(review) ? costSentences(review) : [];
  const destroyed = changes.filter(({ action }) => action === "destroy");
  const others = changes.filter(({ action }) => action !== "destroy");
  const counts = [...byType(destroyed)].map(([type, some]) =>
    counted(objectsOf(some), words[type].title, words[type].plural),
  );
  const tableOf = (title: string, some: readonly ReviewedChange[]) => ({
    title,
    columns: ["", "object", "what changes"],
    rows: rowsOf(some).map((each) => ({ text: row(each, names), ...actionLooks[each.change.action] })),
  });
  return comment({
    begin: [
      "<!-- rblmonitor review -->",
      `### Monitoring: ${inertText(countsText(review)) || (isReviewed(review) ? "no changes" : "not reviewed")}`,
      ...[...(failure === null ? [] : [inertText(failure)]), ...warnings].map((text) =>
        warningBox(text.split("\n")),
      ),
      ...(costs === undefined ? [] : [[`**${costs}**`, ...further].join(" ")]),
    ],
    tables: [
      // `destroyed: 10 hosts, 2 contacts`
      tableOf(`destroyed: ${counts.join(", ")}`, destroyed),
      ...[...byType(others)].map(([type, some]) => tableOf(words[type].plural, some)),
      tableOf("Changed outside of Terraform", drift),
    ],
    ...{ what: "changes", command: "review", notes: review.notes.map((text) => ({ text })), maxLength },
  });
}

/** So many equal updates are one row. */
const minFolded = 3;

/** What a row shows: a change, or several equal updates, with the addresses of the first of their objects. */
function rowsOf(changes: readonly ReviewedChange[]) {
  const keyOf = (change: ReviewedChange) =>
    change.action === "update" ? JSON.stringify([change.type, change.attributes, remarksOf(change)]) : change;
  const equal = groupedBy(changes, keyOf);
  return changes.flatMap((change) => {
    const same = equal.get(keyOf(change)) ?? [];
    const addresses = same.map(({ address }) => printable(address));
    const [title, more] = [printable(change.address), labelOf(change)];
    if (same.length < minFolded) return [{ change, title, more, names: [] }];
    const what = counted(same.length, words[change.type].title, words[change.type].plural);
    return same[0] === change ? [{ change, title: what, more: "", names: firstOf(addresses, maxNamed) }] : [];
  });
}

function row({ change, title, more, names: addresses }: ReturnType<typeof rowsOf>[number], names: Names) {
  const { action, attributes } = change;
  const head = addresses.length > 0 ? [title] : [title, more].filter(Boolean).map(code);
  const object = [...head, ...addresses.map(code)].join("<br>");
  const lines = [
    ...remarksOf(change).map(entities),
    ...attributes.map((attribute) => attributeCell(attribute, attributeText(attribute, names))),
  ];
  const { label: word } = actionLooks[action];
  const begin = `| ${action === "replace" || action === "destroy" ? `**${word}**` : word} | ${object} | `;
  const { fitting, more: hidden } = fittingItems(lines, maxRow - begin.length, "<br>".length);
  return `${begin}${[...fitting, ...(hidden > 0 ? [`and ${hidden} more`] : [])].join("<br>")} |`;
}

function warningText({ text, addresses }: Warning): string {
  const named = addresses.map((address) => code(shortened(printable(address), maxItem)));
  return warningLine(inertText(shortened(oneLine(text), maxItem)), named);
}

/** A warning about one object begins with its address. One about several ends with the first of them. */
function warningLine(text: string, addresses: readonly string[]): string {
  if (addresses.length > 1) return `${text} ${firstOf(addresses, maxNamed).join(", ")}`;
  return [...addresses, text].join(": ");
}

/** The cost and duration of the apply, the limits, and the changes that the review leaves out. */
function costSentences({ cost, others }: Review): string[] {
  const { left, left_at_least: atLeast, hourly_limit: limit, refresh } = cost;
  const rest = left === undefined ? atLeast !== undefined && `at least ${grouped(atLeast)}` : grouped(left);
  const texts = [
    applyCostText(cost),
    isUnlimited(limit)
      ? "No hourly limit"
      : `Limit: ${grouped(limit)} an hour${rest === false ? "" : `, ${rest} left`}`,
    refresh > 0 && `Planning again: at least ${counted(refresh, "request")}`,
    others > 0 &&
      `${counted(others, "change of other providers is", "changes of other providers are")} not reviewed here`,
  ];
  return texts.filter(Boolean).map((text) => `${text}.`);
}

function byType(changes: readonly ReviewedChange[]) {
  return groupedBy(changes, ({ type }) => type);
}

/** The changes of the plan, as in `2 added, 1 destroyed`: of each provider configuration, since each may have its account. Empty without changes. */
function countsText({ changes, actions }: Review): string {
  const invoked = countedIfAny([actions.length, "action invoked", "actions invoked"]);
  const byProvider = [...groupedBy(changes, ({ provider }) => provider)];
  if (byProvider.length < 2) return [...actionTexts(changes), ...invoked].join(", ");
  const texts = byProvider.map(
    ([provider, some]) => `${printable(provider)}: ${actionTexts(some).join(", ")}`,
  );
  return [...texts, ...invoked].join("; ");
}

/** `1 destroyed (256 hosts)`: a subnet is one resource with many hosts. */
function actionTexts(changes: readonly ReviewedChange[]): string[] {
  return [...groupedBy(changes, ({ action }) => action)]
    .sort(([a], [b]) => looks.indexOf(a) - looks.indexOf(b))
    .map(([action, some]) => {
      const hosts = some.filter(({ type }) => type === "host");
      const members = objectsOf(hosts) > hosts.length ? ` (${counted(objectsOf(hosts), "host")})` : "";
      return `${grouped(some.length)} ${actionLooks[action].label}${members}`;
    });
}

const looks = Object.keys(actionLooks);

function objectsOf(changes: readonly ReviewedChange[]): number {
  return changes.reduce((sum, { objects = 1 }) => sum + objects, 0);
}

const openText = "(known after apply)";

/** The new value of an attribute: `"a" → "b"`, the elements that a set loses and gets, or what a new object has. */
function attributeText(attribute: PlannedAttribute, names: Names, withSids = false): string {
  if ("sensitive" in attribute) return "changes (sensitive)";
  const { before, after, after_unknown: open, after_new: addresses = [] } = attribute;
  if (open === undefined && before !== null) return changeText(attribute, names, withSids);
  const created = addresses.map((address) => `${printable(address)} (new)`);
  if (open !== true && (open !== undefined || Array.isArray(after))) {
    const count = (open ?? 0) - created.length;
    const added = [...created, ...(count > 0 ? [`${count} ${openText}`] : [])].map((text) => `+ ${text}`);
    return elementsText([before ?? []].flat(), [after ?? []].flat(), names, withSids, ...added);
  }
  const becomes = open === true ? created.join(", ") || openText : valueText(after, names, withSids);
  return before === null ? becomes : `${valueText(before, names, withSids)} → ${becomes}`;
}

/** Remarks about a change: the reason of a replacement, and the previous address. */
function remarksOf(change: ReviewedChange): string[] {
  const { action, replaced_because: why, moved_from: moved, imported, objects } = change;
  const left = action === "forget" ? "it" : change.left_behind;
  return [
    ...(objects === undefined ? [] : [counted(objects, "host") + (action === "replace" ? " before" : "")]),
    ...(left === undefined ? [] : [`${left} stays in the account, unmanaged`]),
    ...(why === undefined ? [] : [`forced by ${why.map(printable).join(", ")}`]),
    ...(imported === undefined ? [] : [`imported as ${printable(imported)}`]),
    ...(moved === undefined ? [] : [`was ${printable(moved)}`]),
  ];
}

/** The cost and duration of the apply: a sentence without its end. */
export function applyCostText({ requests, left, left_at_least, hourly_limit, seconds }: ApplyCost): string {
  const { least, most } = requests;
  if (most === 0) return "Apply: no requests";
  const [shortest, longest] = [durationText(seconds.least), durationText(seconds.most)];
  if (!Number.isFinite(most)) {
    const time = seconds.least < 1 ? "" : `, ${shortest} or more`;
    return `Apply: at least ${counted(least, "request")}${time}`;
  }
  const count =
    least === most ? counted(most, "request") : `${grouped(least)} to ${counted(most, "request")}`;
  const isSure = left !== undefined || most <= (left_at_least ?? hourly_limit) || shortest === longest;
  const time = isSure ? longest : `${shortest}, or ${longest} if others use the account`;
  return `Apply: ${count}, ${time}`;
}
