import { compilers } from "./compilers";
import { type Project, projectWith } from "./consumer-project";
import { compilerOptions, type Editor, openEditor } from "./editor";

/** A place is `‸`. An error is expected in each line that ends with `// error`. */
const written = `
import { TerraformStack } from "cdktn";
import { Contact, Host, HostFleet, MonitoringProfile, type MonitoringProfileConfig } from "rblmonitor/cdktn";
declare const stack: TerraformStack;
const annotated: MonitoringProfileConfig = { name: "x", frequency: "‸" }; // error
const checked = { name: "x", frequency: "‸" } satisfies MonitoringProfileConfig; // error
const several: MonitoringProfileConfig[] = [{ name: "x", frequency: "‸" }]; // error
const profile = new MonitoringProfile(stack, "a", { name: "x", frequency: "‸" }); // error
profile.frequency = "‸"; // error
const wrong: MonitoringProfileConfig = { name: "x", frequency: "1_huor" }; // error
profile.frequency = "1_huor"; // error
const hosts = { mx1: "192.0.2.1", mx2: "192.0.2.2" };
const fleet = new HostFleet(stack, "b", { hosts, profile, contactGroups: ["CG"] });
fleet.hosts.‸mx1.id;
new Ho‸st(stack, "c", { host: "192.0.2.1", name: "mx", profile, contactGroups: ["CG"] });
new Contact(stack, "d", { contact: "a@example.com", type: "email", contactGroups: ["CG"], sche‸dule: "while_listed" });
fleet.hosts.mx3; // error
export { annotated, checked, several, wrong };
`;
const code = written.replaceAll("‸", "");
const places = written
  .split("‸")
  .slice(0, -1)
  .map((_, number, parts) => parts.slice(0, number + 1).join("").length);

const tried = compilers();

describe.each(tried)("an editor with TypeScript $version", ({ version, tsc }) => {
  if (tsc === undefined) {
    it.skip("was not tried: npm could not install the compiler", () => {});
    return;
  }
  let project: Project;
  let editor: Editor;

  beforeAll(async () => {
    project = await projectWith(["rblmonitor", "cdktn", "constructs"]);
    await project.write("main.ts", code);
    await project.write("tsconfig.json", JSON.stringify({ compilerOptions, files: ["main.ts"] }));
    editor = await openEditor(tsc, version, project.folder, "main.ts", code);
  });
  afterAll(async () => {
    await editor?.close();
    await project?.remove();
  });

  it("marks misspelt values, and nothing else", async () => {
    const expected = code
      .split("\n")
      .flatMap((line, number) => (line.endsWith("// error") ? [number + 1] : []));
    expect([...new Set(await editor.errorLines())].sort((a, b) => a - b)).toEqual(expected);
  });

  it.each(["an annotated configuration", "satisfies", "an array", "a construct", "a setter"])(
    "proposes the valid values in %s",
    async (where) => {
      const number = [
        "an annotated configuration",
        "satisfies",
        "an array",
        "a construct",
        "a setter",
      ].indexOf(where);
      const proposed = await editor.completions(places[number] ?? 0);
      expect(proposed.map((text) => text.replaceAll('"', ""))).toEqual(
        expect.arrayContaining(["1_hour", "24_hours", "2_weeks"]),
      );
    },
  );

  it("proposes the hosts of a fleet by their keys", async () => {
    expect(await editor.completions(places[5] ?? 0)).toEqual(expect.arrayContaining(["mx1", "mx2"]));
  });

  it("shows on hover what a class is, with an example", async () => {
    const shown = await editor.hover(places[6] ?? 0);
    expect(shown).toContain("a domain name, or an IPv4 subnet");
    expect(shown).toMatch(/new Host\(stack, \\+"mx\\+", \{/);
  });

  it("shows on hover why a property is deprecated", async () => {
    expect(await editor.hover(places[7] ?? 0)).toContain(
      "The service will remove schedule in a future version. Remove it from the configuration.",
    );
  });
});
