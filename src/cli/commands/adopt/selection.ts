import * as z from "zod/mini";
import { type Kind, kindNames } from "../../../service/kinds";
import type { ServiceObject } from "../../../service/responses";
import { hasOneOf, hasTags } from "../../account/names";
import type { AccountOptions } from "../../account/options";
import { commandReport } from "../../input";
import type { SelectionOptions, StateOptions } from "../../options";
import type { ProcessContext } from "../../output/terminal";
import { givenStates, hasStates } from "../../state/declared";

/** Which objects of an account are to be adopted. */
export type Selection = Awaited<ReturnType<typeof selectionOf>>;

/** @throws Error that names a file without a state or report */
export async function selectionOf(
  options: StateOptions &
    SelectionOptions &
    Pick<AccountOptions, "accountSid"> & { readonly undeclared?: string },
  processContext: Pick<ProcessContext, "env" | "stdin">,
) {
  const { kind = kindNames, tag = [], undeclared } = options;
  const states = hasStates([], options)
    ? await givenStates([], options, processContext)
    : { declared: [], notes: [] };
  const declared = new Set(states.declared.flatMap(({ ids }) => ids));
  const unmanaged =
    undeclared === undefined ? undefined : await unmanagedIn(undeclared, processContext.stdin);
  return {
    kinds: tag.length === 0 ? kind : kind.filter(hasTags),
    /** The SIDs of the objects in states. */
    declared,
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

const driftReport = z.object({ findings: z.array(z.object({ type: z.string(), id: z.string() })) });

/** The SIDs of the unmanaged objects in a report of `rblmonitor drift --json`. */
async function unmanagedIn(file: string, stdin: AsyncIterable<Uint8Array>): Promise<ReadonlySet<string>> {
  const { findings } = await commandReport(file, stdin, "drift", driftReport);
  return new Set(findings.flatMap(({ id, type }) => (type === "undeclared" ? [id] : [])));
}
