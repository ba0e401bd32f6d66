import { commandLineModules, pluginSource } from "../../src/tasks/build";
import { pluginModules } from "../../src/tasks/build/bundle";
import { packagesIn } from "../../src/tasks/build/licences";
import { platformNamed } from "../../src/tasks/executable/platforms";
import { billOfMaterials } from "../../src/tasks/release/bill-of-materials";

interface Bill {
  readonly metadata: { readonly component: { readonly name: string } };
  readonly components: readonly { readonly name: string; readonly hashes: readonly { content: string }[] }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

const make = async () => {
  const programs = [await pluginModules(await pluginSource()), await commandLineModules()];
  return billOfMaterials(await packagesIn(...programs), [platformNamed("linux_amd64")]);
};

let text: string;
let bill: Bill;
beforeAll(async () => {
  text = await make();
  bill = JSON.parse(text);
});

describe("the bill of materials", () => {
  it("lists the bundled packages and the runtime, each with a checksum", () => {
    const names = bill.components.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["commander", "undici", "zod", "@oven/bun-linux-x64"]));
    for (const { hashes } of bill.components) expect(hashes[0]?.content).toMatch(/^[0-9a-f]{128}$/);
  });

  it("names nothing that only the project's own tools need", () => {
    const names = bill.components.map(({ name }) => name);
    expect(names).not.toEqual(expect.arrayContaining(["esbuild"]));
    expect(names).not.toEqual(expect.arrayContaining(["jest"]));
    expect(text).not.toContain("cdx:npm:package:development");
  });

  it("describes this package and all its parts, in any folder", () => {
    expect(bill.metadata.component.name).toBe("rblmonitor");
    expect(bill.dependencies[0]?.dependsOn).toHaveLength(bill.components.length);
  });

  it("is reproducible", async () => {
    expect(await make()).toBe(text);
    expect(text).not.toMatch(/serialNumber|timestamp/);
  });
});

describe("a platform", () => {
  it("is one of those that there are executables for, and they are named", () => {
    expect(platformNamed("windows_arm64")).toMatchObject({ os: "windows", arch: "arm64" });
    expect(() => platformNamed("plan9_386")).toThrow(
      '"plan9_386" is not one of: linux_amd64, linux_arm64, darwin_amd64,',
    );
  });
});
