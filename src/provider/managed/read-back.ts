import type { Call } from "../../terraform/definition/resource";
import { isWhollyKnown } from "../../terraform/values/known";
import type { ObjectValue } from "../../terraform/values/object-value";
import type { Account } from "../account";
import type { AnyManagedObject } from "./object";
import { namesServedDifferently, noteServed } from "./served-values";
import { toldValues } from "./told-fields";
import { wireFields } from "./wire";

interface Write {
  readonly id: string;
  readonly plan: ObjectValue;
  /** The attributes that the write set. */
  readonly sent: ObjectValue;
  /** What its answer told. */
  readonly told: ObjectValue;
}

/**
 * What is told of an object after a write: by its answer and, only if that leaves open what the plan leaves open or what
 * the service may serve differently, by reading the object once.
 */
export async function withWhatIsOpen(
  object: AnyManagedObject,
  call: Call<Account>,
  write: Write,
): Promise<ObjectValue> {
  const { attributes } = object;
  const open = [
    ...wireFields(attributes)
      .map(({ name }) => name)
      .filter((name) => !isWhollyKnown(write.plan[name] ?? null)),
    ...namesServedDifferently(attributes, write.sent),
  ].filter((name) => !(name in write.told));
  const told =
    open.length === 0 ? write.told : { ...(await readBack(object, call, write.id, open)), ...write.told };
  noteServed({ ...call, attributes, sent: write.sent, told });
  return told;
}

/** The write itself is done, so a failure to read is no failure of the write: the next plan reads again. */
async function readBack(
  object: AnyManagedObject,
  { context, diagnostics, signal }: Call<Account>,
  id: string,
  open: readonly string[],
): Promise<ObjectValue> {
  try {
    const now = await (await context.reader(object.kind)).readFresh(id, { signal });
    return now === undefined ? {} : toldValues(object.attributes, now);
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    diagnostics.warning(
      "Not read back",
      `${id} was written, but could not be read afterwards, so state does not know its ${open.join(", ")} yet: ${why}`,
    );
    return {};
  }
}
