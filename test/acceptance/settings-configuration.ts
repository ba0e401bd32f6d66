import { type Declared, ref } from "../core/configuration";
import { byApiVersion } from "./api-version";
import type { Behaviour } from "./settings-matrix";

/** The values that a life goes through. */
export interface Values {
  readonly group: string;
  readonly frequency: string;
  readonly entries: readonly (string | undefined)[];
  readonly groups: readonly string[];
  readonly tags: readonly string[] | undefined;
  readonly paused: boolean;
  readonly net: string;
  readonly thresholds: readonly number[];
  readonly codes: readonly string[] | undefined;
}

type Blocks = Readonly<Record<string, Declared["config"]>>;

/** A name that a service may trim, escape, or cut. */
const longName = (name: string) => ` ${name} & <others>, in more than forty charactérs`;

const ofGroup = (name: string) => ref(`rblmonitor_contact_group.${name}`);

/**
 * Every kind in one configuration, by address without `rblmonitor_`; without profiles and sources on a free plan.
 *
 * @param profile a monitoring profile of the account, for a plan on which none can be made
 */
export function blocks(behaviour: Behaviour, profile: string | undefined, values: Values): Blocks {
  const { group, frequency, entries, groups, tags, paused, net, thresholds, codes } = values;
  const isPaid = behaviour.plan !== "free";
  const host = {
    profile: isPaid ? ref("rblmonitor_monitoring_profile.mail") : profile,
    contact_groups: [ofGroup("day")],
  };
  const monitor = {
    profile: ref("rblmonitor_certificate_profile.strict"),
    contact_groups: groups.map(ofGroup),
    tags,
  };
  const port = behaviour.monitorHostnamePort === "refused" ? "" : ":8443";
  const paid: Blocks = {
    "monitoring_profile.mail": { name: longName("Mail"), frequency, entries },
    "monitoring_profile.all": { name: "All", frequency: "weekly", sync_method: "stay_in_sync" },
    "source.own": { host: "BL.Example.net.", type: "rbl", custom_codes: codes, paused },
  };
  return {
    ...(isPaid ? paid : {}),
    "contact_group.day": { name: group },
    "contact_group.night": { name: longName("Night") },
    "host.mail": {
      ...host,
      host: "Mail.xn--Mnchen-3ya.Example.",
      name: longName("Mail"),
      contact_groups: groups.map(ofGroup),
      tags,
    },
    "host.idle": { ...host, host: "192.0.2.1", name: "Idle", paused },
    "host.net": { ...host, host: "198.51.100.1/30", name: net, contact_groups: [ofGroup("night")] },
    "certificate_profile.strict": {
      name: longName("Strict"),
      expiration_thresholds: thresholds,
      alert_on_changes: paused,
    },
    "certificate_monitor.shop": {
      ...monitor,
      hostname: `Shop.Example.com${port}`,
      protocol: "https",
      name: "Shop",
      paused,
    },
    "certificate_monitor.mail": { ...monitor, hostname: "192.0.2.1", protocol: "smtp", name: longName(net) },
    "contact.ops": {
      contact: "Ops@Example.com",
      type: "email",
      contact_groups: groups.map(ofGroup),
      paused,
    },
    "contact.data": {
      type: "datadog",
      // With version 3.0, another destination forces replacement.
      ...byApiVersion<Readonly<Record<string, unknown>>>({
        "4.0": { contact: net, contact_groups: [ofGroup("night")] },
        "3.0": { contact: "data", contact_groups: groups.map(ofGroup) },
      }),
      args: { key: "k", "the site": "eu" },
    },
  };
}

/** The configuration of the provider for the account. */
export function providerOf({ pageSize, argsEncoding }: Behaviour): Declared["config"] {
  return { page_size: pageSize, contact_args_encoding: argsEncoding === "json" ? "json" : "brackets" };
}
