import { kinds } from "../../../../service/kinds";
import type { OwnChange } from "../plan/own-changes";
import type { Warning } from "../report";
import type { Subject } from "./subject";

/** The account's default of a kind changes: another object takes the flag, or the one that has it goes. */
export function defaultsChanged({ changes, world }: Subject): Warning[] {
  return changes.flatMap((change) => {
    const { object } = change.own;
    if (object === undefined || !("is_default" in object.attributes)) return [];
    const { title } = kinds[object.kind];
    const had = change.before?.is_default === true;
    const has = change.after?.is_default === true;
    if (has && (!had || change.action === "replace")) {
      const before = world.before.find(
        (one) => one.kind === object.kind && one.values.is_default === true && one.address !== change.address,
      );
      const loser =
        before === undefined ? "The one that has the flag loses it." : `${before.address} loses the flag.`;
      return [warning(change, `It becomes the account's default ${title}. ${loser}`)];
    }
    const isGone = change.action === "destroy" || change.action === "replace";
    if (!had || !isGone) return [];
    return [
      warning(
        change,
        object.kind === "certificate_profile"
          ? `It is the account's default ${title}, which the service refuses to delete.`
          : `It is the account's default ${title}: the service makes another one the default, at random.`,
      ),
    ];
  });
}

function warning({ address }: OwnChange, text: string): Warning {
  return { kind: "default_changed", text, addresses: [address] };
}
