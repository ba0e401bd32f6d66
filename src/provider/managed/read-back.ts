import { type Call, isFullyKnown, type ObjectValue } from "../../terraform";
import type { Account } from "../account";
import { reportedValues } from "./api-fields";
import type { AnyManagedObject } from "./object";
import { namesReadBack, noteServed, type ValuesById } from "./served-values";
import { wireFields } from "./wire";

interface Write {
  readonly id: string;
  /** All objects that were written, where the resource stands for several. */
  readonly ids: readonly string[];
  readonly plan: ObjectValue;
  /** The attributes that the write set. */
  readonly sent: ObjectValue;
  /** What its answer told. */
  readonly reported: ObjectValue;
}

/**
 * What is told of an object after a write: by its answer and, only if that leaves open what the plan leaves open or what
 * the service may serve differently, by reading the object once.
 */
export async function withReadBack(
  object: AnyManagedObject,
  call: Call<Account>,
  { id, ids, plan, sent, reported }: Write,
): Promise<ObjectValue> {
  const { attributes } = object;
  const checked = namesReadBack(attributes, sent);
  const unknown = wireFields(attributes)
    .map(({ name }) => name)
    .filter((name) => !isFullyKnown(plan[name] ?? null));
  const open = [...unknown, ...checked].filter((name) => !(name in reported));
  // Of several objects each may serve something else.
  const read =
    open.length === 0 ? {} : await readBack(object, call, { id, ids: checked.length > 0 ? ids : [id], open });
  const known = { ...read[id], ...reported };
  noteServed(attributes, sent, { ...read, [id]: known }, call);
  return known;
}

/** The write itself is done, so a failure to read is no failure of the write: the next plan reads again. */
async function readBack(
  object: AnyManagedObject,
  { context, diagnostics, signal }: Call<Account>,
  { id, ids, open }: Pick<Write, "id" | "ids"> & { readonly open: readonly string[] },
): Promise<ValuesById> {
  try {
    const now = await (await context.reader(object.kind)).readManyFresh(ids, { signal });
    return Object.fromEntries(now.map((one) => [one.id, reportedValues(object.attributes, one)]));
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    diagnostics.warning(
      "Not read back",
      `${id} was written, but could not be read afterwards, so the service's value of ${open.join(", ")} is not known yet: ${why}`,
    );
    return {};
  }
}
