import type { Kind } from "../../../service/kinds";
import type { ServiceObject } from "../../../service/responses";
import { readObject } from "../../../service/wire-forms";
import { hasOneOf, hasTags } from "../../account/names";
import type { StateOptions } from "../../options";
import type { ProcessContext } from "../../output/terminal";
import { declaredObjects, hasStates } from "../../state/declared";
import { stateTexts } from "../../state/read-state";

/** The SIDs of declared and of unmanaged objects, from states and drift reports. */
export interface KnownSids {
  /** SIDs of the objects in states. */
  readonly declared: ReadonlySet<string>;
  /** SIDs of the unmanaged objects in drift reports; undefined without a report: everything may be adopted. */
  readonly undeclared: ReadonlySet<string> | undefined;
}

/** Which objects of an account are to be adopted. */
export class Selection {
  readonly kinds: readonly Kind[];
  readonly #tags: readonly string[];
  readonly #known: KnownSids;

  /** @param tags objects that have one of them; all objects, of kinds without tags too, if there are none */
  constructor(kinds: readonly Kind[], tags: readonly string[], known: KnownSids) {
    this.kinds = tags.length === 0 ? kinds : kinds.filter(hasTags);
    this.#tags = tags;
    this.#known = known;
  }

  /** The objects of a kind that are to be adopted, in the order of their ids. */
  of(kind: Kind, objects: readonly ServiceObject<Kind>[]): readonly ServiceObject<Kind>[] {
    if (!this.kinds.includes(kind)) return [];
    return objects.filter((object) => this.#has(object)).sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** Whether a state holds the object. */
  isDeclared(id: string): boolean {
    return this.#known.declared.has(id);
  }

  #has(object: ServiceObject<Kind>): boolean {
    const { id, tags, parent }: { id: string; tags?: readonly string[]; parent?: string } = object;
    const { undeclared } = this.#known;
    // A host of a subnet belongs to the subnet's resource, even if it came later.
    if (this.isDeclared(id) || (parent !== undefined && this.isDeclared(parent))) return false;
    if (undeclared !== undefined && !undeclared.has(id)) return false;
    return hasOneOf(this.#tags, tags);
  }
}

/**
 * The declared objects in files: states as `terraform show -json` or `terraform state pull` write them, and reports
 * of `rblmonitor drift --format json`.
 * @throws Error with the name of a file that is neither
 */
export async function readDeclared(
  { undeclared = [], ...options }: StateOptions & { readonly undeclared?: readonly string[] },
  { env, stdin }: Pick<ProcessContext, "env" | "stdin">,
): Promise<KnownSids> {
  const { state: files = [], chdir: folders = [], provider } = options;
  const named = hasStates([], options) ? await stateTexts({ files, folders }, env, stdin) : [];
  const texts = undeclared.length > 0 ? await stateTexts({ files: undeclared, folders: [] }, env, stdin) : [];
  const reports = texts.flatMap(({ text }) => undeclaredOf(text) ?? []);
  const states = texts.filter(({ text }) => undeclaredOf(text) === undefined);
  const { declared } = declaredObjects([...named, ...states], provider);
  return {
    declared: new Set(declared.flatMap(({ ids }) => ids)),
    undeclared: states.length === texts.length ? undefined : new Set(reports),
  };
}

/** The SIDs of the unmanaged objects in a drift report; undefined for another file. */
function undeclaredOf(text: string): readonly string[] | undefined {
  let report: unknown;
  try {
    report = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { findings } = readObject(report) ?? {};
  return Array.isArray(findings) ? findings.flatMap(undeclaredId) : undefined;
}

function undeclaredId(finding: unknown): readonly string[] {
  const { type, id } = readObject(finding) ?? {};
  return type === "undeclared" && typeof id === "string" ? [id] : [];
}
