import { isDeepStrictEqual } from "node:util";
import { alertFlags } from "../../../service/fields";
import type { Kind } from "../../../service/kinds";
import { sidKind } from "../../../service/sids";
import { sidsIn } from "../../account/names";
import type { OwnChange } from "../../plan/own-changes";
import type { PlanParts } from "../../plan/planned-account";
import type { Questions } from "./facts";

const checking = ["monitoring_profile", "source"] as const;
const alerting = ["contact", "contact_group"] as const;

/** The attributes on which coverage depends, with the lists that show what a change to them does to other objects. */
const consequences: Readonly<
  Record<Kind, readonly (readonly [attributes: readonly string[], lists: readonly Kind[]])[]>
> = {
  host: [
    [["profile"], checking],
    [["contact_groups"], alerting],
  ],
  monitoring_profile: [
    [
      ["entries", "sync_method", "frequency"],
      ["host", ...checking],
    ],
  ],
  source: [
    [
      ["type", "paused"],
      ["host", ...checking],
    ],
  ],
  certificate_monitor: [
    [["profile"], ["certificate_profile"]],
    [["contact_groups"], alerting],
  ],
  certificate_profile: [
    [
      ["expiration_thresholds", ...alertFlags],
      ["certificate_monitor", "certificate_profile"],
    ],
  ],
  contact: [
    [
      ["contact_groups", "paused"],
      ["host", "certificate_monitor", ...alerting],
    ],
  ],
  contact_group: [],
};

/** What a review must know about the account, so that it reads only the lists that matter. */
export function questionsOf({ changes, invocations, managed }: PlanParts): Questions {
  const declared = new Set(managed.before.flatMap(({ values }) => sidsIn(values)));
  const paused = invocations.flatMap(({ action, objects }) => (action === "pause" ? objects : []));
  const pausedLists = paused.flatMap((id): readonly Kind[] => {
    const kind = sidKind(id);
    if (kind === "source" || kind === "contact") return consequences[kind].flatMap(([, lists]) => lists);
    return kind === undefined || declared.has(id) ? [] : [kind];
  });
  const lists = [...changes.flatMap(listsFor), ...pausedLists];
  return {
    kinds: [...new Set(lists)],
    listings: changes.some(mayEndWatching) || paused.some((id) => sidKind(id) === "host"),
    creates: changes.filter(({ action, own }) => action === "create" && own.object !== undefined),
    managed,
  };
}

function listsFor({ own, action, prior, plan }: OwnChange): readonly Kind[] {
  const kind = own.object?.kind;
  if (kind === undefined) return [];
  const isWatched = kind === "host" || kind === "certificate_monitor";
  const isUsed = kind === "contact" || kind === "source";
  return consequences[kind].flatMap(([attributes, lists]) => {
    const isChanged = attributes.some(
      (name) => !isDeepStrictEqual(prior?.[name] ?? null, plan?.[name] ?? null),
    );
    const matters = {
      create: isWatched,
      replace: isWatched || isUsed,
      destroy: isUsed,
      update: isChanged,
      forget: false,
      none: false,
    };
    return matters[action] ? lists : [];
  });
}

/** Whether a change ends the watching of a host by itself. */
export function mayEndWatching({ own, action, before, after }: OwnChange): boolean {
  if (own.type !== "host") return false;
  const isPaused = action === "update" && after?.paused === true && before?.paused !== true;
  return isPaused || action === "destroy" || action === "replace";
}
