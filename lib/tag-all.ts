import { Fn, type IAspect, Token } from "cdktf";
import { resourceOf } from "./monitored-kinds";

/**
 * An aspect that adds tags to every host and certificate monitor of a scope, whoever declares them:
 * `Aspects.of(stack).add(tagAll("production"))`. Tags that are there already stay as they are.
 */
export function tagAll(...tags: readonly string[]): IAspect {
  return {
    visit(construct) {
      const resource = resourceOf(["rblmonitor_host", "rblmonitor_certificate_monitor"], construct);
      if (resource === undefined) return;
      const own = resource.tagsInput ?? [];
      resource.tags = Token.isUnresolved(own)
        ? Fn.distinct(Fn.concat([own, [...tags]]))
        : [...new Set([...own, ...tags])];
    },
  };
}
