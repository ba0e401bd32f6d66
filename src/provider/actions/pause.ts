import { kinds, type PausableKind, pausableKinds } from "../../service/kinds";
import { unsupportedKindReason } from "../../service/legacy/unsupported";
import { sid } from "../../service/rules";
import { canonicalSid, sidKind } from "../../service/sids";
import {
  type Action,
  type ActionCall,
  type Attribute,
  type Attributes,
  action,
  DiagnosticError,
  list,
  type Path,
} from "../../terraform";
import type { Account } from "../account";
import { type PauseOutcome, pauseEach } from "../managed/pause";
import { mayBeApplied } from "../managed/write-objects";
import { shapeOf } from "../shapes";
import { abbreviated } from "../text";
import { actionFailure } from "./failure";

type PauseAttributes = { readonly objects: Attribute<readonly string[], "required"> };

/**
 * The number of objects per line of progress. The plan names them all, and Terraform 1.14 may crash if it stops while it
 * receives several lines.
 */
const objectsPerLine = 10;

const pausableForms = "- hosts, `HT…`\n- certificate monitors, `CM…`\n- sources, `RB…`\n- contacts, `CO…`";

/** `rblmonitor_pause`. It sends one request for each object, as `rblmonitor pause` does with SIDs. */
export const pauseAction = pausing(
  true,
  "Pauses hosts, certificate monitors, sources, and contacts, for example before a server is updated. Objects that are already paused stay paused. The next apply resumes an object, unless its resource has `ignore_changes = [paused]`.",
);

/** `rblmonitor_resume`: the opposite. */
export const resumeAction = pausing(
  false,
  "Resumes paused hosts, certificate monitors, sources, and contacts, for example after a server was updated. Has no effect on active objects.",
);

function pausing(paused: boolean, description: string): Action<Attributes, Account> {
  const objects = `SIDs of the objects to ${paused ? "pause" : "resume"}:\n${pausableForms}\n\nFor a subnet, which may have one host per address, pass \`members[*].id\`. An empty list has no effect.`;
  return action<PauseAttributes, Account>({
    description,
    attributes: { objects: list(shapeOf(sid(...pausableKinds))).required(objects) },
    plan({ config, context, diagnostics }) {
      if (context === undefined || !Array.isArray(config.objects)) return;
      for (const [index, id] of config.objects.entries()) {
        const kind = typeof id === "string" ? sidKind(canonicalSid(id)) : undefined;
        if (kind === undefined || context.knows(kind)) continue;
        diagnostics.error(
          `API version 3.0 has no ${kinds[kind].plural}`,
          `objects[${index}] cannot be ${paused ? "paused" : "resumed"}: ${unsupportedKindReason(kind)}. Remove it, or set api_version = "4.0" in the provider's configuration.`,
          place(index),
        );
      }
    },
    invoke: (call) => act(call, paused),
  });
}

function place(index: number): Path {
  return [{ attribute: "objects" }, { index }];
}

async function act(call: ActionCall<PauseAttributes, Account>, paused: boolean): Promise<void> {
  const { config, context, progress, signal } = call;
  const done = paused ? "paused" : "resumed";
  const asked = config.objects.map(canonicalSid);
  const targets = [...new Set(asked)].map((id) => ({ kind: sidKind(id) as PausableKind, id }));
  const settled: PauseOutcome[] = [];
  const onOutcome = (outcome: PauseOutcome) => {
    settled.push(outcome);
    if (settled.length % objectsPerLine === 0 || settled.length === targets.length)
      progress(`${settled.length} of ${targets.length} objects: ${counted(settled, done)}`);
  };
  const outcomes = await pauseEach(context, targets, paused, signal, onOutcome);
  const failed = outcomes.find(({ result }) => result === "failed");
  if (failed?.result === "failed") {
    const { error, target } = failed;
    const more = [...mayBeApplied(error), ...(targets.length > 1 ? [summary(outcomes, done)] : [])];
    throw actionFailure(error, place(asked.indexOf(target.id)), more);
  }
  if (outcomes.some(({ result }) => result === "not_tried"))
    throw new DiagnosticError("Action interrupted", summary(outcomes, done));
}

/** The number of objects per outcome. */
function counted(outcomes: readonly PauseOutcome[], done: string): string {
  const words = { done, already: `${done} before`, failed: "failed", not_tried: "not tried" };
  return Object.entries(words)
    .map(([wanted, word]) => [outcomes.filter(({ result }) => result === wanted).length, word] as const)
    .filter(([count]) => count > 0)
    .map((part) => part.join(" "))
    .join(", ");
}

/** The number of finished objects, and the SIDs of the others. */
function summary(outcomes: readonly PauseOutcome[], done: string): string {
  const idsOf = (...results: PauseOutcome["result"][]) =>
    outcomes.filter(({ result }) => results.includes(result)).map(({ target }) => target.id);
  const named = (ids: readonly string[], words: string) =>
    ids.length === 0 ? [] : [`${ids.length} ${words}: ${abbreviated(ids)}.`];
  return [
    `${idsOf("done", "already").length} of ${outcomes.length} objects are ${done}.`,
    ...named(idsOf("failed"), "failed"),
    ...named(idsOf("not_tried"), "were not tried"),
  ].join(" ");
}
