import type { Kind } from "../../service/kinds";
import type { ServiceObject } from "../../service/responses";
import { isFullyKnown, type ObjectValue } from "../../terraform";
import { abbreviated } from "../text";
import { type ApiObject, differs, reportedValues, resolveUnknowns } from "./api-fields";
import type { AnyManagedObject, Call } from "./object";
import { noteWritten, type Written } from "./stored-forms";
import { wireFields } from "./wire";

interface Write extends Pick<Written, "names" | "plan" | "isAdopted"> {
  /** All written objects. The first one is that of the resource's id. */
  readonly ids: readonly string[];
  /** The objects of its response. */
  readonly returned: readonly ApiObject[];
  /** The attributes to read if the response lacks them, in addition to those that are unknown in the plan. */
  readonly readBack?: readonly string[];
  /** Whether each object may show another value, not only the first one. */
  readonly mayBeMixed?: boolean;
  /** The state before an update; undefined for new objects. */
  readonly prior?: ObjectValue;
  /** Values that are known without a read, such as the id. */
  readonly known: ObjectValue;
}

/**
 * The state of an object after a write: the plan with the values of the response and, if it lacks values that are unknown in the
 * plan or to be read back, those of one read. Notes the forms in which the service stores what was sent.
 */
export async function withReadBack(object: AnyManagedObject, call: Call, write: Write): Promise<ObjectValue> {
  const { ids, plan, names, returned, readBack = [], mayBeMixed, prior, isAdopted, known } = write;
  const { attributes } = object;
  const [id = ""] = ids;
  const [first] = returned;
  const unknown = wireFields(attributes).filter(({ name }) => !isFullyKnown(plan[name] ?? null));
  const reported = first === undefined ? {} : reportedValues(attributes, first);
  const open = [...unknown.map(({ name }) => name), ...readBack].filter((name) => !(name in reported));
  const consequence = `The next refresh reads the value of ${open.join(", ")}.`;
  const toRead = mayBeMixed ? ids : [id];
  let now = open.length === 0 ? [] : await readAfterWrite(object, call, toRead, consequence);
  const isBefore = (each: ApiObject) =>
    Object.entries(reportedValues(attributes, each)).some(([name, value]) => {
      return differs(attributes, name, value, plan) && !differs(attributes, name, value, prior ?? plan);
    });
  // What was there before may be an old answer, or all that the service allows.
  if (now.some(isBefore)) now = await readAfterWrite(object, call, toRead, consequence, 2_000);
  const byId = new Map([...now, ...returned].map((each) => [each.id, each as ApiObject]));
  if (first !== undefined) byId.set(first.id, { ...now.find((each) => each.id === first.id), ...first });
  noteWritten(object, call, { names, plan, shown: [...byId.values()], prior, isAdopted });
  const written = byId.get(id);
  return resolveUnknowns(plan, { ...(written && reportedValues(attributes, written)), ...known });
}

/** The objects that were written, after a wait. A failure is only a warning, because the next refresh reads them again. */
export async function readAfterWrite(
  { kind }: AnyManagedObject,
  { context, diagnostics, signal }: Call,
  ids: readonly string[],
  consequence: string,
  wait?: number,
): Promise<readonly ServiceObject<Kind>[]> {
  try {
    if (wait !== undefined) await context.sleep(wait, signal);
    return await (await context.reader(kind)).readManyFresh(ids, { signal });
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    diagnostics.warning(
      "Read after write failed",
      `${abbreviated(ids)}: written, but could not be read afterwards. ${consequence} ${reason}`,
    );
    return [];
  }
}
