import fc from "fast-check";
import type { Report } from "../../../../../src/cli/commands/drift/drift";
import { rendered } from "../../../../../src/cli/commands/drift/run";
import type { DeclaredObject } from "../../../../../src/cli/comparison/finding";
import { reportOf, reports } from "./arbitrary-report";

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** Reads XML of elements, attributes and text, and no more. @throws Error where it is not well formed */
function elements(xml: string): Element[] {
  const token = /<\?xml [^?]*\?>|<(\/?)([a-z]+)((?: [a-z]+="[^"<]*")*)(\/?)>|[^<]+/y;
  const found: Element[] = [];
  const open: string[] = [];
  while (token.lastIndex < xml.length) {
    const at = token.lastIndex;
    const match = token.exec(xml);
    if (match === null) throw new Error(`not well formed at ${at}: ${xml.slice(at, at + 80)}`);
    const [text, closes, name, attributes = "", isEmpty] = match;
    if (/&(?!(?:amp|lt|gt|quot|#39);)/.test(text)) throw new Error(`no entity: ${text}`);
    if (/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(text))
      throw new Error(`no text: ${text}`);
    if (name === undefined) continue;
    if (closes) {
      if (open.pop() !== name) throw new Error(`</${name}> closes another element`);
      continue;
    }
    const parts = [...attributes.matchAll(/ ([a-z]+)="([^"]*)"/g)];
    found.push({
      name,
      attributes: Object.fromEntries(parts.map(([, key = "", value = ""]) => [key, value])),
    });
    if (!isEmpty) open.push(name);
  }
  if (open.length > 0) throw new Error(`<${open.join()}> is open`);
  return found;
}

const named = (all: readonly Element[], wanted: string) => all.filter(({ name }) => name === wanted);
const sum = (all: readonly Element[], attribute: string) =>
  all.reduce((total, { attributes }) => total + Number(attributes[attribute]), 0);

describe("the report as test results", () => {
  it("is well-formed XML that counts right, whatever the texts", () => {
    fc.assert(
      fc.property(reports, (report: Report) => {
        const all = elements(rendered(report, "junit"));
        const { findings, ignored } = report;
        expect(named(all, "failure")).toHaveLength(findings.length);
        expect(named(all, "skipped")).toHaveLength(ignored.length);
        for (const level of ["testsuite", "testsuites"]) {
          expect(sum(named(all, level), "tests")).toBe(named(all, "testcase").length);
          expect(sum(named(all, level), "failures")).toBe(findings.length);
          expect(sum(named(all, level), "skipped")).toBe(ignored.length);
        }
      }),
    );
  });

  it("has a test case for each declared object, failed or passed, and for each undeclared one", () => {
    const object = (address: string): DeclaredObject => ({
      kind: "host",
      id: `HT${address}`,
      address: `rblmonitor_host.${address}`,
      state: "s",
    });
    const declared = ["a", "b", "c"].map(object);
    const report = reportOf({
      declared,
      findings: [
        { type: "gone", ...object("b") },
        { type: "undeclared", kind: "host", id: "HTx", name: "Lab" },
      ],
      ignored: [{ type: "gone", ...object("c") }],
    });
    const cases = named(elements(rendered(report, "junit")), "testcase");
    expect(cases.map(({ attributes }) => attributes.name)).toEqual([
      "rblmonitor_host.a",
      "rblmonitor_host.b",
      "HTx &quot;Lab&quot;",
      "rblmonitor_host.c",
    ]);
  });
});
