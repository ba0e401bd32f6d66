import { Annotations, type IAspect, TerraformStack } from "cdktf";
import type { IConstruct } from "constructs";
import { estimateRequests, type RequestEstimate } from "./request-estimate";

/** What a stack may cost, and who is told. */
export interface RequestBudgetOptions {
  /** Requests past which a first apply or a refresh is warned of. Default: 1,000, what an account may send in an hour. */
  readonly limit?: number;
  /** Objects per page of a list, as `page_size` of the provider. Default: 100. */
  readonly pageSize?: number;
  /** Is told the estimate of each stack, for example to print it. Default: annotations alone tell it. */
  readonly report?: (estimate: RequestEstimate, stack: TerraformStack) => void;
}

/**
 * An aspect that estimates, when a stack is synthesised, how many of the account's requests its first apply and a refresh
 * will cost: `Aspects.of(stack).add(requestBudget())`. CDKTF's command line shows it as an annotation of the stack, a warning
 * past the limit.
 *
 * The estimate is for an account in which nothing else is: the lists that a refresh reads grow with what others declare.
 */
export function requestBudget({ limit = 1000, pageSize = 100, report }: RequestBudgetOptions = {}): IAspect {
  const seen = new Set<TerraformStack>();
  const told = (stack: TerraformStack): string[] => {
    const estimate = estimateRequests(stack.node.findAll(), pageSize);
    const { firstApply, refresh } = estimate;
    const text = `The first apply costs about ${requests(firstApply)} of the service, a refresh about ${requests(refresh)}.`;
    const isPast = Math.max(firstApply, refresh) > limit;
    const advice = ` That is past the budget of ${count(limit)}: when nothing is left in an hour, what is sent waits for the next one, or fails after max_wait seconds.`;
    if (isPast) Annotations.of(stack).addWarning(text + advice);
    else Annotations.of(stack).addInfo(text);
    report?.(estimate, stack);
    return [];
  };
  return {
    visit(construct: IConstruct) {
      const stack = TerraformStack.of(construct);
      if (seen.has(stack)) return;
      seen.add(stack);
      // Validation comes after every aspect, so what others change is counted as it will be.
      stack.node.addValidation({ validate: () => told(stack) });
    },
  };
}

const count = (number: number): string => number.toLocaleString("en");
const requests = (number: number): string => `${count(number)} ${number === 1 ? "request" : "requests"}`;
