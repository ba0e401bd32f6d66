import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { oldBuilds } from "../../../src/tasks/test/old-builds";

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "builds-"));
  write("src/cli/main.ts", "", 100);
  write("src/service/kinds.ts", "", 200);
  write("dist/.made-from/cli", "v20 1f\nsrc package.json", 150);
  write("dist/.made-from/webhooks", "v20 2e\nsrc/service", 250);
  write("dist/.made-from/plugin", "v20 3d\nsrc", 150);
});

afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, text: string, seconds: number): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  utimesSync(file, seconds, seconds);
}

it("names the folders of dist/ that are older than a file that they were built from", async () => {
  expect(await oldBuilds(undefined, root)).toEqual(["cli", "plugin"]);
});

it("names only the folders that the tests need", async () => {
  expect(await oldBuilds(new Set(["cli", "webhooks"]), root)).toEqual(["cli"]);
});

it("names none once the build has compared them", async () => {
  for (const name of ["cli", "plugin"]) utimesSync(join(root, "dist/.made-from", name), 300, 300);
  expect(await oldBuilds(undefined, root)).toEqual([]);
});
