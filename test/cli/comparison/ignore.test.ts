import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import type { Finding, UndeclaredObject } from "../../../src/cli/comparison/finding";
import {
  ignore,
  ignoreRules,
  readIgnoreRules,
  ruleFinder,
  unusedRules,
} from "../../../src/cli/comparison/ignore";

const id = `HT${"1".repeat(32)}`;
const lab: UndeclaredObject = {
  type: "undeclared",
  kind: "host",
  id,
  key: "mx.lab.example.com",
  name: "Lab one",
};
const changed: Extract<Finding, { type: "changed" }> = {
  type: "changed",
  kind: "host",
  id,
  key: "192.0.2.1",
  name: "Mail",
  state: "s",
  address: 'module.a.rblmonitor_host.mx["a"]',
  attributes: [
    { name: "name", before: "a", after: "b" },
    { name: "tags", before: [], after: ["x"] },
  ],
};

const left = (text: string, ...findings: readonly Finding[]) =>
  ignore(readIgnoreRules(".rblmonitorignore", text), findings);

describe("an ignore file", () => {
  it.each([
    "host *.lab.example.com",
    "host mx.LAB.example.com",
    'host "Lab one"',
    'host "* one" # the label',
    "host ??.lab.example.com",
    `* ${id}`,
    "\ufeffhost mx.*\r\n",
    "  host\t*  ",
  ])("means an object by %j", (rule) => {
    expect(left(rule, lab)).toMatchObject({ findings: [], ignored: [lab] });
  });

  it.each([
    "# host *",
    "",
    "contact *",
    "host lab.example.com",
    "host *.lab.example",
    "host mx?lab.example.comx",
    'host "Lab  one"',
    "host.name *",
  ])("does not mean it by %j", (rule) => {
    expect(left(rule, lab)).toMatchObject({ findings: [lab], ignored: [] });
  });

  it("means a declared object by its address, too", () => {
    expect(left('host "module.a.*mx[\\"a\\"]"', changed).ignored).toEqual([changed]);
    expect(left('host module.a.*mx["a"]', changed).ignored).toEqual([changed]);
  });

  it("takes away an attribute alone, and the finding with its last one", () => {
    const [name] = changed.attributes;
    const { findings, ignoredAttributes } = left("host.tags *", changed);
    expect(findings).toEqual([{ ...changed, attributes: [name] }]);
    expect(ignoredAttributes).toBe(1);
    expect(left("host.tags *\n*.name Mail", changed)).toMatchObject({ findings: [], ignored: [changed] });
  });

  it.each([
    ["hosts *", 'Unknown kind "hosts"'],
    ["host", "A rule is a kind and a pattern"],
    ["host a b", "A rule is a kind and a pattern"],
    ['host "a', "A rule is a kind and a pattern"],
    ["host.colour *", 'A host has no attribute "colour". Attributes: id, host, name'],
    ["contact_group.tags *", 'has no attribute "tags"'],
    ["*.colour *", 'No kind has an attribute "colour"'],
    ["!host *", "Unknown kind"],
    ["constructor *", "Unknown kind"],
  ])("is wrong with the rule %j, which is reported with file and line", (rule, message) => {
    expect(() => readIgnoreRules("some/file", `# first\n${rule}`)).toThrow(/^some\/file:2: /);
    expect(() => readIgnoreRules("some/file", `# first\n${rule}`)).toThrow(message);
  });

  it("reports all its wrong rules at once", () => {
    expect(() => readIgnoreRules("f", "a *\nhost *\nb *")).toThrow(/^f:1: .*\nf:3: /);
  });

  it("means by a pattern without marks, in quotes, that text and no other", () => {
    const plainText = fc.string({ unit: "binary-ascii", minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(plainText, plainText, (name, other) => {
        fc.pre(!/[*?\r\n]/.test(name));
        const rule = `host "${name.replace(/["\\]/g, "\\$&")}"`;
        const find = ruleFinder(readIgnoreRules("f", rule));
        expect(find({ kind: "host", id: "x y", name })).toHaveLength(1);
        const isSame = name.toLowerCase() === other.toLowerCase();
        expect(find({ kind: "host", id: "x y", name: other })).toHaveLength(isSame ? 1 : 0);
      }),
    );
  });

  it("compares rules without wildcards no more often for more objects", () => {
    const comparisons = (objects: number) => {
      let count = 0;
      const text = Array.from({ length: 100 }, (_, n) => `host mx-${n}`).join("\n");
      const rules = readIgnoreRules("f", text).map(
        (rule) =>
          new Proxy(rule, {
            get: (target, name) => {
              if (name === "pattern") count += 1;
              return Reflect.get(target, name);
            },
          }),
      );
      const findings = Array.from({ length: objects }, () => changed);
      expect(unusedRules(rules, findings)).toHaveLength(100);
      expect(ignore(rules, findings).findings).toHaveLength(objects);
      return count;
    };
    expect(comparisons(1_000)).toBe(comparisons(10));
  });

  it("has a bounded number of rules with wildcards, and a bounded size", async () => {
    const rules = (count: number) => "host mx-*\n".repeat(count);
    expect(readIgnoreRules("f", rules(1_000))).toHaveLength(1_000);
    expect(() => readIgnoreRules("f", rules(1_001))).toThrow("f has more than 1000 rules with * or ?");
    const file = join(mkdtempSync(join(tmpdir(), "rules-")), "rules");
    writeFileSync(file, "#".repeat(1_000_000));
    expect(await ignoreRules(file)).toEqual([]);
    writeFileSync(file, "#".repeat(1_000_001));
    await expect(ignoreRules(file)).rejects.toThrow(`The ignore file ${file} has more than 1 MB.`);
    rmSync(dirname(file), { recursive: true });
  });
});
