import { readFileSync } from "node:fs";
import { commandLineModules, pluginSource } from "../../src/tasks/build";
import { bundledModules, pluginModules } from "../../src/tasks/build/bundle";
import { licencesOf, packagesIn } from "../../src/tasks/build/licences";

const GRANT = "Permission is hereby granted, free of charge";

/** The sections of a file of licences, by their first lines. */
function sectionsOf(text: string): ReadonlyMap<string, string> {
  const sections = text.split(/^-{80}\n\n/m);
  return new Map(sections.map((section) => [section.slice(0, section.indexOf("\n")), section]));
}

const inPlugin = async () => pluginModules(await pluginSource());

const packed = [
  ["the plugin", inPlugin, "dist/plugin/LICENSES_OF_OTHERS"],
  ["the command line", commandLineModules, "dist/cli/LICENSES_OF_OTHERS"],
] as const;

describe.each(packed)("the file of licences for %s", (_, modules, file) => {
  const sections = sectionsOf(readFileSync(file, "utf8"));

  it("contains the licences of all bundled packages", async () => {
    for (const { name, version } of await packagesIn(await modules()))
      expect(sections.get(`${name} ${version}`)).toMatch(/Copyright/);
  });

  it("contains their texts, not only their names", () => {
    const [undici] = [...sections].filter(([name]) => name.startsWith("undici "));
    expect(undici?.[1]).toContain(GRANT);
  });
});

it("has nothing of others in the webhooks, and so no licences", async () => {
  expect(await packagesIn(await bundledModules("src/webhooks/index.ts"))).toEqual([]);
});

describe("in the archive of an executable", () => {
  let sections: ReadonlyMap<string, string>;
  beforeAll(async () => {
    const text = await licencesOf(await packagesIn(await inPlugin()), "@oven/bun-linux-x64");
    sections = sectionsOf(text);
  });

  it("is what the package that has no file of a licence says in its files, and the licence that these name", () => {
    const [name = "", text] = [...sections].find(([name]) => name.startsWith("@bufbuild/protobuf ")) ?? [];
    expect(name).not.toBe("");
    expect(text).toContain("Copyright 2008 Google Inc.  All rights reserved.");
    expect(text).toMatch(/Copyright [-\d]+ Buf Technologies, Inc\./);
    expect(text).not.toMatch(/^\/\//m);
    expect(sections.get("Apache-2.0")).toContain(
      "TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION",
    );
  });

  it("is what the licences of the libraries in bun ask for: their texts, their source, and how to change them", () => {
    const [, bun] = [...sections].find(([name]) => name.startsWith("bun ")) ?? [];
    expect(bun).toContain("https://github.com/oven-sh/WebKit");
    expect(sections.get("LGPL-2.0")).toContain("GNU LIBRARY GENERAL PUBLIC LICENSE");
    expect(sections.get("LGPL-2.1")).toContain("GNU LESSER GENERAL PUBLIC LICENSE");
  });
});
