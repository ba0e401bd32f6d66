import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { mapInBatches } from "../../../client/batches";
import type { Account } from "../../../provider/account";
import { createBody } from "../../../provider/managed/api-fields";
import { importIds } from "../../../provider/managed/existing-objects";
import { readUnmanaged, whoHadBefore } from "../../../provider/managed/identity/who-has";
import { abbreviated } from "../../../provider/text";
import { occurrences } from "../../../service/groups";
import { canonicalSid } from "../../../service/sids";
import { sidsIn } from "../../account/names";
import type { AccountOptions } from "../../account/options";
import { withAccount } from "../../account/session";
import { inputFile, inputText } from "../../input";
import { uninterrupted } from "../../interrupt";
import { type PrintOptions, print, writeAtomically } from "../../output/print";
import { type ProcessContext, printable } from "../../output/terminal";
import { counted } from "../../output/text";
import { createsIn, partsOf, secretsIn } from "../../plan/changes";
import { planFilter } from "../../plan/configured";
import { type PlanJson, type PlanText, planText, readPlan } from "../../plan/read-plan";
import { configurationIn } from "../../project/configuration";
import { inTemporaryFolder } from "../../project/folders";
import { managedIn } from "../../state/json";
import { terraformOutput } from "../../terraform-program";

export interface ImportsOptions extends AccountOptions, PrintOptions {
  readonly chdir?: string;
  readonly output?: string;
  readonly provider?: readonly string[];
  readonly stdout?: true;
}

/**
 * Runs the command: reads the plan or makes one, lists the account's objects, and writes the blocks.
 * @returns the exit code: 1 if an object that was not found may be among those that a list lacks
 */
export async function imports(
  file: string | undefined,
  options: ImportsOptions,
  processContext: ProcessContext,
): Promise<number> {
  const { env, stdin, stdout, stderr } = processContext;
  const folder = options.chdir ?? (file === undefined || file === "-" ? "." : dirname(file));
  const { name, text } =
    file === undefined ? await newPlan(folder, env) : await planText(file, options.chdir, env, stdin);
  const plan = readPlan(name, text);
  const planned = createsIn(partsOf(plan).changes);
  const risk = "A block may import an object of another account.";
  const isOfAccount = planFilter(name, plan, options.provider, risk, options.accountSid);
  const creates = planned.filter(({ provider }) => isOfAccount(provider));
  const access = { ...options, secrets: secretsIn(plan) };
  const found = await withAccount(access, processContext, "Listing the account", ({ account, warn }) =>
    findImports(creates, account, heldIds(plan), warn),
  );
  const output = options.output ?? join(folder, "imports.tf");
  const declared = await importedAddresses(dirname(output));
  const isNew = ({ address }: { readonly address: string }) => !declared.has(address);
  const result = { imports: found.imports.filter(isNew), unclear: found.unclear.filter(isNew) };
  const unseen = found.unseen.filter(isNew);
  // Ids are SIDs and subnets: they hold nothing that HCL would interpolate.
  const texts = result.imports.map(({ address, id }) => `import {\n  to = ${address}\n  id = "${id}"\n}\n`);
  const blocks = texts.join("\n");
  const declaredCount = creates.filter((create) => !isNew(create)).length;
  const otherCount = planned.length - creates.length;
  const summary = (place: string) =>
    summaryOf({ ...result, unseen }, result.imports.length === 0 ? null : place, declaredCount, otherCount);
  const code = Math.sign(unseen.length);
  if (options.stdout) {
    stdout.write(blocks);
    stderr.write(summary("standard output"));
    return code;
  }
  const written = result.imports.length === 0 ? null : output;
  if (written !== null) {
    const before = existsSync(written) ? inputText(inputFile(written, "the import blocks"), written) : "";
    await writeAtomically(written, [before, blocks].filter(Boolean).join("\n"));
  }
  print(processContext, options, { version: 1, file: written, ...result }, () => summary(output));
  if (options.json && unseen.length > 0) stderr.write(`rblmonitor: ${unseenText(unseen)}\n`);
  return code;
}

/**
 * A plan of the configuration as it is. It may hold secrets, so it is in a folder that only this user may read, and that an
 * interrupt must not leave.
 */
function newPlan(folder: string, env: NodeJS.ProcessEnv): Promise<PlanText> {
  const run = (...args: readonly string[]) =>
    terraformOutput({ folder, args, alternative: "pass a plan file" }, env);
  const plan = async (temporary: string) => {
    const file = join(temporary, "plan");
    await run("plan", "-input=false", "-refresh=false", `-out=${file}`);
    return { name: "The plan", text: await run("show", "-json", file) };
  };
  return uninterrupted(() => inTemporaryFolder(plan));
}

/** The addresses in the import blocks of a folder: a plan that is older than the blocks does not contain them. */
async function importedAddresses(folder: string): Promise<ReadonlySet<string>> {
  const files = await configurationIn(folder);
  const imports = files.flatMap(({ blocks }) => blocks.filter(({ path }) => path === "import"));
  return new Set(imports.map(({ text }) => /^\s*to\s*=\s*(.*\S)/m.exec(text)?.[1] ?? ""));
}

/** The SIDs that the state holds, or that import blocks name. */
function heldIds(plan: PlanJson): ReadonlySet<string> {
  const prior = managedIn(plan.prior_state?.values?.root_module ?? {});
  const ofState = prior.flatMap(({ values }) => sidsIn(values ?? {}));
  const imported = (plan.resource_changes ?? []).map(({ change }) => change.importing?.id);
  return new Set([...ofState, ...imported].filter((id) => typeof id === "string").map(canonicalSid));
}

/**
 * Finds the object of each planned create in the account.
 * @param held the SIDs of objects that are managed already
 * @param onGap called with the sentence for each list that lacks objects
 */
export async function findImports(
  creates: ReturnType<typeof createsIn>,
  account: Account,
  held: ReadonlySet<string>,
  onGap: (text: string) => void,
) {
  const known = creates.filter(({ object }) => account.knows(object.kind));
  const objects = known.map(({ object }) => object);
  await readUnmanaged(objects, held, account, onGap);
  const find = async ({ address, object, plan }: (typeof creates)[number]) => {
    // Unknown values count as the same: they may be the SIDs of objects that the same blocks import.
    const { body } = createBody(object.attributes, plan);
    const wanted = { object, body, ledger: account.ledger(object) };
    const { duplicates } = await whoHadBefore(wanted);
    const ids = duplicates.length > 0 ? importIds(wanted, duplicates) : [];
    return { address, ids, isLacking: wanted.ledger.lacking > 0 };
  };
  const matches = await mapInBatches(known, find);
  const claims = occurrences(matches.flatMap(({ ids }) => ids));
  const isClear = ({ ids: [id = "", ...others] }: { readonly ids: readonly string[] }) =>
    others.length === 0 && claims.get(id) === 1;
  const existing = matches.filter(({ ids }) => ids.length > 0);
  return {
    imports: existing.filter(isClear).map(({ address, ids }) => ({ address, id: ids[0] ?? "" })),
    // Resources with several objects to choose from, or that share one with another resource.
    unclear: existing.filter((match) => !isClear(match)).map(({ address, ids }) => ({ address, ids })),
    // Resources without an object, which may be among those that a list lacks.
    unseen: matches.filter(({ ids, isLacking }) => ids.length === 0 && isLacking),
  };
}

function unseenText(unseen: readonly { readonly address: string }[]): string {
  const addresses = abbreviated(unseen.map(({ address }) => printable(address)));
  return `A list lacks objects, so these may exist although they were not found: ${addresses}. Run the command again.`;
}

function summaryOf(
  { imports, unclear, unseen }: Awaited<ReturnType<typeof findImports>>,
  file: string | null,
  declared: number,
  others: number,
) {
  const lines = [
    file === null
      ? declared + unseen.length === 0 && "No planned object was found in the account."
      : `Wrote ${counted(imports.length, "import block")} to ${printable(file)}. Apply to import, then delete the blocks.`,
    (file !== null || unclear.length > 0) &&
      "If another state manages an object, do not import it, but replace its block and resource by a data source.",
    unseen.length > 0 && unseenText(unseen),
    declared > 0 && `Planned objects that have an import block already: ${declared}`,
    others > 0 && `Planned objects of other provider configurations, not searched for: ${others}`,
    ...unclear.map(
      ({ address, ids }) =>
        `Choose for ${printable(address)}, of equal objects or resources: ${ids.map(printable).join(", ")}`,
    ),
  ];
  return `${lines.filter(Boolean).join("\n")}\n`;
}
