import { Annotations, type IAspect, TerraformStack } from "cdktf";
import { once } from "./once";
import { estimateRequests, type RequestEstimate } from "./request-estimate";
import { stackAspect } from "./stack-aspect";

/** The limit of a stack's request cost, and how to report the estimate. */
export interface RequestBudgetOptions {
  /** Requests above which a first apply or a refresh causes a warning. Defaults to 1,000, the hourly limit of an account. */
  readonly limit?: number | undefined;
  /** Objects per page of a list, as `page_size` of the provider. Defaults to 100. */
  readonly pageSize?: number | undefined;
  /** Receives the estimate of each stack, for example to print it. If omitted, only annotations show it. */
  readonly report?: ((estimate: RequestEstimate, stack: TerraformStack) => void) | undefined;
}

/**
 * An aspect that estimates, at synthesis, how many requests the first apply and a refresh of a stack will use:
 * `Aspects.of(stack).add(requestBudget())`. CDKTF's command line shows it as an annotation of the stack, and as a warning
 * above the limit.
 *
 * The estimate assumes an account without other objects: these make the lists that a refresh reads longer.
 */
export function requestBudget({ limit = 1000, pageSize = 100, report }: RequestBudgetOptions = {}): IAspect {
  const reported = (stack: TerraformStack): string[] => {
    const estimate = estimateRequests(stack.node.findAll(), pageSize);
    const { firstApply, refresh } = estimate;
    const text = `The first apply costs about ${requests(firstApply)}, a refresh about ${requests(refresh)}.`;
    const isPast = Math.max(firstApply, refresh) > limit;
    const advice = ` This exceeds the budget of ${count(limit)}: once the hourly limit is reached, requests wait for the next hour, or fail after max_wait seconds.`;
    if (isPast) Annotations.of(stack).addWarning(text + advice);
    else Annotations.of(stack).addInfo(text);
    report?.(estimate, stack);
    return [];
  };
  // Validation runs after all aspects, so their changes are counted.
  const validate = once((stack: TerraformStack) =>
    stack.node.addValidation({ validate: () => reported(stack) }),
  );
  return stackAspect({ visit: (construct) => validate(TerraformStack.of(construct)) });
}

const count = (number: number): string => number.toLocaleString("en");
const requests = (number: number): string => `${count(number)} ${number === 1 ? "request" : "requests"}`;
