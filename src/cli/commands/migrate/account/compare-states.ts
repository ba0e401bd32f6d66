import { createBody } from "../../../../provider/managed/api-fields";
import { isLegacyKind } from "../../../../service/legacy/kinds";
import { unsupportedFields } from "../../../../service/legacy/unsupported";
import { compare } from "../../../comparison/compare";
import { counted, type Note } from "../../../output/text";
import type { Declared } from "../../../state/declared";
import type { BothInterfaces } from "./interfaces";
import type { StateDifference } from "./report";

/** What the switch means to the objects of states. */
export interface ComparedStates {
  readonly differences: readonly StateDifference[];
  readonly notes: readonly Note[];
}

/**
 * Compares what states hold with what both interfaces tell, as a refresh of Terraform would. What differs through 4.0
 * alone is what the switch would plan; what differs through both is drift that is there already.
 * @throws Error that names the object that cannot be read
 */
export async function compareStates(
  { legacy, current, signal }: BothInterfaces,
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
    notes: [...compared.flatMap(({ notes }) => notes), ...wayBack(declared)],
  };
}

/** Who switches back finds nothing changed, and can change less. */
function wayBack(declared: readonly Declared[]): Note[] {
  const beyond = declared.filter(isBeyondLegacy);
  if (beyond.length === 0) return [];
  const [first] = beyond;
  return [
    {
      text: `${counted(beyond.length, "object")} of the states ${beyond.length === 1 ? "has" : "have"} what version 3.0 lacks (${first?.address}${beyond.length > 1 ? " and others" : ""}). Back on version 3.0, that is kept as it is, and changing or destroying it is refused.`,
    },
  ];
}

function isBeyondLegacy({ kind, resource, values }: Declared): boolean {
  if (!isLegacyKind(kind)) return true;
  const { body } = createBody(resource.object.attributes, values);
  // Several groups are set once the host exists.
  return unsupportedFields("create", kind, body).some(({ field }) => field !== "contact_group");
}
