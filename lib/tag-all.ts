import type { IAspect } from "cdktf";
import { mergedList } from "./merged-list";
import { resourceOf } from "./monitored-kinds";
import { rejectConstructs } from "./reject-constructs";

/**
 * An aspect that adds tags to every host and certificate monitor of a scope: `Aspects.of(stack).add(tagAll("production"))`.
 * It keeps the tags that they have. Lists of tags may be tokens.
 *
 * @throws Error for a construct in place of a tag
 */
export function tagAll(...tags: readonly string[]): IAspect {
  rejectConstructs("tagAll", { tags }, []);
  return {
    visit(construct) {
      const resource = resourceOf(["rblmonitor_host", "rblmonitor_certificate_monitor"], construct);
      const merged = mergedList(resource?.tagsInput, tags);
      if (resource !== undefined && merged !== undefined) resource.tags = merged;
    },
  };
}
