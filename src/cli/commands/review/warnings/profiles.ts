import { counted } from "../../../output/text";
import type { OwnChange } from "../../../plan/own-changes";
import type { ManagedObject, World } from "../../../plan/world";
import type { Subject } from "../facts";
import type { Warning } from "../report";

/** Hosts that are checked against nothing, or whose profile goes. */
export function nothingChecked({ changes, world, configurationOf }: Subject): Warning[] {
  const profiles = world.after.filter((one) => one.kind === "monitoring_profile" && isEmpty(one));
  const empty = profiles.flatMap((profile) => {
    const hosts = hostsOf(profile, world, (host) =>
      configurationOf(host).refersTo("profile", profile.address),
    );
    const isTouched = [profile, ...hosts].some(({ address }) => isChanged(changes, address));
    if (!isTouched) return [];
    const text = `It selects no sources, so ${hosts.length === 0 ? "a host that uses it" : counted(hosts.length, "host")} would not be checked.`;
    return [nothing(text, [profile.address])];
  });
  return [...empty, ...profilesGone(changes, world)];
}

/** A certificate profile that never alerts before a certificate expires. */
export function noExpiryAlert({ changes }: Subject): Warning[] {
  return changes
    .filter(({ own, action }) => own.type === "certificate_profile" && action !== "none")
    .filter(
      ({ action, before, after }) => neverAlerts(after) && (action !== "update" || !neverAlerts(before)),
    )
    .map(({ address, after }) => {
      const why =
        after?.alert_on_expiration === false
          ? "alert_on_expiration is false"
          : "it has no expiration thresholds";
      const text = `No one is notified before a certificate of this profile expires: ${why}.`;
      return { kind: "no_expiry_alert", text, addresses: [address] };
    });
}

function neverAlerts(facts: OwnChange["after"]): boolean {
  if (facts === null) return false;
  const { expiration_thresholds: days, alert_on_expiration: alert } = facts;
  return alert === false || (Array.isArray(days) && days.length === 0);
}

function isEmpty({ values }: ManagedObject): boolean {
  const { sync_method: method, entries } = values;
  return (
    method === "use_my_selections" && (entries === null || (Array.isArray(entries) && entries.length === 0))
  );
}

/** The service refuses to delete a profile that hosts still use (docs/design/open-points.md#12). */
function profilesGone(changes: readonly OwnChange[], { after }: World): Warning[] {
  const gone = changes.filter(
    ({ own, action }) => own.type === "monitoring_profile" && (action === "destroy" || action === "replace"),
  );
  return gone.flatMap(({ address, before }) => {
    const hosts = after.filter(({ kind, values }) => kind === "host" && values.profile === before?.id);
    if (hosts.length === 0) return [];
    const text = `It is removed while ${counted(hosts.length, "host of the plan still uses", "hosts of the plan still use")} it: the service refuses to delete it.`;
    return [nothing(text, [address])];
  });
}

/** The hosts of a profile, by its SID; of one that is not there yet, by the expression that names it. */
function hostsOf(
  { id }: ManagedObject,
  { after }: World,
  refers: (host: string) => "yes" | "no" | "perhaps",
): ManagedObject[] {
  return after
    .filter(({ kind }) => kind === "host")
    .filter(({ address, values }) => (id === undefined ? refers(address) === "yes" : values.profile === id));
}

function isChanged(changes: readonly OwnChange[], address: string): boolean {
  return changes.some((change) => change.address === address && change.action !== "none");
}

function nothing(text: string, addresses: readonly string[]): Warning {
  return { kind: "nothing_checked", text, addresses };
}
