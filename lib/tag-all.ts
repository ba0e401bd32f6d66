import type { IAspect } from "cdktf";
import { resourceAspect } from "./aspects";
import { mergedList } from "./shared-arguments";

/**
 * An aspect that adds tags to every host and certificate monitor of a scope: `Aspects.of(stack).add(tagAll("production"))`.
 * It keeps the tags that they have. Lists of tags may be tokens. The scope may be the application.
 *
 * @throws Error for a construct in place of a tag, and at synthesis for a tag of another stack
 */
export function tagAll(...tags: readonly string[]): IAspect {
  return resourceAspect("tagAll", ["host", "certificate_monitor"], { tags }, (resource) => {
    const merged = mergedList(resource.tagsInput, tags);
    if (merged !== undefined) resource.tags = merged;
  });
}
