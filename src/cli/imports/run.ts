import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { Account } from "../../provider/account";
import type { Kind } from "../../service/kinds";
import type { ServiceObject } from "../../service/responses";
import { type Surroundings, withAccount } from "../account-session";
import { counted } from "../counted";
import { print } from "../print";
import { terraformOutput } from "../run-terraform";
import { printable } from "../terminal";
import { writeWhole } from "../write-file";
import { type FoundImports, findImports } from "./found-imports";
import type { ImportsOptions } from "./options";
import { type PlannedCreate, readPlan } from "./read-plan";

/** Runs the command: reads the plan or makes one, lists the account's objects, and writes the blocks. */
export async function runImports(
  file: string | undefined,
  options: ImportsOptions,
  surroundings: Surroundings,
): Promise<void> {
  const { env, stdout } = surroundings;
  const folder = options.chdir ?? (file === undefined ? "." : dirname(file));
  const text = await (file === undefined ? newPlan(folder, env) : shownPlan(folder, resolve(file), env));
  const { creates, held } = readPlan(file ?? "The plan", text);
  const words = { doing: "Listing the account", stopped: () => "Stopped. Nothing was written." };
  const lists = await withAccount(options, surroundings, words, ({ account }) => listsFor(creates, account));
  const found = findImports(creates, lists, held);
  const blocks = blocksOf(found);
  if (options.stdout) {
    stdout.write(blocks);
    return;
  }
  const output = options.output ?? join(folder, "imports.tf");
  const written = found.imports.length === 0 ? null : output;
  if (written !== null) await writeWhole(written, [await textOf(written), blocks].filter(Boolean).join("\n"));
  print(surroundings, options, { version: 1, file: written, ...found }, () => summary(found, written));
}

/** A plan of the configuration as it is. It may hold secrets, so it is in a folder that only this user may read. */
async function newPlan(folder: string, env: NodeJS.ProcessEnv): Promise<string> {
  const temporary = await mkdtemp(join(tmpdir(), "rblmonitor-"));
  const file = join(temporary, "plan");
  const args = ["plan", "-input=false", "-refresh=false", `-out=${file}`];
  try {
    await terraformOutput({ folder, args, purpose: "plan", otherwise }, env);
    return await shownPlan(folder, file, env);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

function shownPlan(folder: string, file: string, env: NodeJS.ProcessEnv): Promise<string> {
  return terraformOutput({ folder, args: ["show", "-json", file], purpose: `read ${file}`, otherwise }, env);
}

const otherwise = "put it on the PATH";

async function listsFor(
  creates: readonly PlannedCreate[],
  account: Account,
): Promise<ReadonlyMap<Kind, readonly ServiceObject<Kind>[]>> {
  const lists = new Map<Kind, readonly ServiceObject<Kind>[]>();
  for (const kind of new Set(creates.map(({ object }) => object.kind))) {
    if (account.knows(kind)) lists.set(kind, await (await account.reader(kind)).readAll());
  }
  return lists;
}

function blocksOf({ imports }: FoundImports): string {
  // What is imported is a SID or a subnet, of which no character means anything else in HCL.
  const blocks = imports.map(
    ({ address, id }) => `import {\n  to = ${address}\n  id = ${JSON.stringify(id)}\n}\n`,
  );
  return blocks.join("\n");
}

/** The text of a file that may not be there. */
async function textOf(file: string): Promise<string> {
  return readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
}

function summary({ imports, unclear }: FoundImports, file: string | null): string {
  const lines = [
    file === null
      ? "No planned object was found in the account."
      : `Wrote ${counted(imports.length, "import block")} to ${printable(file)}. Apply to import, then delete the blocks.`,
    ...unclear.map(
      ({ address, ids }) =>
        `Choose for ${printable(address)}, of equal objects or resources: ${ids.map(printable).join(", ")}`,
    ),
  ];
  return `${lines.join("\n")}\n`;
}
