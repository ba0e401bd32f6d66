import type { IAspect } from "cdktf";
import { mergedList } from "./merged-list";
import { resourceOf } from "./monitored-kinds";
import { rejectConstructs } from "./reject-constructs";
import { rejectForeign, stackAspect } from "./stack-aspect";

/**
 * An aspect that adds tags to every host and certificate monitor of a scope: `Aspects.of(stack).add(tagAll("production"))`.
 * It keeps the tags that they have. Lists of tags may be tokens. The scope may be the application.
 *
 * @throws Error for a construct in place of a tag, and at synthesis for a tag of another stack
 */
export function tagAll(...tags: readonly string[]): IAspect {
  rejectConstructs("tagAll", { tags }, []);
  return stackAspect({
    visit(construct) {
      const resource = resourceOf(["rblmonitor_host", "rblmonitor_certificate_monitor"], construct);
      const merged = mergedList(resource?.tagsInput, tags);
      if (resource === undefined || merged === undefined) return;
      rejectForeign("tagAll", resource, tags);
      resource.tags = merged;
    },
  });
}
