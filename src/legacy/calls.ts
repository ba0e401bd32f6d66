import { kindNames, kinds } from "../service/kinds";
import { isLegacyKind, type LegacyKind, legacyKinds } from "../service/legacy/kinds";
import { legacyCollectionOperation, legacyOperations, legacyVerb } from "../service/legacy/operations";
import { type LegacyParameters, legacyWriteParameters } from "../service/legacy/parameters";
import {
  type CollectionVerb,
  collectionOperation,
  collectionVerbs,
  type Operation,
  operations,
} from "../service/operations";

/** An operation of version 3.0, and its replacement in 4.0. */
export interface LegacyCall {
  /** Its name in the specification's table of endpoints (docs/design/api-3.0.md#endpoints), such as `Add host`. */
  readonly name: string;
  readonly verb: CollectionVerb | keyof typeof legacyOperations;
  /** The kind of its objects; undefined for checks. */
  readonly kind: LegacyKind | undefined;
  readonly legacy: Operation;
  readonly current: Operation;
  /** The parameters of its body, and of its query (docs/design/api-3.0.md#parameters). */
  readonly body: LegacyParameters;
  readonly query: readonly string[];
}

const paging = ["page", "page_size"];

const others: Readonly<
  Record<keyof typeof legacyOperations, Pick<LegacyCall, "name" | "kind"> & Partial<LegacyCall>>
> = {
  startCheck: {
    name: "Start check",
    kind: undefined,
    body: { host: { form: "target", required: true }, callback: { form: "text" }, details: { form: "flag" } },
  },
  checkStatus: { name: "Check status", kind: undefined, query: ["id", "details"] },
  listings: { name: "Listings", kind: "host", query: paging },
  resendConfirmation: { name: "Resend confirmation", kind: "contact" },
  confirmContact: {
    name: "Confirm contact",
    kind: "contact",
    body: { authcode: { form: "text", required: true } },
  },
};

/** Every operation of version 3.0 (docs/design/api-3.0.md#endpoints). */
export const legacyCalls: readonly LegacyCall[] = [
  ...(Object.keys(others) as (keyof typeof others)[]).map((verb) => ({
    verb,
    legacy: legacyOperations[verb],
    current: operations[verb],
    body: {},
    query: [],
    ...others[verb],
  })),
  ...kindNames.filter(isLegacyKind).flatMap(collectionCalls),
];

function collectionCalls(kind: LegacyKind): LegacyCall[] {
  return collectionVerbs
    .filter((verb) => kinds[kind].pausable || (verb !== "pause" && verb !== "resume"))
    .map((verb) => ({
      name: `${legacyVerb(verb).replace(/^./, (first) => first.toUpperCase())} ${legacyKinds[kind].title}${verb === "list" ? "s" : ""}`,
      verb,
      kind,
      legacy: legacyCollectionOperation(verb, kind),
      current: collectionOperation(verb, kind),
      body: verb === "create" || verb === "update" ? legacyWriteParameters(verb, kind) : {},
      query: verb === "list" ? paging : [],
    }));
}
