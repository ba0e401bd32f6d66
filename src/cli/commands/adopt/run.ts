import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Account } from "../../../provider/account";
import { kindNames, kinds } from "../../../service/kinds";
import { type AccountLists, progressOf, readLists } from "../../account/lists";
import { tagsOf } from "../../account/names";
import type { AccountOptions } from "../../account/options";
import { type AccountSession, readingAccount, withAccount } from "../../account/session";
import { type PrintOptions, print } from "../../output/print";
import { assertMatched, unmatched } from "../../output/suggestion";
import { type ProcessContext, shellWord } from "../../output/terminal";
import { counted, disjunction } from "../../output/text";
import type { Template } from "../../project/application-files";
import { otherFiles, type ProjectFile, refuseExisting, writeFiles } from "../../project/files";
import { gitignore, gitignoreFor, ignoredLines, ignoreNotes } from "../../project/git-ignore";
import { packageRoot, packageSource } from "../../project/package-source";
import { type Program, programOn } from "../../terraform-program";
import { adoptionOf } from "./adoption";
import { byKind } from "./declaration";
import { withReferredTo } from "./expressions";
import { hclProject, neededProviderFiles, providerFiles } from "./output/hcl";
import { summaryOf } from "./output/summary";
import { typescriptProject } from "./output/typescript";
import { type SelectingOptions, selectionOf } from "./selection";

export interface AdoptOptions extends AccountOptions, SelectingOptions, PrintOptions {
  readonly template?: Template;
  readonly collapseSubnets?: true;
}

/**
 * Reads an account, writes its code, and prints a summary.
 * @throws Error when the account cannot be read or the files cannot be written; nothing is half written
 */
export async function adopt(asked: AdoptOptions, processContext: ProcessContext, root = packageRoot) {
  const isHcl = (await readdir(".")).some((name) => /\.(tf|tofu)$/.test(name));
  const { template = isHcl ? "hcl" : "cdktn", ...options } = asked;
  const { force, output, undeclared } = options;
  // A folder that has one of these is refused before the account is read. With --undeclared, there may be nothing to write.
  const alwaysWritten = template === "hcl" ? await neededProviderFiles(output) : ["package.json", "main.ts"];
  if (!force && undeclared === undefined) await refuseExisting(output, alwaysWritten, elsewhere);
  const selection = await selectionOf(options, processContext);
  const work = async ({ account, showProgress }: AccountSession) => {
    const gaps: string[] = [];
    const shown = await readLists(account, withReferredTo(selection.kinds), {
      once: true,
      onGap: (text) => gaps.push(text),
      onRead: progressOf(showProgress),
    });
    assertMatched(unmatchedTags(options, shown));
    const { lists, notes } = await withHiddenSources(account, shown);
    const adoption = await adoptionOf(account, lists, selection, options.collapseSubnets, showProgress);
    return {
      adoption: {
        ...adoption,
        notes: [...selection.notes, ...gaps, ...adoption.notes, ...notes, ...emptyKinds(options, shown)],
      },
      requests: await account.requestsSent(),
    };
  };
  const { adoption, requests } = await withAccount(options, processContext, readingAccount, work);
  const { declarations, leftOut } = adoption;
  selection.assertKept(declarations);
  const code =
    template === "hcl"
      ? hclProject(adoption, alwaysWritten)
      : typescriptProject(adoption, template, await packageSource(root));
  // With --undeclared, the code belongs in the configuration that lacks its objects.
  const isPart = undeclared !== undefined && template === "hcl" && output !== ".";
  const rules: readonly ProjectFile[] = isPart
    ? // The line before those may have no end.
      [[gitignore, ["", ...ignoredLines(template), ""].join("\n")]]
    : await gitignoreFor(output, template, processContext.env);
  const files = new Map(declarations.length === 0 ? [] : [...code, ...rules]);
  const added = files.size === 0 ? [] : await writeFiles(output, files, elsewhere, force);
  const program = await programOn(processContext.env, output);
  const commands = isPart
    ? moveCommands([...files.keys()], isHcl ? output : resolve(output))
    : firstCommands(program, template, output);
  const imports = ["plan", "apply"].map((command) => `${program} ${command}`);
  const inGit = files.size === 0 ? [] : await ignoreNotes(isPart ? "." : output, added, processContext.env);
  const notes = [...adoption.notes, ...inGit];
  const outcome = {
    version: 1,
    folder: output,
    files: [...files.keys()],
    others: files.size === 0 ? [] : await otherFiles(output, files),
    adopted: Object.fromEntries([...byKind(declarations)].map(([kind, { length }]) => [kind, length])),
    left_out: leftOut,
    notes,
    requests,
    next: files.size === 0 ? [] : [...commands, ...imports],
  };
  print(processContext, options, outcome, () => summaryOf({ ...adoption, notes }, outcome, isPart));
}

const elsewhere = "Choose another folder with --output, or replace the files with --force.";

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
  const note = `The service's list lacks ${counted(hidden.length, "source")} that monitoring profiles select: it probably leaves out paused sources. Those that no profile selects may be missing here: import them by their SIDs.`;
  return { lists: lists.with("source", hidden), notes: [note] };
}

/** The commands before the import in a project of its own. */
function firstCommands(program: Program, template: Template, folder: string): readonly string[] {
  const enter = folder === "." ? [] : [`cd ${shellWord(folder)}`];
  const synth = ["npm install", "npx rblmonitor install", "npm run synth", "cd cdktf.out/stacks/monitoring"];
  return [...enter, ...(template === "hcl" ? [] : synth), `${program} init`];
}

/** The commands that move the code into this folder, which must ignore the credentials before they are there. */
function moveCommands(files: readonly string[], from: string): readonly string[] {
  const pathOf = (name: string) => shellWord(join(from, name));
  const code = files.filter((name) => ![...providerFiles, gitignore].includes(name));
  const ignore = files.includes(gitignore) ? [`cat ${pathOf(gitignore)} >> ${gitignore}`] : [];
  return [...ignore, `mv -i ${code.map(pathOf).join(" ")} .`];
}
