import { KnownObjects } from "../../src/snapshot/known-objects";

const id = `HT${"1".repeat(32)}`;
const host = { id, name: "Mail" };

type Known = KnownObjects<"host">;

/** What is known after these steps: all names, those in the list, and how many objects the list does not show. */
function knownAfter(...steps: readonly ((known: Known) => void)[]) {
  const known = new KnownObjects<"host">();
  for (const step of steps) step(known);
  const namesOf = (objects: Iterable<{ readonly name?: string }>) => [...objects].map(({ name }) => name);
  return [namesOf(known.objects.values()), namesOf(known.inList()), known.unlisted.size];
}

const listed = (known: Known) => known.addFromList([host], known.moment);
const read = (known: Known) => known.addRead(id, host, known.moment);
const missing = (known: Known) => known.addRead(id, undefined, known.moment);
const lacking = (known: Known) => known.dropMissing(new Set(), known.moment);
const written = (known: Known) => known.recordWrite({ id, name: "Post" });
const deleted = (known: Known) => known.recordDelete(id);

/** Steps whose requests were sent before a write. */
const late =
  (...[write, step]: readonly [(known: Known) => void, (known: Known, moment: number) => void]) =>
  (known: Known) => {
    const { moment } = known;
    write(known);
    step(known, moment);
  };

describe("an object", () => {
  it.each([
    ["in a list", [listed], [["Mail"], ["Mail"], 0]],
    ["read by its SID is not in the list", [read], [["Mail"], [], 1]],
    ["of a list stays in it when it is read by its SID", [listed, read], [["Mail"], ["Mail"], 0]],
    ["read by its SID is in a list that shows it later", [read, listed], [["Mail"], ["Mail"], 0]],
    ["read by its SID is in the list once it is written", [read, written], [["Post"], ["Post"], 0]],
    ["read by its SID is forgotten once it is deleted", [read, deleted], [[], [], 0]],
    ["read by its SID is forgotten once it is missing", [read, missing], [[], [], 0]],
    ["read by its SID stays if a complete list lacks it", [read, lacking], [["Mail"], [], 1]],
    ["of a list is forgotten if a complete list lacks it", [listed, lacking], [[], [], 0]],
    ["that is written is in the list", [written], [["Post"], ["Post"], 0]],
    [
      "that is written is as a list has it that is requested later",
      [written, listed],
      [["Mail"], ["Mail"], 0],
    ],
  ])("%s", (_, steps, expected) => {
    expect(knownAfter(...steps)).toEqual(expected);
  });

  it.each<[string, (known: Known, moment: number) => void]>([
    ["a list", (known, moment) => known.addFromList([host], moment)],
    ["a read", (known, moment) => known.addRead(id, host, moment)],
    ["a read that finds nothing", (known, moment) => known.addRead(id, undefined, moment)],
    ["a complete list that lacks it", (known, moment) => known.dropMissing(new Set(), moment)],
  ])("is not changed by %s that was requested before a write or a delete", (_, step) => {
    expect(knownAfter(listed, late(written, step))).toEqual([["Post"], ["Post"], 0]);
    expect(knownAfter(listed, late(deleted, step))).toEqual([[], [], 0]);
  });
});
