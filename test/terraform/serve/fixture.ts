import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makePlugin } from "../make-plugin";

/** The bundled fixture plugin in a folder of its own. */
export interface Fixture {
  readonly folder: string;
  readonly command: string;
  readonly remove: () => void;
}

export async function buildFixture(): Promise<Fixture> {
  const parent = mkdtempSync(join(tmpdir(), "fixture-"));
  const folder = join(parent, "plugin");
  await makePlugin({ entry: require.resolve("./fixture-plugin"), version: "1.2.3" }, folder);
  return {
    folder,
    command: join(folder, "terraform-provider-rblmonitor"),
    remove: () => rmSync(parent, { recursive: true }),
  };
}
