import { readFileSync } from "node:fs";
import { summariesIn, summariesOf } from "./summaries";

const page = readFileSync("docs/guides/troubleshooting.md", "utf8");
const diagnostics = summariesIn(["src/provider", "src/terraform", "src/client", "src/snapshot"]);

/** The headings of the entries about diagnostics of the provider. */
const headings = page
  .split(/^## /m)
  .filter((section) => section.startsWith("The provider:"))
  .flatMap((section) => [...section.matchAll(/^### (.*)$/gm)].map(([, heading]) => `${heading}`));

describe("troubleshooting", () => {
  it("has an entry for each diagnostic of the provider, by its summary", () => {
    const missing = [...diagnostics].filter(([summary]) => !headings.includes(summary));
    expect(missing.map(([summary, file]) => `### ${summary}   (${file})`)).toEqual([]);
  });

  it("has no entry for a diagnostic that does not exist, and none twice", () => {
    expect(headings.filter((heading) => !diagnostics.has(heading))).toEqual([]);
    expect([...new Set(headings)]).toEqual(headings);
  });

  it("has summaries of at most eight words", () => {
    expect([...diagnostics.keys()].filter((summary) => summary.split(" ").length > 8)).toEqual([]);
  });

  it("explains each entry", () => {
    const entries = page.split(/^### /m).slice(1);
    expect(entries.filter((entry) => !/^.+\n\n[\w`].{20}/.test(entry))).toEqual([]);
  });
});

describe("the summaries of a module", () => {
  it.each([
    ['call.diagnostics.error("No host", "x");', ["No host"]],
    [`diagnostics.warning(\`No \${a} in \${b}\`, c);`, ["No … in …"]],
    [
      `throw new DiagnosticError(\`\${bad ? "Invalid" : "Unusual"} \${name}\`, x);`,
      ["Invalid …", "Unusual …"],
    ],
    ['const d = { severity: "error", summary: "No host", detail };', ["No host"]],
    [
      'const summary = a ? "One" : table[kind][0]; const table = { b: ["Two", "x"] }; f({ summary, detail });',
      ["One", "Two"],
    ],
    ['const [summary, detail] = a ? ["One", "x"] : ["Two", "y"]; f({ summary, detail });', ["One", "Two"]],
    ['function named() { return "One"; } diagnostics.error(named(a), "x");', ["One"]],
    ['logger.error("Not for users", { error }); report.error("must be one");', []],
    ["throw new DiagnosticError(thrown.summary, detail);", []],
  ])("of %s", (code, summaries) => {
    expect(summariesOf(code)).toEqual(summaries);
  });
});
