import { kinds } from "../../../service/kinds";
import type { AccountOptions } from "../../account/options";
import { missingSettings, readingAccount, withAccount } from "../../account/session";
import type { CommentOptions } from "../../options";
import { commenterFor } from "../../output/comment";
import { maxComment } from "../../output/markdown";
import { jsonReport, type ReportOptions, rendererOf, writeReport } from "../../output/print";
import { type ProcessContext, printable } from "../../output/terminal";
import { conjunction } from "../../output/text";
import { secretsIn } from "../../plan/changes";
import { configuredPageSize, planFilter } from "../../plan/configured";
import { planText, readPlan } from "../../plan/read-plan";
import type { DestroyLimit } from "./destroy-limit";
import { noFacts, type Questions, queryAccount } from "./facts";
import { markdown, table } from "./output";
import { type Review, reviewPlan } from "./review";

export interface ReviewCommandOptions extends AccountOptions, ReportOptions<Format>, CommentOptions {
  readonly chdir?: string;
  readonly provider?: readonly string[];
  readonly offline?: true;
  readonly detailedExitcode?: true;
  readonly maxDestroyed?: DestroyLimit;
}

/** The default page size of the service's lists (docs/design/api.md#endpoints). */
const usualPageSize = 100;

/**
 * Reads the plan, queries the account if one is configured, and writes the review.
 * @returns the exit code: 1 if a configured account could not be read, else 2 if more is destroyed than --max-destroyed allows, or with --detailed-exitcode and a warning
 */
export async function review(file: string, options: ReviewCommandOptions, processContext: ProcessContext) {
  const { env, stdin } = processContext;
  const comment = commenterFor(options, processContext);
  const { name, text, state } = await planText(file, options.chdir, env, stdin);
  const plan = readPlan(name, text, state);
  const missing = missingSettings(options, env);
  // A secret that is misspelt or empty in a pipeline must not turn a review into one without the account.
  if (!options.offline && (missing.length === 1 || missing.length === 2))
    throw new Error(
      `The account is configured only in part: ${missing.join(", ")} not set. To review the plan without the account, use --offline.`,
    );
  const unread = options.offline ? "--offline" : missing.length > 0 && `${missing.join(", ")} not set`;
  const risk = "Warnings and cost are those of one account.";
  const isOfAccount = planFilter(name, plan, options.provider, risk, unread ? undefined : options.accountSid);
  const pageSize = options.pageSize ?? configuredPageSize(plan, isOfAccount) ?? usualPageSize;
  const result = await reviewPlan({
    name,
    plan,
    pageSize,
    maxDestroyed: options.maxDestroyed,
    isOfAccount,
    query: async (questions) => {
      if (unread) return noFacts(notRequested(questions, unread));
      const account = { ...options, pageSize, secrets: secretsIn(plan) };
      return withAccount(account, processContext, readingAccount, (session) =>
        queryAccount(session.account, questions),
      );
    },
  });
  const { failure, warnings } = result;
  if (failure !== null) processContext.stderr.write(`rblmonitor: ${printable(failure)}\n`);
  await writeReport(processContext, options, (format, screen) => rendered(result, format, screen));
  const isTooMuch = warnings.some(({ kind }) => kind === "destroy_limit");
  const isFinding = isTooMuch || (options.detailedExitcode && warnings.length > 0);
  return comment(markdown(result, maxComment), failure !== null ? 1 : isFinding ? 2 : 0);
}

function notRequested({ listings, errors, kinds: lists, creates }: Questions, why: string): string[] {
  const unmanaged = conjunction(lists.map((kind) => kinds[kind].plural));
  const open = [
    "how many requests are left in this hour",
    listings && "whether a removed or paused host is listed",
    errors && "whether a certificate has an error",
    unmanaged && `${unmanaged} that are not managed`,
    creates.length > 0 && "whether new objects exist already",
  ];
  return [`The account was not read (${why}). Unknown: ${open.filter(Boolean).join("; ")}.`];
}

export type Format = "table" | "markdown" | "json";

export const rendered = rendererOf<Review, Format>({
  table,
  markdown: (review) => markdown(review),
  json: jsonReport,
});
