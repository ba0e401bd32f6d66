import { createBody } from "../../../../provider/managed/api-fields";
import { isLegacyKind } from "../../../../service/legacy/kinds";
import { unsupportedFields } from "../../../../service/legacy/unsupported";
import { compare } from "../../../comparison/compare";
import { counted, type Note } from "../../../output/text";
import type { Declared } from "../../../state/declared";
import type { BothVersions } from "./interfaces";
import type { StateDifference } from "./report";

/** The effect of the switch on the objects of states. */
export interface ComparedStates {
  readonly differences: readonly StateDifference[];
  readonly notes: readonly Note[];
}

/**
 * Compares the states with the account through both API versions, as a refresh of Terraform would. Differences only with 4.0
 * are what the switch would plan; differences with both are existing drift.
 * @throws Error that names the object that cannot be read
 */
export async function compareStates(
  { legacy, current, signal }: BothVersions,
  declared: readonly Declared[],
): Promise<ComparedStates> {
  const compared = await Promise.all(
    declared.map(async (one) => {
      const after = await compare(one, current, signal);
      const { finding } = after;
      if (finding === undefined) return { differences: [], notes: after.notes };
      const before = isLegacyKind(one.kind) ? await compare(one, legacy, signal) : after;
      const isDrift = JSON.stringify(before.finding) === JSON.stringify(finding);
      const difference: StateDifference = {
        ...finding,
        cause: isDrift ? "drift" : "switch",
        attributes: finding.type === "changed" ? finding.attributes : [],
      };
      return { differences: [difference], notes: after.notes };
    }),
  );
  return {
    differences: compared.flatMap(({ differences }) => differences),
    notes: [...compared.flatMap(({ notes }) => notes), ...rollbackNotes(declared)],
  };
}

/** Switching back changes nothing, but restricts later changes. */
function rollbackNotes(declared: readonly Declared[]): Note[] {
  const beyond = declared.filter(isBeyondLegacy);
  if (beyond.length === 0) return [];
  const [first] = beyond;
  return [
    {
      text: `${counted(beyond.length, "object")} of the states ${beyond.length === 1 ? "has" : "have"} attributes that version 3.0 does not support (${first?.address}${beyond.length > 1 ? " and others" : ""}). Back on version 3.0, they stay unchanged, and changing or destroying these objects fails.`,
    },
  ];
}

function isBeyondLegacy({ kind, resource, values }: Declared): boolean {
  if (!isLegacyKind(kind)) return true;
  const { body } = createBody(resource.object.attributes, values);
  // Several groups are set once the host exists.
  return unsupportedFields("create", kind, body).some(({ field }) => field !== "contact_group");
}
