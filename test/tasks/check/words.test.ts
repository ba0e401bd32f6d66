import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { avoidedWords } from "../../../src/tasks/check/words";

describe("words to avoid", () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), "words-"));
    await mkdir(join(root, "src"));
  });
  afterEach(() => rm(root, { recursive: true }));

  async function found(text: string): Promise<string> {
    await writeFile(join(root, "src/a.ts"), text);
    return (await avoidedWords(root)).replaceAll(root, "");
  }

  it("are reported with their line and what to write instead", async () => {
    expect(await found("const a = 1;\n// What nobody declared.\n")).toBe(
      '/src/a.ts:2: "nobody": no user, another user, you; unmanaged\n' +
        '/src/a.ts:2: "What nobody": a noun: unmanaged objects',
    );
  });

  it.each([
    ["The service tells its limits.", "tells"],
    ["const isTold = true;", "Told"],
    ["function toldValues() {}", "told"],
    ["it is made anew", "anew"],
    ["the fields of which one is set", "of which"],
    ["this is no group", "is no g"],
    ["a value has to be set", "has to be"],
    ["objects that are taken over", "taken over"],
    ["A change makes a new host.", "makes a new host"],
    ["if version 3.0 is spoken", "spoken"],
    ["Unset: the default", "Unset: "],
  ])("are found in %j", async (text, word) => {
    expect(await found(text)).toContain(`:1: "${word}": `);
  });

  it.each([
    "There is no contact in this group.",
    "It is no longer listed.",
    "const distances = stolen + retold_1;",
    "A host of the account is listed.",
    "The value must be set again.",
  ])("are not found in %j", async (text) => {
    expect(await found(text)).toBe("");
  });
});
