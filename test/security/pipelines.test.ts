import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { configuration } from "../../src/cli/commands/init/templates";

/** Every workflow that the guides, the examples and `rblmonitor init` show, by its place. */
async function workflows(): Promise<(readonly [place: string, yaml: string])[]> {
  const guides = "docs/guides";
  const examples = "examples/github-actions/workflows";
  const texts = (folder: string) =>
    readdir(folder).then((names) =>
      Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), "utf8")] as const)),
    );
  const inGuides = (await texts(guides)).flatMap(([name, text]) =>
    [...text.matchAll(/^```ya?ml\n([\s\S]*?)^```/gm)].map(([, yaml = ""]) => [name, yaml] as const),
  );
  const source = { specifier: "1.0.0", argument: "rblmonitor@1.0.0" } as Parameters<typeof configuration>[0];
  const ofInit = [...configuration(source, "terraform")[0]].filter(([name]) => name.endsWith(".yml"));
  const all = [
    ...inGuides,
    ...(await texts(examples)),
    ...ofInit.map(([name, text]) => [name, String(text)] as const),
  ];
  return all.filter(([, yaml]) => yaml.includes("steps:"));
}

test("every workflow that we show gives secrets only to steps that call the service", async () => {
  const shown = await workflows();
  expect(shown.map(([place]) => place)).toEqual(
    expect.arrayContaining([
      "drift-in-ci.md",
      "reviewing-pull-requests.md",
      "plan.yml",
      ".github/workflows/monitoring.yml",
    ]),
  );
  for (const [place, yaml] of shown) {
    const [head = "", ...steps] = yaml.split(/^ *- (?=run:|uses:|name:)/m);
    const holders = steps.filter((step) => step.includes("secrets."));
    expect([place, head]).toEqual([place, expect.not.stringContaining("secrets.")]);
    for (const step of holders) {
      expect(step).toMatch(/terraform (?:plan|apply)|rblmonitor (?:drift|review)/);
      expect(step).not.toMatch(/npm (?:ci|install|run)|terraform init|rblmonitor install/);
    }
  }
});
