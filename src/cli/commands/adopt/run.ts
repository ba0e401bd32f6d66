import type { Account } from "../../../provider/account";
import { explained } from "../../../provider/service-diagnostic";
import { type Kind, kinds } from "../../../service/kinds";
import { type AccountLists, readLists } from "../../account/lists";
import type { AccountOptions } from "../../account/options";
import { openAccount } from "../../account/session";
import { counted } from "../../output/text";
import { othersBeside, writeFiles } from "../../project/files";
import { adoptionOf } from "./adoption";
import { type Adoption, credentialsName } from "./declaration";
import { credentialsFile, hclProject } from "./output/hcl";
import { remarks, summaryOf } from "./output/summary";
import { typescriptProject } from "./output/typescript/project";
import { readDeclared, Selection } from "./selection";
import { withReferredTo } from "./tables";

/** What `rblmonitor adopt` was told. */
export interface AdoptOptions extends AccountOptions {
  readonly language: "typescript" | "hcl";
  readonly output: string;
  readonly stdout?: true;
  readonly force?: true;
  readonly kind?: readonly Kind[];
  readonly tag?: readonly string[];
  readonly collapseSubnets?: true;
  readonly undeclared?: readonly string[];
}

/** Where a command prints. */
export interface Printed {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
}

/**
 * Reads an account, writes its code, and says what was done.
 * @throws Error when the account cannot be read or the files cannot be written; nothing is half written
 */
export async function adopt(options: AdoptOptions, env: NodeJS.ProcessEnv, to: Printed): Promise<void> {
  const { language, output, stdout, force, kind, tag, undeclared } = options;
  if (stdout && language !== "hcl") throw new Error("--stdout prints HCL: add --language hcl.");
  const declared = await readDeclared(undeclared ?? []);
  const selection = new Selection(kind ?? (Object.keys(kinds) as Kind[]), tag ?? [], declared);
  const account = openAccount(options, env);
  try {
    const listed = await explained(readLists(account, withReferredTo(selection.kinds)));
    const lists = await explained(withUnlistedSources(account, listed));
    const found = await adoptionOf(account, lists, selection, options.collapseSubnets);
    const unlisted = lists.of("source").length - listed.of("source").length;
    const adoption = { ...found, notes: [...found.notes, ...unlistedNotes(unlisted)] };
    if (stdout) {
      to.stdout.write([...hclProject(adoption).values()].join("\n"));
      to.stderr.write([...remarks(adoption), ...valuesNeeded(adoption)].map((line) => `${line}\n`).join(""));
      return;
    }
    const code =
      language === "hcl" ? hclProject(adoption) : typescriptProject(adoption, options.accountSid ?? "");
    const credentials = credentialsFile(adoption);
    const files = new Map([
      ...code,
      ...(credentials === undefined ? [] : [[credentialsName, credentials] as const]),
    ]);
    await writeFiles(output, files, {
      ...(force && { force }),
      isPrivate: (name) => name === credentialsName,
      remedy: "Choose another folder with --output, or replace the files with --force.",
    });
    const others = await othersBeside(output, files);
    const requests = await account.requestsSent();
    const next = nextCommands(language, output);
    to.stdout.write(
      summaryOf(adoption, { folder: output, files: [...files.keys()], others, requests, next }),
    );
  } finally {
    await account.close();
  }
}

/** Where nothing is written, the values of credentials are nowhere: people have to give them. */
function valuesNeeded({ variables }: Adoption): readonly string[] {
  const names = variables.flatMap(({ name, value }) => (value === undefined ? [] : [name]));
  if (names.length === 0) return [];
  return [`Credentials are not printed. Set these variables before you plan: ${names.join(", ")}.`];
}

/** Adds the sources that the list leaves out, as far as monitoring profiles name them: paused ones may be missing. */
async function withUnlistedSources(account: Account, lists: AccountLists): Promise<AccountLists> {
  if (!lists.has("source")) return lists;
  const known = new Set(lists.of("source").map(({ id }) => id));
  const named = lists.of("monitoring_profile").flatMap(({ entries = [] }) => entries);
  const missing = [...new Set(named)].filter((id) => !known.has(id));
  const reader = await account.reader("source");
  const found = await Promise.all(missing.map((id) => reader.read(id)));
  return lists.with(
    "source",
    found.filter((source) => source !== undefined),
  );
}

function unlistedNotes(count: number): readonly string[] {
  if (count === 0) return [];
  return [
    `The service's list of sources leaves out ${counted(count, "source")} that monitoring profiles select, probably because they are paused. Paused sources that no profile selects may be missing here: import them by their SIDs.`,
  ];
}

function nextCommands(language: AdoptOptions["language"], output: string): readonly string[] {
  const enter = output === "." ? [] : [`cd ${/^[\w./-]+$/.test(output) ? output : JSON.stringify(output)}`];
  const synth = ["npm install", "npm run synth", "cd cdktf.out/stacks/monitoring"];
  return [
    ...enter,
    ...(language === "hcl" ? [] : synth),
    "terraform init",
    "terraform plan",
    "terraform apply",
  ];
}
