import { legacyCalls } from "../../../../legacy/calls";
import { callTexts, changeOf, parametersOf } from "../../../../legacy/changes";
import { groupedBy } from "../../../../service/groups";
import { clientPlaces, type Place, placesIn } from "./calls";
import { baseUrl, certaintyOf, type Evidence } from "./evidence";
import { type FoundInLine, type FoundParameter, foundFields } from "./fields";
import { base, withHoles } from "./holes";
import type { Source } from "./source";

/** Equal findings in a file, with the first 20 of their lines. */
export type Finding = Omit<FoundInLine, "line"> & Readonly<{ file: string; lines: number[]; count: number }>;

type FoundCall = Pick<Place, "calls"> & { finding: FoundInLine & { parameters: FoundParameter[] } };

const names = [...new Set(legacyCalls.flatMap(parametersOf))].join("|");
/** The characters after a parameter that is a key, or a field of a form or of a query. */
const key = "(?=\\\\?[\"'`]?\\]?\\s{0,20}(?:=>|:(?!:)|=(?![=>~])))";
/** The characters around a parameter that is an argument, or the value of a setting. */
const text =
  "(?<=[(,{]\\s{0,9}[\"'`]\\w{2,20})(?=[\"'`]\\s{0,9}[,)])|(?<=[:=]\\s{0,9}[\"'`]\\w{2,20})(?=[\"'`])";
const parameter = new RegExp(`(?<![\\w$.>-])(?:${names})(?![\\w-])(?:${key}|${text})`, "g");
/** How far from a call its parameters are looked for, in lines: the nearest first. */
const distances = [...Array(13).keys()].flatMap((distance) => [-distance, distance]);

/** Everything in a file that is of version 3.0, and whether it uses the service although no call was understood. */
export function fileFindings(source: Source, evidence: Evidence, project: Evidence) {
  const { file, form, lines } = source;
  const certainty = certaintyOf(evidence, project);
  const calls = foundCalls(source, evidence, project);
  const sure = calls.filter(({ finding }) => finding.grade !== "look");
  const lists = sure.filter(({ calls: [call] }) => form === "code" && call.query.includes("page_size"));
  const nearLists = new Set(lists.flatMap(({ finding }) => distances.map((far) => finding.line + far)));
  const grade = certainty < 2 ? "look" : sure.length > 0 && certainty === 3 ? "certain" : "likely";
  // The first call on each line that takes a parameter.
  const takers = new Map<string, FoundCall>();
  for (const call of form === "code" ? [...calls].reverse() : []) {
    for (const name of parametersOf(call.calls[0])) takers.set(`${name} ${call.finding.line}`, call);
  }
  const findings: FoundInLine[] = calls.map(({ finding }) => finding);
  for (const [index, text] of lines.entries()) {
    const line = index + 1;
    for (const [, host = ""] of certainty > 1 ? text.matchAll(baseUrl) : []) {
      if (!project.hosts.has(host.toLowerCase())) continue;
      const found = `the base URL of version 3.0 on ${/[^\w.:-]/.test(host) ? "…" : host}`;
      const replacement = "the base URL of version 4.0: domain and version segment both change";
      findings.push({ type: "base_url", line, found, replacement, point: 1, breaks: true, grade: "certain" });
    }
    const taken = new Set<string>();
    for (const name of (takers.size > 0 && text.match(parameter)) || []) {
      const distance = distances.find((each) => takers.has(`${name} ${line + each}`)) ?? Number.NaN;
      const call = takers.get(`${name} ${line + distance}`);
      call?.finding.parameters.push({ name, line, ...changeOf(call.calls[0], name) });
      if (call !== undefined) taken.add(name);
    }
    for (const { needs, ...field } of form === "log" || text === "" ? [] : foundFields(file, text)) {
      const isNear = needs === "list" && nearLists.has(line);
      const counts = isNear || (needs === "call" ? sure.length > 0 : certainty >= Number(needs));
      if (counts && !taken.has(field.found))
        findings.push({ ...field, line, grade: isNear ? "likely" : grade });
    }
  }
  const isUser = certaintyOf(evidence, evidence) === 3 || findings.some(({ type }) => type === "base_url");
  // The base URL in settings is all that there is to understand.
  const isSettings = findings.length > 0 && !lines.some((line) => /\w ?\(|curl |wget |Invoke-/.test(line));
  const graded = form === "prose" ? findings.map((each) => ({ ...each, grade: "look" as const })) : findings;
  return { findings: merged(source, graded), isNotUnderstood: isUser && calls.length === 0 && !isSettings };
}

function foundCalls(source: Source, evidence: Evidence, project: Evidence): FoundCall[] {
  const certainty = certaintyOf(evidence, project);
  const bases = [...project.baseNames].map((name) => [name, base] as const);
  const senders = certainty < 2 ? new Set<string>() : project.senders;
  return withHoles(source.lines, new Map([...bases, ...evidence.values])).flatMap((text, index) => {
    const inClient = project.signs.has("client") ? clientPlaces(source.lines[index] ?? "") : [];
    return [...placesIn(text, { senders, isDynamic: evidence.isDynamic }), ...inClient].flatMap(
      ({ calls, format, points, signs }): FoundCall[] => {
        const isOurs = signs.includes("pathBelowBase") || signs.includes("ownPath");
        const score = points + certainty - (source.form === "prose" ? 2 : 0);
        if (score < 2 || (source.form === "log" && !isOurs)) return [];
        const grade = score < 3 ? "look" : score < 4 ? "likely" : "certain";
        const facts = { type: "endpoint", line: index + 1, point: 2, breaks: true, grade } as const;
        return [{ calls, finding: { ...facts, ...callTexts(calls, format), parameters: [] } }];
      },
    );
  });
}

/** Equal findings of a file as one, in the order of their first lines. */
function merged({ file, places }: Source, findings: readonly FoundInLine[]): Finding[] {
  const sorted = [...findings].sort((a, b) => a.line - b.line);
  const alike = groupedBy(sorted, ({ found, replacement, grade }) => `${found} ${replacement} ${grade}`);
  return [...alike.values()].map((same) => {
    const [{ line: _, parameters: own, ...first }] = same as readonly [FoundInLine, ...FoundInLine[]];
    const all = same.flatMap(({ line }) => places?.[line - 1] ?? line).sort((a, b) => a - b);
    const lines = [...new Set(all)].slice(0, 20);
    const given = same.flatMap(({ parameters = [] }) => parameters).reverse();
    const parameters = [...new Map(given.map((each) => [each.name, each])).values()].reverse();
    return { ...first, file, lines, count: all.length, ...(first.operation && own && { parameters }) };
  });
}
