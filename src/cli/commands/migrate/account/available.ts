import { type Kind, kinds } from "../../../../service/kinds";
import { isLegacyKind } from "../../../../service/legacy/kinds";
import { isLackingField, lackingInLegacy } from "../../../../service/legacy/lacking";
import { createRequests } from "../../../../service/requests";
import type { ServiceObject } from "../../../../service/responses";
import { kindNames } from "../../../account/kinds";
import type { AccountLists } from "../../../account/lists";
import type { Available } from "./report";

/** What version 4.0 has and 3.0 lacks, and how much of it the account has already. */
export function availableIn(lists: AccountLists): Available[] {
  return kindNames.flatMap((kind): Available[] => {
    // A kind that the account's plan does not have does not become available.
    if (!lists.has(kind)) return [];
    const all = lists.of(kind);
    if (!isLegacyKind(kind)) return [{ kind, field: null, value: null, used: all.length }];
    const fields = Object.keys(createRequests[kind].shape).filter((field) => isLackingField(kind, field));
    const lacking = fields.map((field) => ({
      ...{ kind, field, value: null },
      used: all.filter((object) => isSet((object as Readonly<Record<string, unknown>>)[field])).length,
    }));
    return kind === "source" ? [...lacking, ...newTypes(all)] : lacking;
  });
}

function newTypes(sources: readonly ServiceObject<Kind>[]): Available[] {
  const types = createRequests.source.shape.type.options.filter(
    (type) => lackingInLegacy("create", "source", { type }).length > 0,
  );
  return types.map((type) => ({
    ...{ kind: "source", field: "type", value: type },
    used: sources.filter((source) => "type" in source && source.type === type).length,
  }));
}

function isSet(value: unknown): boolean {
  if (value === undefined || value === null) return false;
  return typeof value !== "object" || Object.keys(value).length > 0;
}

/** The name of what becomes available: `tags of hosts`. */
export function availableText({ kind, field, value }: Available): string {
  const { plural } = kinds[kind];
  if (field === null) return plural;
  return value === null ? `${field} of ${plural}` : `${plural} of ${field} ${value}`;
}
