import type { IAspect } from "cdktf";
import { mergedList } from "./merged-list";
import { resourceOf } from "./monitored-kinds";

/**
 * An aspect that adds tags to every host and certificate monitor of a scope: `Aspects.of(stack).add(tagAll("production"))`.
 * It keeps the tags that they have. Lists of tags may be tokens.
 */
export function tagAll(...tags: readonly string[]): IAspect {
  return {
    visit(construct) {
      const resource = resourceOf(["rblmonitor_host", "rblmonitor_certificate_monitor"], construct);
      const merged = mergedList(resource?.tagsInput, tags);
      if (resource !== undefined && merged !== undefined) resource.tags = merged;
    },
  };
}
