import * as z from "zod/mini";
import { type Kind, kindNames } from "../../../service/kinds";
import type { ServiceObject } from "../../../service/responses";
import { hasOneOf, hasTags } from "../../account/names";
import type { AccountOptions } from "../../account/options";
import { inputBytes, inputName, inputText } from "../../input";
import type { SelectionOptions, StateOptions } from "../../options";
import type { ProcessContext } from "../../output/terminal";
import { givenStates, hasStates } from "../../state/declared";

/** Which objects of an account are to be adopted. */
export class Selection {
  readonly kinds: readonly Kind[];
  readonly #tags: readonly string[];
  readonly #declared: ReadonlySet<string>;
  readonly #unmanaged: ReadonlySet<string> | undefined;

  /**
   * @param tags objects that have one of them; all objects, of kinds without tags too, if there are none
   * @param declared the SIDs of the objects in states
   * @param unmanaged the SIDs of the objects that may be adopted; undefined if all may
   */
  constructor(
    kinds: readonly Kind[],
    tags: readonly string[],
    declared: ReadonlySet<string>,
    unmanaged: ReadonlySet<string> | undefined,
  ) {
    this.kinds = tags.length === 0 ? kinds : kinds.filter(hasTags);
    this.#tags = tags;
    this.#declared = declared;
    this.#unmanaged = unmanaged;
  }

  /** The objects of a kind that are to be adopted, in the order of their ids. */
  of(kind: Kind, objects: readonly ServiceObject<Kind>[]): readonly ServiceObject<Kind>[] {
    if (!this.kinds.includes(kind)) return [];
    return objects.filter((object) => this.#has(object)).sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** Whether a state holds the object. */
  isDeclared(id: string): boolean {
    return this.#declared.has(id);
  }

  #has(object: ServiceObject<Kind>): boolean {
    const { id, tags, parent }: { id: string; tags?: readonly string[]; parent?: string } = object;
    // A host of a subnet belongs to the subnet's resource, even if it came later.
    if (this.isDeclared(id) || (parent !== undefined && this.isDeclared(parent))) return false;
    return (this.#unmanaged?.has(id) ?? true) && hasOneOf(this.#tags, tags);
  }
}

/** @throws Error that names a file without a state or report */
export async function selectionOf(
  options: StateOptions &
    SelectionOptions &
    Pick<AccountOptions, "accountSid"> & { readonly undeclared?: string },
  processContext: Pick<ProcessContext, "env" | "stdin">,
): Promise<Selection> {
  const { kind = kindNames, tag = [], undeclared } = options;
  const { declared } = hasStates([], options)
    ? await givenStates([], options, processContext)
    : { declared: [] };
  return new Selection(
    kind,
    tag,
    new Set(declared.flatMap(({ ids }) => ids)),
    undeclared === undefined ? undefined : await unmanagedIn(undeclared, processContext.stdin),
  );
}

const driftReport = z.object({ findings: z.array(z.object({ type: z.string(), id: z.string() })) });

/** The SIDs of the unmanaged objects in a report of `rblmonitor drift --json`. */
async function unmanagedIn(file: string, stdin: AsyncIterable<Uint8Array>): Promise<ReadonlySet<string>> {
  const text = inputText(await inputBytes(file, stdin, "the report"));
  try {
    const { findings } = driftReport.parse(JSON.parse(text));
    return new Set(findings.flatMap(({ id, type }) => (type === "undeclared" ? [id] : [])));
  } catch {
    throw new Error(`${inputName(file)} is not a report of \`rblmonitor drift --json\`.`);
  }
}
