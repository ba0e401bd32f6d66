import type { Kind } from "../../service/kinds";
import type { ServiceObject } from "../../service/responses";
import type {
  Attribute,
  Attributes,
  Call as CallOf,
  ObjectValue,
  PartialConfig,
  Plan,
  PlanCall as PlanCallOf,
  Resource,
  State,
  Value,
  WriteCall as WriteCallOf,
} from "../../terraform";
import type { Account } from "../account";
import type { Range } from "../cost";
import { type Fields, type KeyRule, keyRuleOf } from "./identity/natural-key";

/** The attributes of a managed object: its SID, and those of its kind. */
export type ObjectAttributes = Attributes & { readonly id: Attribute<string, "computed"> };

export type ObjectState = State<ObjectAttributes>;

/** The state of an existing object, with its id. */
export type Identified = ObjectValue & { readonly id: string };

/*
 * The calls of a resource of any kind. The logic for all kinds handles values by the names of their attributes; only tables know
 * the types.
 */

type PlanCall<A extends Attributes> = PlanCallOf<A, Account>;
type WriteCall<A extends Attributes> = WriteCallOf<A, Account>;
export type Call = CallOf<Account>;

export interface ObjectPlan extends Omit<PlanCall<ObjectAttributes>, "prior" | "plan"> {
  readonly prior: Identified | null;
  readonly plan: { [name: string]: Value };
}

export type DestroyPlan = Pick<ObjectPlan, "context" | "diagnostics" | "privateState"> & {
  readonly prior: Identified;
};

export interface ObjectCreate extends Omit<WriteCall<ObjectAttributes>, "plan"> {
  readonly plan: ObjectValue;
}

export interface ObjectUpdate extends ObjectCreate {
  readonly prior: Identified;
}

export type ObjectRead = Call & { readonly state: Identified };

export type ObjectDelete = Omit<ObjectUpdate, "plan" | "config">;

/** The result of reading a resource: the existing objects, and the ids of the missing ones. */
export interface Observed<A extends Attributes, K extends Kind> extends Call {
  readonly state: State<A>;
  readonly objects: readonly ServiceObject<K>[];
  readonly missing: readonly string[];
}

/** The natural key of a kind's objects: how people identify them. It should be unique per kind (docs/design/open-points.md#11). */
export interface NaturalKey<K extends Kind> {
  /** Its field. If omitted, objects are known by their names, which several of them may share. */
  readonly field?: string;
  /** How keys are compared; as names, if omitted. */
  readonly rule?: KeyRule;
  /**
   * Severity of a report about two resources with the same key: an error if the service refuses a second object, a warning if a
   * second one only costs more. If omitted, several objects may have the same key.
   */
  readonly unique?: "error" | "warning";
  /** What is lost if an object is destroyed and created again, as a sentence. Its history, if omitted. */
  readonly loss?: string;
  /** A noun phrase for messages, such as `its name`. */
  readonly description: string;
  /** The objects with that key, in an import. By default, those whose key field means the same as the text. */
  find?(objects: readonly ServiceObject<K>[], text: string): readonly ServiceObject<K>[];
  /** Values in the key that the API may not return. */
  known?(text: string): Readonly<Record<string, string>>;
}

/** The objects that may be those of a create. */
export interface Matches<K extends Kind> {
  /** Those with the key of the create, or that show no key. */
  readonly near: readonly ServiceObject<K>[];
  /** All objects of the create, if they are certain and complete. */
  readonly same?: CreatedObjects<K>;
  /** Whether more objects of the create may follow. */
  readonly mayGrow?: boolean;
}

/** Objects of any kind, as the service returns them. */
export type ServiceObjects = readonly ServiceObject<Kind>[];

/** The objects that a create made: at least one. */
export type CreatedObjects<K extends Kind = Kind> = readonly [ServiceObject<K>, ...ServiceObject<K>[]];

/** The rules of resources that may manage several objects, such as the hosts of a subnet. */
export interface Membership<A extends ObjectAttributes, K extends Kind> {
  /** Identifies all objects of a resource. */
  readonly identifier: {
    readonly attribute: keyof A & string;
    /** The identifier in a value of that attribute; undefined if the SID identifies the resource. */
    of(value: string): string | undefined;
    /** Its description, in sentences. */
    readonly description: string;
  };
  /** The SIDs of the objects that a resource manages. */
  ids(state: State<A>): readonly string[];
  /** Names some of these objects, for a message. */
  named(state: State<A>, ids: readonly string[]): string;
  /** Whether an object is certainly not one that the create asked for. */
  isForeign(body: CreateBody, object: ServiceObject<K>): boolean;
  /** How many objects one create may create. */
  createdCount(plan: State<A>): Range;
  /**
   * Finds the objects of a create; undefined if it creates a single one.
   * @param matchesRequest whether an object has the sent values, except for its key
   */
  match(
    body: CreateBody,
    objects: readonly ServiceObject<K>[],
    matchesRequest: (object: ServiceObject<K>) => boolean,
  ): Promise<Matches<K>> | undefined;
  /**
   * Attributes from the response to a create that are not fields of the same name.
   * @param prior the state to extend, if missing objects are recreated
   */
  created(objects: readonly ServiceObject<K>[], prior: State<A> | null): Partial<State<A>>;
  /** How to import the existing objects of a create, and further advice; undefined if it creates a single one. */
  existing(
    body: CreateBody,
    objects: readonly ServiceObject<K>[],
  ): { readonly importId: string; readonly advice?: readonly string[] } | undefined;
  /**
   * The state of a resource with all objects that a text identifies; undefined if it identifies none.
   * @throws DiagnosticError if one resource cannot manage them
   */
  gather(objects: readonly ServiceObject<K>[], text: string): Promise<{ readonly id: string } | undefined>;
  /**
   * All objects of the resource: those that it knows, and those that it does not.
   * @param list reads all objects of the kind
   * @param isAlike whether two objects have the same settings, except for their keys
   */
  related(
    state: State<A>,
    known: readonly ServiceObject<K>[],
    list: () => Promise<readonly ServiceObject<K>[]>,
    isAlike: (object: ServiceObject<K>, other: ServiceObject<K>) => boolean,
  ): Promise<readonly ServiceObject<K>[]>;
  /** Whether an object is a member of another object's resource. */
  isMember(
    object: ServiceObject<K>,
    read: (id: string) => Promise<ServiceObject<K> | undefined>,
  ): Promise<boolean>;
  /** Attributes from a read that are not fields of the same name. */
  observed(observed: Observed<A, K>): Promise<Partial<State<A>>>;
}

/** The body of a create, by field. */
export type CreateBody = Readonly<Record<string, unknown>>;

/**
 * One kind of object as a Terraform resource: the table of its attributes, and functions for its own rules. The create,
 * read, update, and delete logic in this folder is the same for all kinds.
 */
export interface ManagedObject<A extends ObjectAttributes, K extends Kind> {
  readonly kind: K;
  readonly description: string;
  readonly attributes: A;
  readonly key: NaturalKey<NoInfer<K>>;
  /** For a kind whose resources may manage several objects. */
  readonly membership?: Membership<A, K>;

  /** Further values that messages must not contain, in addition to sensitive and write-only ones. */
  readonly additionalSecrets?: Resource<A, Account>["additionalSecrets"];
  readonly validate?: Resource<A, Account>["validate"];
  readonly plan?: (call: PlanCall<A>) => void | Promise<void>;

  /** Why an existing object cannot be managed, in sentences; undefined if it can. */
  refusal?(object: ServiceObject<K>): string | undefined;
  /** Fields of a create that only the configuration has, and their defaults. Values may be unknown during planning. */
  createFields?(call: { readonly config: PartialConfig<A> }): Readonly<Record<string, unknown>>;
  /** A separate write after a create (`prior` is null) or an update. */
  readonly secondWrite?: {
    /** The past participle for messages, as in `could not be confirmed`, and the remedy if it fails after a create. */
    readonly done: string;
    readonly advice: string;
    /** The computed attribute that records the written value. It changes only with a write. */
    readonly marks: keyof A & string;
    /** The write-only attribute that it sends. */
    readonly sends: string;
    /** Whether the configured value has not been written. */
    isDue(plan: Plan<A>, prior: State<A> | null): boolean;
    /** Whether a read of the object decides that. */
    readsFirst(plan: Plan<A>, prior: State<A> | null): boolean;
    /** Writes it if due, and returns the mark; undefined if it stays, null if nothing written is valid any more. */
    write(call: WriteCall<A>, id: string, prior: State<A> | null): Promise<Value | undefined>;
  };
  /** Warnings about a new object, and the kinds whose lists they may read, once. */
  readonly afterCreate?: {
    reads(plan: Plan<A>): readonly Kind[];
    warn(call: WriteCall<A>): Promise<void>;
  };
  /** Attributes from a read that are not fields of the same name. Those of several objects are in `membership`. */
  observed?(observed: Observed<A, K>): Partial<State<A>> | Promise<Partial<State<A>>>;
}

/** A managed object of any kind. */
export type AnyManagedObject = ManagedObject<ObjectAttributes, Kind>;

/** The field that identifies an object to people. */
export function keyField({ key }: Pick<AnyManagedObject, "key">): string {
  return key.field ?? "name";
}

/** The lock of the writes that could be confused with each other, because the objects may have the same key. */
export function keyLock(object: AnyManagedObject, fields: Fields): string {
  return `${object.kind} ${keyRuleOf(object).rough(fields) ?? ""}`;
}

/** The SIDs of the objects that a resource manages. */
export function idsOf(object: AnyManagedObject, state: Identified): readonly string[] {
  return object.membership?.ids(state) ?? [state.id];
}

export function idsIn(objects: readonly { readonly id: string }[]): string[] {
  return objects.map(({ id }) => id);
}
