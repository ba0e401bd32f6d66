import { type LegacyCall, legacyCalls } from "../../../../legacy/calls";
import { type Change, callTexts, changeOf, parametersOf } from "../../../../legacy/changes";
import { groupedBy } from "../../../../service/groups";
import { legacyKinds } from "../../../../service/legacy/kinds";
import { clientPlaces, type Place, placesIn } from "./calls";
import { baseUrl, certaintyOf, type Evidence } from "./evidence";
import { base, withHoles } from "./holes";
import type { Source } from "./source";

/** Something in a line that a program of version 4.0 has otherwise. */
interface FoundInLine {
  readonly type:
    | "base_url"
    | "endpoint"
    | "parameter"
    | "flag"
    | "count"
    | "envelope"
    | "page_size"
    | "event";
  readonly line: number;
  /** The finding in terms of the specification: no other text of the file is shown. */
  readonly found: string;
  readonly replacement: string;
  /** The number of the breaking change in the specification (docs/design/api-3.0.md#migration). */
  readonly point: NonNullable<Change["point"]>;
  /** Whether it fails with version 4.0 as it stands; else it is to be looked at. */
  readonly breaks: boolean;
  /** How sure it is that it is of version 3.0. */
  readonly grade: "certain" | "likely" | "look";
  /** Of an endpoint, the operation's name in the specification. */
  readonly operation?: LegacyCall["name"];
  readonly parameters?: readonly FoundParameter[];
}

type FoundParameter = Change & { readonly name: string; readonly line: number };

/** The condition for a field to count: how certain the use of the service is, or a call in the file, or a list near it. */
type Needs = 1 | 2 | "call" | "list";

/** Something that a line does with answers of version 3.0. */
type FoundField = Omit<FoundInLine, "line" | "grade"> & { readonly needs: Needs };

type Row = readonly [FoundInLine["type"], FoundInLine["point"], Needs, replacement: string, RegExp];

const wholeWord = (name: string) => new RegExp(`(?<!\\w)${name}(?![\\w(])`, "g");
const count = (name: string, needs: Needs): Row => ["count", 4, needs, "total", wholeWord(name)];
const statusCode = "status_code, which is 200 for success: status_message has words of its own for each call";
const message = /(?<=["'\\]OK\b.{0,80})status_message|status_message(?=.{0,40}["'\\]OK\b)/g;
const noVersion = "nothing: answers of version 4.0 have no version";
const version =
  /\b(?:res|resp|response|answer|result|reply|envelope|json|body|data|r|ret|out|output)(?:\.|->|\[["'])version\b|\bversion["'\])]{1,3}\s{0,4}(?:===?|!==?|=|eq|ne)\s{0,4}["']?3(?:\.\d{1,9}){0,3}["']?|["']version["']\s{0,4}(?::|=>)\s{0,4}["']?3\.\d/gi;
const newEvents =
  "the same events; nine more may arrive: seven of certificates (cert.expiration.trigger, cert.expiration.resolve, cert.error.trigger, cert.error.resolve, cert.changed, cert.flapping, cert.flapping.resolve) and two of agents (agent.timeout, agent.timeout.resolve)";
const event =
  /(?<![\w.])(?:rbl\.host\.(?:check\.(?:started|completed)|(?:de)?listed)|billing\.(?:balance\.alert|re(?:charge|newal)\.(?:success|failed))|expiring\.(?:card|plan)\.alert)(?![\w.])/g;
const twenty =
  /(?:%|\/(?!\/)|\*|<=?|>=?|===?|!==?|-lt\b|-le\b|-gt\b|-ge\b|-eq\b|-ne\b)\s{0,4}20\b(?![.%\w])|(?<![\w.])20\s{0,4}(?:%|\*|<=?|>=?|===?|!==?)(?!\w)/g;
/** Names and words that version 4.0 has otherwise (docs/design/api-3.0.md#migration (4, 6, 7 and 9) and Events). */
const words: Readonly<Record<string, Row>> = {
  ...Object.fromEntries(Object.values(legacyKinds).map(({ totalField: name }) => [name, count(name, 1)])),
  // Other programs may count contacts as well.
  total_contacts: count("total_contacts", 2),
  rbl_profile: ["parameter", 6, 1, "profile", wholeWord("rbl_profile")],
  'status_message is "OK"': ["envelope", 4, 2, statusCode, message],
  "version of the answer": ["envelope", 4, "call", noVersion, version],
  "types of events": ["event", 9, "call", newEvents, event],
  "the prefix EV": ["event", 9, "call", "ids of events begin with TA", /["'`^/]EV(?=["'`[\\(]|$)/g],
  "20 objects a page": ["page_size", 7, "list", "100 objects a page, or the page_size that is sent", twenty],
};
const digit = String.raw`(?<quote>\\?["']?)(?<digit>[01])(?![\w.])`;
const operator = String.raw`(?<operator>===?|!==?|<>|>=|<=|[<>]|-(?:eq|ne|gt|lt|ge|le)\b|\b(?:eq|ne|is\s{1,3}not|is)\b)`;
/** Brackets, members and conversions after a flag: `"]`, `.GetInt32()`, `)::int`, ` | int`, ` ?? 0`. */
const tail = String.raw`^(?:\(\)|["'\`\])}?!\\]|(?:\??\.|->|::| ?\| ?| as )\w{1,20}(?:<\w{1,20}>)?(?:\(\))?| ?\?\? ?\d){0,9}\s{0,20}`;
/** The object before a flag. */
const owner = String.raw`["'\`]?(?:[\w$@.>?:!-]{0,40}[([]["'\`]?|[\w$@.>?:!-]{1,40}(?:\.|->)){0,3}\$?$`;
const integer = String.raw`(?:u?int(?:8|16|32|64|eger)?|Int(?:eger|32|64)?|number|[lL]ong|short|byte|[ui](?:8|16|32|64)|TINYINT)\b`;
const comparing = String.raw`["'](?:=|==|eq|equalto|is)["'],\s{0,9}`;
const method = String.raw`.{0,20}\.(?:equals?|eq|eql|toBe|toEqual|toStrictEqual|be)\b\(?\s{0,3}`;
const condition = String.raw`(?:\b(?:where|and|or|on|when|if|elseif|test|return)\b|\[{1,2}\s)[^;{}]{0,60}$`;
const assertion = String.raw`(?:assert|expect|equal|\beq|\bis|where)\w{0,20}[!?]?\s{0,2}\([^;]{0,60}$`;
const choice = String.raw`\b(?:switch|match|case|when|select)(?:\s{0,9}\([^;{}]{0,70}$|\s{0,9}${owner})`;
const parser = String.raw`\b(?:parseInt|(?:get|opt)Int|intval|getInteger|getAsInt)\s{0,2}\(\s{0,3}${owner}`;
const declared = String.raw`^["']?\??\s{0,20}(?::\s{0,9})?(?:Mapped\[|Option<)?(?:${integer}|[01] ?\| ?[01])`;
const setTo = String.raw`^["'\`\])\\]{0,4}\s{0,9}(?:=>|[:=,])\s{0,9}`;

/** How programs use a flag as a number: what stands before and after it, and how it is reported. */
const uses = [
  ["", `${tail}${operator}\\s{0,20}${digit}`, " $operator $digit"],
  [`(?<![\\w.])${digit}["']?\\s{0,20}${operator}\\s{0,20}${owner}`, "", " $operator $digit"],
  // A single `=` compares in SQL, in a test of a shell, in Basic and in XPath.
  [condition, `${tail}=\\s{0,20}${digit}`, " = $digit"],
  ["", `^(?:["'\\]]{0,3}(?:\\)["']?|\\)?::\\w{1,9})\\s?=\\s?|=(?=.{3}\\]))${digit}`, " = $digit"],
  ["", `(?:${tail}${method}|^["'],\\s{0,9}${comparing})${digit}`, " == $digit"],
  [assertion, `${tail},\\s{0,9}(?:${comparing})?${digit}`, " == $digit"],
  ["", `^["'\\])]{0,4}\\.(?<operator>zero|nonzero|positive)\\?`, ".$operator?"],
  [choice, `^["'\\])]{0,6}\\s{0,9}(?:[{:]|$)`, " in a switch"],
  [`${parser}|\\b${integer}\\??\\s{1,20}$`, "", " as a number"],
  ["", declared, " as a number"],
  ["", `${setTo}[{([]{0,2}${digit}`, ": $digit"],
  ["", `${setTo}[^,;?]{0,40}\\?\\s{0,9}${digit}\\s{0,3}:\\s{0,3}(?<other>[01])`, ": $digit or $other"],
].map(([before = "", after = "", form = ""]) => [new RegExp(before, "i"), new RegExp(after), form] as const);

const flag =
  /(?<![\w-]|rbl\.host\.)(?:((?:is_?|Is|[gG]et)?[lL]isted)|((?:get)?[iI]s_?[dD]efault)|details)(?!\w)/g;
/** Languages in which 1 == true and 0 == false, so that a comparison that is not strict keeps working. */
const lenient = /\.(?:php|phtml|inc|m?[jt]sx?|c[jt]s|vue|ejs|html?|py)$/i;

/** Everything that a line does with answers of version 3.0. */
function foundFields(file: string, line: string): FoundField[] {
  const fields = Object.entries(words).flatMap(([found, [type, point, needs, replacement, expression]]) =>
    (line.match(expression) ?? []).map((): FoundField => {
      return { type, point, needs, found, replacement, breaks: found !== "types of events" };
    }),
  );
  for (const { index, 0: text, 1: listed, 2: isDefault } of line.matchAll(flag)) {
    const name = listed ? "listed" : isDefault ? "is_default" : "details";
    const before = line.slice(0, index).slice(-80);
    const after = line.slice(index + text.length).slice(0, 80);
    for (const [left, right, form] of uses) {
      const isSet = form.startsWith(":");
      const [head, tail] = [left.exec(before), right.exec(after)];
      if (head === null || tail === null || (isSet ? listed && !/["'`]$/.test(before) : name === "details"))
        continue;
      const groups: Readonly<Record<string, string | undefined>> = { ...head.groups, ...tail.groups };
      const { quote = "", operator = "" } = groups;
      const isLoose = /^(?:[=!]=|[<>]=?|<>)$/.test(operator) && !(quote !== "" && file.endsWith(".py"));
      const found =
        name + form.replace(/\$(\w+)/g, (_, group: string) => groups[group]?.replace(/\s+/, " ") ?? "");
      const replacement = "true or false instead of 1 or 0";
      const point = isSet || form.endsWith("number") ? 5 : 10;
      const breaks = !(isLoose && lenient.test(file));
      fields.push({ type: "flag", point, needs: listed ? 1 : 2, found, replacement, breaks });
      break;
    }
  }
  return fields;
}

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
