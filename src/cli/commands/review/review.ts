import { totalsOf } from "../../../coverage/coverage";
import { kindNames } from "../../../service/kinds";
import { compareNaturally } from "../../output/order";
import { counted, firstOf } from "../../output/text";
import { namesIn } from "../../output/values";
import { namesOf, type ObjectType, type OwnChange, type PlanParts, partsOf } from "../../plan/changes";
import { type Configuration, unknownProvider } from "../../plan/configured";
import { type NewReferences, newReferences } from "../../plan/planned-account";
import type { PlanJson } from "../../plan/read-plan";
import { applyCost, costOfPlan, minRefreshRequests } from "./apply-cost";
import { remarksOn, subjectOf } from "./coverage-warnings";
import type { DestroyLimit } from "./destroy-limit";
import { type AccountFacts, mayEndWatching, noFacts, type Questions, questionsOf } from "./facts";
import { actionLooks, type ReviewedChange, reviewedChange } from "./reviewed-change";
import { addressesOf, hourWarnings, limitWarnings, planWarnings, warningsIn } from "./warnings";

/** A plan, and how to query its account. */
export interface ReviewOptions {
  readonly name: string;
  readonly plan: PlanJson;
  readonly pageSize: number;
  /** How many objects the plan may destroy or replace. */
  readonly maxDestroyed?: DestroyLimit | undefined;
  /** Whether a provider configuration works on the account that can be queried. Default: all do. */
  isOfAccount?(provider: string): boolean;
  /** Queries the account; not called if the plan does not change it. */
  query(questions: Questions): Promise<AccountFacts>;
}

export type Review = Awaited<ReturnType<typeof reviewPlan>>;

/** Reviews a plan: changes to the account, warnings, and cost. Only reads. */
export async function reviewPlan(options: ReviewOptions) {
  const { name, plan: whole, pageSize, maxDestroyed, isOfAccount = () => true, query } = options;
  // Half a plan would have warnings and costs of its own.
  const isErrored = whole.errored === true;
  const plan = isErrored ? { format_version: whole.format_version } : whole;
  const { notes, drift, others, ...all } = partsOf(plan);
  // An object of an unknown account is looked up in this one, and may cost its requests.
  const isOwn = ({ provider }: Pick<Configuration, "provider">) =>
    isOfAccount(provider) || provider === unknownProvider;
  const part = (matches: (object: Pick<Configuration, "provider">) => boolean): PlanParts => ({
    changes: all.changes.filter(matches),
    invocations: all.invocations.filter(matches),
  });
  const [own, foreign] = [part(isOwn), part((object) => !isOwn(object))];
  const acts = own.invocations.length > 0 || own.changes.some(({ action }) => action !== "none");
  const facts = acts ? await query(questionsOf(own)) : noFacts([]);
  const names = { ...facts.lists?.names(kindNames), ...namesOf(all.changes) };
  const subject = subjectOf(own, names, facts);
  const subjects = [subject, subjectOf(foreign, names, noFacts([]))];
  const cost = applyCost(
    costOfPlan(own, pageSize, facts.sizes),
    minRefreshRequests(own.changes, pageSize, facts.sizes),
    facts.requests,
  );
  const warnings = subjects.flatMap(warningsIn);
  const listed = warnings.flatMap(({ kind, addresses }) => (kind === "listed_host" ? addresses : []));
  const unchecked = all.changes
    .filter((change) => mayEndWatching(change, "host"))
    .filter(({ address, provider }) => !isOfAccount(provider) && !listed.includes(address));
  const limit = limitWarnings(all, maxDestroyed);
  const referred = newReferences(all.changes);
  const [changes, drifted] = [reported(all.changes, referred), reported(drift, referred)];
  return {
    plan: name,
    /** Why the plan is not reviewed: it ended with errors, or the account could not be read although one is configured. */
    failure: failureOf(isErrored, facts),
    changes,
    /** Actions that the apply invokes. */
    actions: all.invocations.map(({ config: _, ...invocation }) => invocation),
    /** Changes outside of Terraform that the refresh found. */
    drift: drifted.filter(({ action, attributes }) => action === "destroy" || attributes.length > 0),
    warnings: [
      ...planWarnings(plan),
      ...hourWarnings(cost),
      ...limit,
      ...warnings.filter(({ kind }) => kind !== "many_destroyed" || limit.length === 0),
    ],
    /** How many objects of the account are watched, and whose alerts reach someone: as far as the review knows them. */
    coverage: { before: totalsOf(subject.before), after: totalsOf(subject.after) },
    cost,
    notes: [
      ...notes,
      ...subjects.flatMap(remarksOn),
      ...facts.notes,
      ...otherAccountNotes(foreign.changes, addressesOf(unchecked)),
    ],
    /** The names of objects, by their SIDs. */
    names: namesIn(
      [...changes, ...drifted].flatMap(({ attributes }) => attributes),
      names,
    ),
    /** Changes to resources of other providers. */
    others,
    /** Requests that the review itself sent. */
    requests_sent: facts.requests.sent,
  };
}

function failureOf(isErrored: boolean, { failure }: AccountFacts): string | null {
  if (isErrored)
    return "Planning ended with errors, so the plan is incomplete and was not reviewed. Correct the errors and plan again.";
  if (failure === undefined) return null;
  return `${failure} Warnings and cost are those of the plan alone. To review it without the account, use --offline.`;
}

/** @param unchecked objects that are, or may be, in an account that was not queried */
function otherAccountNotes(others: readonly OwnChange[], unchecked: readonly string[]): string[] {
  const acting = others.filter(({ action }) => action !== "none");
  const providers = [...new Set(acting.map(({ provider }) => provider))].join(", ");
  return [
    acting.length > 0 &&
      `The cost leaves out ${counted(acting.length, "change")} in other accounts: ${providers}.`,
    unchecked.length > 0 &&
      `Not checked, since other accounts have or may have them: ${firstOf(unchecked, 10).join(", ")}. Review the plan with the credentials of each account, and name its provider configurations with --provider.`,
  ].filter((note) => note !== false);
}

const types: readonly ObjectType[] = [...kindNames, "manual_check"];

/** By kind, then the worst first, then by address. */
function reported(changes: readonly OwnChange[], referred: NewReferences): ReviewedChange[] {
  return changes
    .flatMap((change) => reviewedChange(change, referred) ?? [])
    .sort(
      (a, b) =>
        types.indexOf(a.type) - types.indexOf(b.type) ||
        actionLooks[a.action].rank - actionLooks[b.action].rank ||
        compareNaturally(a.address, b.address),
    );
}
