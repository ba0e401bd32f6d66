import { firstFew } from "../../provider/first-few";
import { globOf } from "../glob";
import type { Note } from "../output/note";
import { type Declared, declaredIn } from "./declared";
import { readState, type StateText } from "./read-state";
import type { StoredInstance } from "./stored-instance";

/** What all given states hold of the account, and what there is to say of them. */
export interface DeclaredObjects {
  readonly declared: readonly Declared[];
  readonly notes: readonly Note[];
}

/**
 * Reads the states.
 * @param providers patterns of the provider configurations that work on the account; undefined when there is but one
 * @throws Error for a state that cannot be read, or that holds objects of several configurations of the provider, of
 * which some may be in another account and look gone in this one
 */
export function declaredObjects(
  states: readonly StateText[],
  providers: readonly string[] | undefined,
): DeclaredObjects {
  const notes: Note[] = [];
  const declared = states.flatMap((state) => {
    const found = declaredIn(state.name, ofProviders(state.name, readState(state), providers));
    if (found.unknownTypes.length > 0) {
      notes.push({
        text: `${state.name} holds objects of types that this version does not know, which are passed over: ${found.unknownTypes.join(", ")}.`,
      });
    }
    if (found.declared.length === 0) {
      notes.push({ text: `${state.name} holds nothing of this provider, so it declares no object.` });
    }
    return found.declared;
  });
  return { declared, notes: [...notes, ...declaredTwice(declared)] };
}

function ofProviders(
  state: string,
  instances: readonly StoredInstance[],
  providers: readonly string[] | undefined,
): readonly StoredInstance[] {
  const own = instances.filter(({ type }) => type.startsWith("rblmonitor_"));
  if (providers === undefined) {
    const configurations = [...new Set(own.map(({ provider }) => provider ?? "default"))].sort();
    if (configurations.length <= 1) return own;
    throw new Error(
      `${state} holds objects of several configurations of the provider: ${configurations.join(", ")}. Those of another account would look gone. Say with --provider which of them work on this account, for example --provider ${configurations[0]}, or --provider '*' if all do.`,
    );
  }
  if (own.some(({ provider }) => provider === undefined)) {
    throw new Error(
      `${state} does not tell which provider configuration an object is of, as --provider needs: give what \`terraform state pull\` prints.`,
    );
  }
  const wanted = providers.map(globOf);
  return own.filter(({ provider = "" }) => wanted.some((isWanted) => isWanted(provider)));
}

function declaredTwice(declared: readonly Declared[]): Note[] {
  const byId = new Map<string, string[]>();
  for (const { id, address, state } of declared) {
    const places = byId.get(id) ?? [];
    byId.set(id, [...places, `${address} in ${state}`]);
  }
  return [...byId]
    .filter(([, places]) => places.length > 1)
    .map(([id, places]) => ({ text: `${id} is declared more than once: ${firstFew(places)}.` }));
}
