import type { Kind } from "../../service/kinds";
import type { ServiceObject } from "../../service/responses";
import type {
  Attribute,
  Attributes,
  Call,
  PartialConfig,
  Plan,
  PlanCall,
  Resource,
  State,
  Value,
  WriteCall,
} from "../../terraform";
import type { Account } from "../account";
import type { Range } from "../cost";
import type { MatchInput, MatchResult } from "./match-types";

/** Attributes of a managed object: whatever the kind has, and its SID. */
export type ObjectAttributes = Attributes & { readonly id: Attribute<string, "computed"> };

/** The state of a managed object whose attributes are not known to the compiler. */
export type ObjectState = State<ObjectAttributes>;

/** What was read of a resource: the objects found, and the ids of those that are gone. */
export interface Observed<A extends Attributes, K extends Kind> extends Call<Account> {
  readonly state: State<A>;
  readonly objects: readonly ServiceObject<K>[];
  readonly missing: readonly string[];
}

/** What a deletion is given. */
export type DeleteCall<A extends Attributes> = Call<Account> & { readonly prior: State<A> };

/** How people name an object of a kind when they do not know its SID. */
export interface ImportKey<K extends Kind> {
  /** What it is, as in `its name`. */
  readonly description: string;
  /** The objects that a person may mean by it. */
  find(objects: readonly ServiceObject<K>[], given: string): readonly { readonly id: string }[];
  /** What it tells of the object that the service may not tell. */
  known?(given: string): Readonly<Record<string, string>>;
  /**
   * Where no single object is what a person means: the state of a resource that stands for several.
   * @throws DiagnosticError when these are not what one resource can stand for
   */
  gather?(objects: readonly ServiceObject<K>[], given: string): { readonly id: string } | undefined;
}

/**
 * One kind of object as a Terraform resource: the table of its attributes, and named functions for what does not fit
 * a table. How it is created, read, updated and deleted is the same for all kinds and stands beside this file.
 */
export interface ManagedObject<A extends ObjectAttributes, K extends Kind> {
  readonly kind: K;
  readonly description: string;
  readonly attributes: A;
  /** The field by which people know the object; no two of the kind should share it (docs/design/open-points.md#11). */
  readonly naturalKey?: string;
  /** Whether an account has each natural key once: the service refuses a second object, or charges for it. */
  readonly uniqueKey?: true;
  /** Names all objects that one resource stands for, where that may be several; otherwise the SID does. */
  readonly identifier?: {
    readonly attribute: keyof A & string;
    /** The identifier in a value of that attribute; undefined if the SID identifies the resource. */
    of(value: string): string | undefined;
    /** What it is, in sentences. */
    readonly description: string;
  };
  /** What people may give to import the object, other than its SID. */
  readonly importKey: ImportKey<NoInfer<K>>;
  /** Finds what a create made whose answer was lost; by its key, unless said otherwise. */
  match?(traces: MatchInput<K>): MatchResult<K> | Promise<MatchResult<K>>;
  /** Notes what an import leaves open. */
  imported?(call: Call<Account>): void;

  /** What else of an object no message may show, beside its sensitive and write-only values. */
  readonly additionalSecrets?: Resource<A, Account>["additionalSecrets"];
  readonly validate?: Resource<A, Account>["validate"];
  readonly plan?: (call: PlanCall<A, Account>) => void | Promise<void>;
  readonly planDestroy?: Resource<A, Account>["planDestroy"];

  /** Why an object that exists cannot be managed, in sentences; undefined when it can. */
  refusal?(object: ServiceObject<K>): string | undefined;
  /** Fields of a create that only the configuration has, and their defaults. Values are unknown while this is planned. */
  createFields?(call: { readonly config: PartialConfig<A> }): Readonly<Record<string, unknown>>;
  /** A write of its own that comes after a create (`prior` is null) or an update. */
  readonly secondWrite?: {
    /** What the object is then, as in `could not be confirmed`, and what to do when it failed after a create. */
    readonly done: string;
    readonly advice: string;
    /** The computed attribute that says which value was written so. It stays as it is while nothing is written. */
    readonly marks: keyof A & string;
    /** The write-only attribute that it sends; without it there is nothing to write. */
    readonly sends: string;
    /** Whether what is configured there was not written yet. */
    isDue(plan: Plan<A>, prior: State<A> | null): boolean;
    /** Writes it if it is due, and returns what is marked then; undefined if nothing was sent. */
    write(call: WriteCall<A, Account>, id: string, prior: State<A> | null): Promise<Value | undefined>;
  };
  /** Makes deletable what the service refused to delete; what stands in the way, in sentences, if it cannot. */
  makeDeletable?(call: DeleteCall<A>, id: string): Promise<readonly string[]>;
  /** How many objects the service makes of one create; one, unless said otherwise. */
  createdCount?(plan: State<A>): Range;
  /** The service's objects that one resource stands for; only its id, unless said otherwise. */
  ids?(state: State<A>): readonly string[];
  /**
   * What a create tells beyond the fields of the same name.
   * @param prior the state to which the objects are added, when lost ones are created again
   */
  created?(objects: readonly ServiceObject<K>[], prior: State<A> | null): Partial<State<A>>;
  /** All objects of the resource, where an import names only one of several. */
  relatedObjects?(
    call: Call<Account> & { readonly state: State<A> },
    objects: readonly ServiceObject<K>[],
  ): Promise<readonly ServiceObject<K>[]>;
  /** Where objects may be members of another one's resource, as the addresses of a subnet are. */
  readonly membership?: {
    /** The SID of the object whose resource this one may be a member of; undefined for none. */
    owner(object: ServiceObject<K>): string | undefined;
    /** Whether the resource of that object has such members. */
    isOwner(object: ServiceObject<K>): boolean;
  };
  /** What reading tells beyond the fields of the same name. */
  observed?(observed: Observed<A, K>): Partial<State<A>> | Promise<Partial<State<A>>>;
}

/** A managed object whose attributes and kind are not known to the compiler. */
export type AnyManagedObject = ManagedObject<ObjectAttributes, Kind>;
