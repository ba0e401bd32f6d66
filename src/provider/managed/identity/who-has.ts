import type { Kind } from "../../../service/kinds";
import type { ServiceObject } from "../../../service/responses";
import { type Likeness, mayBeSame } from "../../../service/same";
import { isPausedStatus } from "../../../service/status";
import type { ObjectValue, Value } from "../../../terraform";
import type { Account } from "../../account";
import { lackingText } from "../../text";
import { compareValue, createBody, isEmpty, isIdentifiable } from "../api-fields";
import {
  type AnyManagedObject,
  type CreateBody,
  type CreatedObjects,
  type Identified,
  keyField,
  type Matches,
  type ServiceObjects,
} from "../object";
import { wireFields } from "../wire";
import type { Entry, Ledger } from "./ledger";
import { type Fields, keyRuleOf } from "./natural-key";

/*
 * The door to one question: is this the same object as one that exists? Plans, creates, the search after a lost answer, imports
 * and commands ask here. `compare` decides it for two objects, `whoHas` for a create and the objects of the account.
 */

/**
 * Compares an object with a create: its natural key by the rule of the kind, and whether every other returned field means what
 * was sent, or may mean it, and omitted fields are empty. Fields that the API does not return (docs/design/open-points.md#2), or
 * that the service or another object may change immediately, do not count.
 * @returns how much the key is alike, undefined if the object shows none, and how much the other fields are
 */
export function compare(object: AnyManagedObject, body: CreateBody, candidate: object) {
  const key = keyField(object);
  const shown = candidate as Fields;
  const likenesses = wireFields(object.attributes)
    .filter(({ fixedByPlan, movable }) => !fixedByPlan && !movable)
    .filter(({ field }) => field !== key && shown[field] !== undefined)
    .map(({ field, attribute }): Likeness => {
      const [sent, reported] = [body[field], shown[field]] as [Value | undefined, Value];
      if (sent === undefined)
        return attribute.parts.presence !== "optional" || isEmpty(reported) ? "same" : "different";
      return compareValue(attribute, sent, reported);
    });
  const worst = (["different", "perhaps"] as const).find((likeness) => likenesses.includes(likeness));
  return { key: keyRuleOf(object).compare(body, shown), fields: worst ?? ("same" as const) };
}

/** The object that a create is to make, and what this process knows of its kind. */
export interface Wanted {
  readonly object: AnyManagedObject;
  readonly body: CreateBody;
  readonly ledger: Ledger;
}

/** The objects that are, or may be, those of a create. */
export interface Holders extends Matches<Kind> {
  /** Objects that the create would duplicate: those with the same unique key, or else those that are the same or may be. */
  readonly duplicates: ServiceObjects;
  /** Whether the duplicates may only be the same, in another form. */
  readonly isDoubtful: boolean;
  /** If there are no duplicates: those with a key that is or may be the same, and other settings, or with a masked key that fits. */
  readonly similar: ServiceObjects;
}

/** Finds the objects that are, or may be, those of a create, among candidates. */
export async function whoHas(wanted: Wanted, candidates: ServiceObjects): Promise<Holders> {
  const { object, body } = wanted;
  const matches = await matchesOf(wanted, candidates);
  const near = matches.near.map((candidate) => {
    const { key, fields } = compare(object, body, candidate);
    // A unique key alone decides.
    const isDecided = key === undefined || object.key.unique === "error" || fields === "same";
    return { candidate, key, likeness: isDecided ? key : fields };
  });
  const alike = near.filter(({ likeness }) => likeness !== undefined && likeness !== "different");
  const certain = alike.filter(({ likeness }) => likeness !== "perhaps");
  const similar = alike.length > 0 ? [] : near.filter(({ key }) => mayBeSame(key));
  const those = (some: typeof near) => some.map(({ candidate }) => candidate);
  return {
    ...matches,
    duplicates: those(certain.length > 0 ? certain : alike),
    isDoubtful: certain.length === 0,
    similar: those(similar),
  };
}

/** The objects with the key of a create, or that show none, and among them those that are certainly the create's. */
async function matchesOf({ object, body }: Wanted, objects: ServiceObjects): Promise<Matches<Kind>> {
  const matchesRequest = (each: ServiceObject<Kind>) => compare(object, body, each).fields === "same";
  const ofMembers = object.membership?.match(body, objects, matchesRequest);
  if (ofMembers !== undefined) return ofMembers;
  const keyOf = (candidate: ServiceObject<Kind>) => keyRuleOf(object).compare(body, candidate as Fields);
  const near = objects.filter((candidate) => {
    const likeness = keyOf(candidate);
    return likeness === undefined || mayBeSame(likeness);
  });
  const [same, ...others] = near.filter((each) => keyOf(each) === "same" && matchesRequest(each));
  return { near, ...(same !== undefined && others.length === 0 && { same: [same] }) };
}

/**
 * Reads the existing objects of the kinds that the API version has, for a command that knows the SIDs of the managed ones.
 * @param onGap called with the sentence for each list that lacks objects
 * @throws ServiceError
 */
export async function readUnmanaged(
  objects: readonly AnyManagedObject[],
  managed: ReadonlySet<string>,
  account: Account,
  onGap: (text: string) => void,
): Promise<void> {
  for (const object of new Set(objects)) {
    if (!account.knows(object.kind)) continue;
    const [ledger, reader] = [account.ledger(object), await account.reader(object.kind)];
    await ledger.readExisting(reader);
    ledger.addIds("state", managed);
    if (ledger.lacking > 0) onGap(lackingText(object.kind, ledger.lacking));
  }
}

/** Who had what a create asks for before this run. @param isOfAny whether also objects count that a resource of the state manages */
export async function whoHadBefore(wanted: Wanted, isOfAny = false): Promise<Holders> {
  const { object, body, ledger } = wanted;
  const among = (entries: readonly Entry[]) => {
    const candidates = entries
      .map(({ values }) => values as ServiceObject<Kind>)
      .filter(
        ({ id }) =>
          !ledger.has("deleted", id) && !(isOfAny ? ledger.has("adopted", id) : ledger.isManaged(id)),
      );
    return whoHas(wanted, manageable(object, candidates));
  };
  const holders = await among(ledger.withKey("existing", body));
  if (holders.duplicates.length > 0 || ledger.unkeyed.length === 0) return holders;
  // A masked key fits those of many objects.
  const { duplicates } = await among(ledger.unkeyed);
  return { ...holders, similar: [...holders.similar, ...duplicates] };
}

/** Who has what a plan creates, managed or not; undefined if there is none, or if the plan does not say what it creates. */
export async function whoHasPlanned(
  object: AnyManagedObject,
  account: Account,
  values: ObjectValue,
): Promise<{ readonly wanted: Wanted; readonly holders: Holders } | undefined> {
  if (!isIdentifiable(object.attributes, values) && object.key.unique !== "error") return undefined;
  const { body } = createBody(object.attributes, values);
  const wanted = { object, body, ledger: account.ledger(object) };
  const holders = await whoHadBefore(wanted, true);
  return holders.duplicates.length + holders.similar.length === 0 ? undefined : { wanted, holders };
}

/** The objects that a resource can manage. */
export function manageable({ refusal }: AnyManagedObject, objects: ServiceObjects): ServiceObjects {
  return objects.filter((each) => refusal?.(each) === undefined);
}

/** All objects of a create that can be adopted in its place. @param pauses whether the create is followed by a pause */
export function adoptable({ same }: Holders, body: CreateBody, pauses: boolean): CreatedObjects | undefined {
  const isAnother = (each: ServiceObject<Kind>) =>
    (body.is_default === true && (each as Fields).is_default === false) ||
    // A new object is active.
    (!pauses && "status" in each && isPausedStatus(each.status));
  // The API does not return the args of a contact.
  return body.args === undefined && !same?.some(isAnother) ? same : undefined;
}

/** Who has what a create asked for whose answer was lost, among all objects of the account. */
export async function whoHasLost(wanted: Wanted, all: ServiceObjects): Promise<Matches<Kind>> {
  const { object, ledger } = wanted;
  const candidates = all.filter(({ id }) => !ledger.isAccountedFor(id));
  const { near, ...certain } = await matchesOf(wanted, candidates);
  // If a kind can have duplicates and the objects from before are unknown, only the user can decide.
  return { near, ...((ledger.knowsExisting || object.key.field !== undefined) && certain) };
}

/**
 * The objects that appeared in this run, and that no other resource of it plans: the service may have stored the name of a lost
 * create in a form that nothing recognizes.
 */
export function newcomers({ object, body, ledger }: Wanted, all: ServiceObjects): ServiceObjects {
  if (!ledger.knowsExisting) return [];
  const isNew = (each: ServiceObject<Kind>) =>
    !ledger.isAccountedFor(each.id) && ledger.withKey("planned", each as Fields).length === 0;
  return all.filter((each) => isNew(each) && compare(object, body, each).fields !== "different");
}

/** The objects in the answer to a create that it asked for, and others: the answer may be that to another create of the run. */
export function partsOfAnswer({ object, body, ledger }: Wanted, answered: CreatedObjects) {
  const { compare } = keyRuleOf(object);
  const isOfOther = (created: Fields) =>
    compare(body, created) === "different" &&
    !(ledger.has("existing", String(created.id)) || ledger.has("state", String(created.id))) &&
    ledger.withKey("planned", created).some(({ values }) => compare(values, created) === "same");
  const others = answered.filter(
    (each) => object.membership?.isForeign(body, each) ?? isOfOther(each as Fields),
  );
  const requested = answered.filter((each) => !others.includes(each));
  const earlier = requested.filter(({ id }) => ledger.isAccountedFor(id) && !ledger.has("deleted", id));
  return { requested, others, earlier };
}

/** The objects whose key means the same as a text. */
export function whoHasKey(object: AnyManagedObject, objects: ServiceObjects, text: string): ServiceObjects {
  const sent = (each: ServiceObject<Kind>) => ({ ...each, [keyField(object)]: text });
  return objects.filter((each) => keyRuleOf(object).compare(sent(each), each as Fields) === "same");
}

/** The known objects of a resource, and those that it does not know. @param list reads all objects of the kind */
export async function withRelated(
  object: AnyManagedObject,
  state: Identified,
  known: ServiceObjects,
  list: () => Promise<ServiceObjects>,
): Promise<ServiceObjects> {
  const isAlike = (a: Fields, b: Fields) => compare(object, a, b).fields === "same";
  return object.membership?.related(state, known, list, isAlike) ?? known;
}

/** Whether two resources have the same key, or share an address. The service may hide a part of a key, a configuration not. */
export function haveSameKey(object: AnyManagedObject, a: Fields, b: Fields): boolean {
  const rule = keyRuleOf(object);
  return [rule.compare(a, b), rule.compare(b, a)].every((each) => each === "same" || each === "overlapping");
}

/** How much each of two resources could have the object that the other one creates. */
export function compareResources(object: AnyManagedObject, a: ObjectValue, b: ObjectValue): Likeness {
  const { attributes } = object;
  if (![a, b].every((each) => isIdentifiable(attributes, each))) return "different";
  const [first, second] = [createBody(attributes, a).body, createBody(attributes, b).body];
  const both = [compare(object, first, second), compare(object, second, first)];
  const likenesses = both.flatMap(({ key, fields }) => [key, fields]);
  if (!likenesses.every(mayBeSame)) return "different";
  return likenesses.includes("perhaps") ? "perhaps" : "same";
}
