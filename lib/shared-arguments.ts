import { Fn, Lazy, Token } from "cdktf";
import { isList } from "./fleet-entries";
import type { CertificateMonitorConfig } from "./generated/certificate-monitor";
import type { HostConfig } from "./generated/host";
import type { MetaArguments, Optional } from "./optional";

/** The meta-arguments that a construct passes to everything it declares. */
export type SharedArguments = Pick<MetaArguments, "provider" | "dependsOn" | "lifecycle">;

/** Selects those arguments from a configuration. */
export const sharedArguments = ({ provider, dependsOn, lifecycle }: SharedArguments): SharedArguments => {
  return { provider, dependsOn, lifecycle };
};

/** The configurations of the objects that share settings. */
export type MonitorConfig = HostConfig | CertificateMonitorConfig;

type SettingName = "profile" | "contactGroups" | "tags" | "paused";

/** The settings that the declared objects share. `Config` is the configuration of one. */
export type SharedSettings<Config extends MonitorConfig> = SharedArguments & Pick<Config, SettingName>;

/** The settings of a fleet. */
export interface FleetSettings<Config extends MonitorConfig> extends SharedSettings<Config> {
  /**
   * To keep the objects: the path that the fleet had below its stack, such as `team/mail`. Or, for entries that are a token
   * now, the keys that they had as a literal list or map.
   */
  readonly formerly?: string | readonly string[] | undefined;
}

/** The settings in which an object can differ from the others. Each defaults to the shared one; tags are added. */
export interface OwnSettings<Config extends MonitorConfig> extends Optional<Pick<Config, SettingName>> {
  /**
   * To keep the object: the key that the entry had in this fleet, such as `mx1`, or the path that its construct had below the
   * stack, such as `/mail/mx1`. An entry of a token was `each["mx1"]`.
   */
  readonly formerly?: string | undefined;
}

/** The settings of an object: the shared ones, or its own. */
export function settingsOf<T extends MonitorConfig>(shared: SharedSettings<T>, own: OwnSettings<T> = {}) {
  return {
    ...sharedArguments(shared),
    profile: own.profile ?? shared.profile,
    contactGroups: own.contactGroups ?? shared.contactGroups,
    tags: mergedList(shared.tags, own.tags),
    paused: own.paused ?? shared.paused,
  };
}

/**
 * The distinct elements of two lists, in order of first occurrence. Either list may be a token. If only Terraform knows its
 * value, the result is an expression.
 */
export function mergedList(first?: readonly string[], second?: readonly string[]): string[] | undefined {
  const [left, right] = [first, second].filter((list) => list && !(isList(list) && list.length === 0));
  if (left === undefined || right === undefined)
    return left && (isList(left) ? [...left] : Token.asList(left));
  if (isList(left) && isList(right)) return [...new Set([...left, ...right])];
  return Lazy.listValue({
    produce(context) {
      const lists = [left, right].filter((list) => context.resolve(list) !== undefined);
      const values: unknown[] = lists.map((list) => context.resolve(list));
      return values.every((list) => Array.isArray(list))
        ? [...new Set(values.flat() as string[])]
        : Fn.distinct(Fn.concat(lists as string[][]));
    },
  });
}
