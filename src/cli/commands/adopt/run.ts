import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Account } from "../../../provider/account";
import { kindNames, kinds } from "../../../service/kinds";
import { type AccountLists, progressOf, readLists } from "../../account/lists";
import { tagsOf } from "../../account/names";
import type { AccountOptions } from "../../account/options";
import { readingAccount, withAccount } from "../../account/session";
import type { SelectionOptions, StateOptions } from "../../options";
import { type PrintOptions, print } from "../../output/print";
import { assertMatched, unmatched } from "../../output/suggestion";
import { type ProcessContext, shellWord } from "../../output/terminal";
import { counted, disjunction } from "../../output/text";
import type { Template } from "../../project/application-files";
import { ignoredFiles, otherFiles, refuseExisting, writeFiles } from "../../project/files";
import { packageRoot, packageSource } from "../../project/package-source";
import { type Program, programOn } from "../../terraform-program";
import { adoptionOf } from "./adoption";
import { type Adoption, byKind, credentialsName } from "./declaration";
import { withReferredTo } from "./expressions";
import { credentialsFile, hclProject } from "./output/hcl";
import { summaryOf } from "./output/summary";
import { typescriptProject } from "./output/typescript";
import { neededProviderFiles } from "./present-provider";
import { selectionOf } from "./selection";

export interface AdoptOptions extends AccountOptions, StateOptions, SelectionOptions, PrintOptions {
  readonly template?: Template;
  readonly output: string;
  readonly force?: true;
  readonly collapseSubnets?: true;
  readonly undeclared?: string;
}

type Complete = AdoptOptions & { readonly template: Template };

/** The template without --template: HCL in a folder with a configuration in HCL. */
async function defaultTemplate(): Promise<Template> {
  const isHcl = (await readdir(".")).some((name) => /\.(tf|tofu)$/.test(name));
  return isHcl ? "hcl" : "cdktn";
}

/**
 * Reads an account, writes its code, and prints a summary.
 * @throws Error when the account cannot be read or the files cannot be written; nothing is half written
 */
export async function adopt(
  asked: AdoptOptions,
  processContext: ProcessContext,
  root = packageRoot,
): Promise<void> {
  const options = { ...asked, template: asked.template ?? (await defaultTemplate()) };
  const { force, output, template, undeclared } = options;
  // A folder that has one of these is refused before the account is read. With --undeclared, there may be nothing to write.
  const alwaysWritten = template === "hcl" ? await neededProviderFiles(output) : ["package.json", "main.ts"];
  if (!force && undeclared === undefined) await refuseExisting(output, alwaysWritten, elsewhere);
  const selection = await selectionOf(options, processContext);
  const { adoption, requests } = await withAccount(
    options,
    processContext,
    readingAccount,
    async (session) => {
      const { account, showProgress } = session;
      const gaps: string[] = [];
      const shown = await readLists(account, withReferredTo(selection.kinds), {
        once: true,
        onGap: (text) => gaps.push(text),
        onRead: progressOf(showProgress),
      });
      assertMatched(unmatchedTags(options, shown));
      const { lists, notes } = await withHiddenSources(account, shown);
      const adoption = await adoptionOf(
        account,
        lists,
        selection,
        options.collapseSubnets === true,
        showProgress,
      );
      return {
        adoption: {
          ...adoption,
          notes: [...gaps, ...adoption.notes, ...notes, ...emptyKinds(options, shown)],
        },
        requests: await account.requestsSent(),
      };
    },
  );
  const { declarations, leftOut, notes } = adoption;
  const written =
    declarations.length === 0
      ? { files: [], others: [], next: [] }
      : await writeProject(root, adoption, options, processContext.env, alwaysWritten);
  const counts = [...byKind(declarations)].map(([kind, { length }]) => [kind, length]);
  const adopted = Object.fromEntries(counts);
  const outcome = { version: 1, folder: output, ...written, adopted, left_out: leftOut, notes, requests };
  print(processContext, options, outcome, () => summaryOf(adoption, outcome, isPart(options)));
}

const elsewhere = "Choose another folder with --output, or replace the files with --force.";

/** Writes the code of an adoption. Returns what the folder has now, and the next commands. */
async function writeProject(
  root: string,
  adoption: Adoption,
  options: Complete,
  env: NodeJS.ProcessEnv,
  alwaysWritten: readonly string[],
) {
  const { template, output, force } = options;
  const code =
    template === "hcl"
      ? hclProject(adoption, alwaysWritten)
      : typescriptProject(adoption, template, await packageSource(root));
  const credentials = credentialsFile(adoption);
  const files = new Map(code);
  if (credentials !== undefined) {
    files.set(credentialsName, credentials);
    // A file that is there may have rules of its own.
    if (!existsSync(join(output, ".gitignore"))) files.set(".gitignore", gitignore);
  }
  await writeFiles(output, files, {
    ...(force && { force }),
    isPrivate: (name) => name === credentialsName,
    remedy: elsewhere,
  });
  return {
    files: [...files.keys()],
    others: await otherFiles(output, files),
    next: nextCommands(options, await programOn(env, output)),
  };
}

/** Keeps the credentials, and what Terraform stores of them, out of version control. */
const gitignore = `${credentialsName}\n${ignoredFiles}.terraform/\ncdktf.out/\nnode_modules/\n`;

/** Requested kinds that no object of the account has. */
function emptyKinds({ kind = [] }: AdoptOptions, lists: AccountLists): string[] {
  return kind
    .filter((each) => lists.has(each) && lists.of(each).length === 0)
    .map((each) => `The account has no ${kinds[each].plural}.`);
}

/** Requested tags that no object of the account has. */
function unmatchedTags({ kind = [], tag = [] }: AdoptOptions, lists: AccountLists): string[] {
  const searched = kind.length === 0 ? kindNames : kind;
  const subject = kind.length === 0 ? "object" : disjunction(kind.map((each) => kinds[each].title));
  const known = tagsOf(searched.flatMap((each) => lists.of(each)));
  return unmatched(tag, known, subject);
}

/** Adds the sources that the list leaves out, as far as monitoring profiles name them: paused ones may be missing. */
async function withHiddenSources(account: Account, lists: AccountLists) {
  if (!lists.has("source")) return { lists, notes: [] };
  const known = new Set(lists.of("source").map(({ id }) => id));
  const named = lists.of("monitoring_profile").flatMap(({ entries = [] }) => entries);
  const missing = [...new Set(named)].filter((id) => !known.has(id));
  const reader = await account.reader("source");
  const read = await Promise.all(missing.map((id) => reader.read(id)));
  const hidden = read.filter((source) => source !== undefined);
  if (hidden.length === 0) return { lists, notes: [] };
  const note = `The service's list of sources leaves out ${counted(hidden.length, "source")} that monitoring profiles select, probably because they are paused. Paused sources that no profile selects may be missing here: import them by their SIDs.`;
  return { lists: lists.with("source", hidden), notes: [note] };
}

/** Whether the code belongs in the configuration that lacks its objects. */
function isPart({ undeclared, template, output }: Complete): boolean {
  return undeclared !== undefined && template === "hcl" && output !== ".";
}

function nextCommands(options: Complete, program: Program): readonly string[] {
  const { template, output } = options;
  if (isPart(options)) return ["plan", "apply"].map((command) => `${program} ${command}`);
  const enter = output === "." ? [] : [`cd ${shellWord(output)}`];
  const synth = ["npm install", "npx rblmonitor install", "npm run synth", "cd cdktf.out/stacks/monitoring"];
  return [
    ...enter,
    ...(template === "hcl" ? [] : synth),
    ...["init", "plan", "apply"].map((command) => `${program} ${command}`),
  ];
}
