import * as z from "zod/mini";
import { type Kind, kindNames } from "../../../service/kinds";
import type { ServiceObject } from "../../../service/responses";
import { hasOneOf, hasTags } from "../../account/names";
import type { AccountOptions } from "../../account/options";
import { commandReport } from "../../input";
import type { SelectionOptions, StateOptions } from "../../options";
import { type ProcessContext, printable, shellWord } from "../../output/terminal";
import { counted } from "../../output/text";
import { configurationIn } from "../../project/configuration";
import { givenStates, hasStates } from "../../state/declared";
import { workspacesIn } from "../../terraform-program";
import type { Declaration } from "./declaration";

export interface SelectingOptions extends StateOptions, SelectionOptions, Pick<AccountOptions, "accountSid"> {
  readonly output: string;
  readonly force?: true;
  readonly undeclared?: string;
}

/** Which objects of an account are to be adopted. */
export type Selection = Awaited<ReturnType<typeof selectionOf>>;

type SelectionContext = Pick<ProcessContext, "env" | "stdin">;

/** @throws Error that names a file without a state or report, or a configuration whose state is unclear */
export async function selectionOf(options: SelectingOptions, processContext: SelectionContext) {
  const { kind = kindNames, tag = [], undeclared, force } = options;
  const { isOwn, ...states } = await statesOf(options, processContext);
  // With --force, files are replaced, so they must declare again what they declared.
  const declared = new Set(isOwn && force ? [] : states.declared.flatMap(({ ids }) => ids));
  const unmanaged =
    undeclared === undefined ? undefined : await unmanagedIn(undeclared, processContext.stdin);
  const isAsked = options.kind !== undefined || tag.length > 0 || undeclared !== undefined;
  return {
    kinds: tag.length === 0 ? kind : kind.filter(hasTags),
    /** Whether the defaults of every account are adopted, which `drift` does not report next to a state either. */
    hasDefaults: declared.size === 0 || isAsked,
    /** The SIDs of the objects that are left out, since states hold them. */
    declared,
    /** @throws Error if the files would no longer declare an object that the state of their folder manages */
    assertKept(declarations: readonly Declaration[]): void {
      if (!isOwn || !force) return;
      const kinds = new Set(declarations.map(({ kind }) => kind));
      const addresses = new Map(declarations.map(({ id, kind, name }) => [id, `rblmonitor_${kind}.${name}`]));
      const lost = states.declared.find(
        ({ id, kind, address }) => kinds.has(kind) && addresses.get(id) !== address,
      );
      if (lost === undefined) return;
      throw new Error(
        `The state of ${printable(options.output)} manages ${printable(lost.address)}, and the new files would not declare ${lost.id} at that address. Omit --force, or choose another folder with --output.`,
      );
    },
    /** Notes on the states, in sentences. */
    notes: states.notes.map(({ text }) => text),
    /** Whether an object of these kinds is to be adopted. */
    has(object: ServiceObject<Kind>): boolean {
      const { id, tags, parent = "" }: { id: string; tags?: readonly string[]; parent?: string } = object;
      // A host of a subnet belongs to the subnet's resource, even if it came later.
      if (declared.has(id) || declared.has(parent)) return false;
      return (unmanaged?.has(id) ?? true) && hasOneOf(tag, tags);
    },
  };
}

/**
 * The states that options select, else that of the configuration that the code is written into (`isOwn`).
 * @throws Error if it cannot be read, or if other workspaces have further states
 */
async function statesOf(options: SelectingOptions, processContext: SelectionContext) {
  const { force, output, undeclared } = options;
  if (hasStates([], options)) return { isOwn: false, ...(await givenStates([], options, processContext)) };
  const [here = [], there = []] = await Promise.all([".", output].map(configurationIn));
  if (undeclared !== undefined || there.length === 0) {
    const text =
      "This folder has a configuration. To leave out the objects that its state manages, add --chdir .";
    const notes = undeclared === undefined && here.length > 0 ? [{ text }] : [];
    return { isOwn: false, declared: [], notes };
  }
  const { declared, notes } = await givenStates([], { ...options, chdir: [output] }, processContext);
  const workspaces = await workspacesIn(output, processContext.env);
  if (workspaces.length > 1)
    throw new Error(
      `The configuration in ${printable(output)} has several workspaces, and each has a state: ${workspaces.map(printable).join(", ")}. Select the states of this account: --chdir ${shellWord(output)} reads that of the selected workspace, and --state a file with the output of \`terraform state pull\`.`,
    );
  const text = `Left out ${counted(declared.length, "object")} that the state of ${printable(output)} manages.`;
  return { isOwn: true, declared, notes: declared.length === 0 || force ? notes : [...notes, { text }] };
}

const driftReport = z.object({ findings: z.array(z.object({ type: z.string(), id: z.string() })) });

/** The SIDs of the unmanaged objects in a report of `rblmonitor drift --json`. */
async function unmanagedIn(file: string, stdin: AsyncIterable<Uint8Array>): Promise<ReadonlySet<string>> {
  const { findings } = await commandReport(file, stdin, "drift", driftReport);
  return new Set(findings.flatMap(({ id, type }) => (type === "undeclared" ? [id] : [])));
}
