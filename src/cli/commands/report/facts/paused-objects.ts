import type { PausableKind } from "../../../../service/kinds";
import { paused } from "../../../../service/status";
import { type NamedObject, namesOfObject } from "../../../account/names";
import type { AccountLists } from "./account-lists";

/** What is not checked now, or not asked; contacts have a part of their own. */
const kinds = ["host", "certificate_monitor", "source"] as const satisfies readonly PausableKind[];

const inWords = new Intl.Collator("en", { numeric: true });

/** The hosts, certificate monitors and sources that are paused, by kind and by what they are called. */
export function pausedObjects(lists: AccountLists): NamedObject[] {
  return kinds.flatMap((kind) =>
    lists
      .of(kind)
      .filter(({ status }) => paused(status))
      .map((object) => namesOfObject(kind, object))
      .sort((a, b) => inWords.compare(a.key ?? a.id, b.key ?? b.id)),
  );
}
