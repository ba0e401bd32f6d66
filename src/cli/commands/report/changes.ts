import * as z from "zod/mini";
import { canonicalHost } from "../../../service/addresses";
import { blocklistNames } from "../../account/lists";
import { commandReport, inputName } from "../../input";
import { type ProcessContext, printable } from "../../output/terminal";
import { type Topic, topics } from "./report";

const text = z.string();
const name = z.nullable(text);
const count = z.number();
const attributes = z.array(z.record(text, z.json()));
const group = { id: text, name, reaches: text, why: text, hosts: count, certificate_monitors: count };
const object = { kind: text, id: text, key: text, name, watched: text, reason: name };

/** The parts of a report that are compared; null what could not be read. */
const comparedReport = z.object({
  version: z.literal(1),
  account: z.object({ sid: text, service: text }),
  read: z.object({ from: text, to: z.iso.datetime() }),
  complete: z.boolean(),
  listed: z.nullable(z.object({ total: count, hosts: attributes })),
  certificates: z.nullable(z.object({ total_errors: count, errors: attributes })),
  counts: z.record(text, z.nullable(count)),
  groups: z.nullable(z.array(z.object(group))),
  paused_as_declared: z.array(text),
  objects: z.array(z.object(object)),
});

export type ComparedReport = z.output<typeof comparedReport>;

/**
 * Reads the report that `--since` names.
 * @throws Error for anything else, and for a report of another account: with another SID, or of another service
 */
export async function earlierReport(
  file: string,
  { stdin }: ProcessContext,
  { sid, service }: ComparedReport["account"],
): Promise<ComparedReport> {
  const earlier = await commandReport(file, stdin, "report", comparedReport);
  const { account } = earlier;
  if (account.sid === sid && account.service === service) return earlier;
  throw new Error(
    `${inputName(file)} is a report of the account ${printable(account.sid)} at ${printable(account.service)}, not of ${sid} at ${service}. Pass an earlier report of this account to --since.`,
  );
}

/** A problem of one report, which another may lack; its key identifies it in both. */
type Item = Readonly<{ key: string; object: string; label?: string | null; text: string }>;

type Objects = ComparedReport["objects"] | undefined;

/**
 * The problems of a topic: null if a report could not read them, undefined if it lacks some.
 * @param deleted the objects that were deleted since the earlier report; undefined if that is not known
 */
type ItemsOf = (report: ComparedReport, deleted: Objects) => readonly Item[] | null | undefined;

const itemsOf: { readonly [topic in Topic]?: ItemsOf } = {
  listed: ({ listed }) =>
    listed &&
    whole(listed.total, listed.hosts)?.flatMap((host) => {
      const object = String(host.host ?? host.id);
      const { names } = blocklistNames(host);
      const label = typeof host.name === "string" ? host.name : null;
      const texts = names.length === 0 ? ["listed"] : names.map((source) => `listed by ${source}`);
      return texts.map((words) => ({ key: `${object} ${words}`, object, label, text: words }));
    }),

  certificates: ({ certificates }) =>
    certificates &&
    whole(certificates.total_errors, certificates.errors)?.map((error) => {
      const object = String(error.hostname ?? error.monitor ?? "unknown hostname");
      const words = String(error.type ?? error.message ?? "error").replaceAll("_", " ");
      return { key: [error.monitor ?? object, error.protocol, words].join(" "), object, text: words };
    }),

  groups: ({ groups }) =>
    groups
      ?.filter(({ hosts, certificate_monitors: monitors }) => hosts + monitors > 0)
      .map(({ id, name: object, reaches, why }) => {
        const reach = reaches === "no" ? "reaches no one" : "may reach no one";
        return { key: id, object: object ?? id, text: `${reach}: ${why}` };
      }) ?? null,

  unchecked({ objects, paused_as_declared: declared }, deleted) {
    if (deleted === undefined) return undefined;
    const unwatched = objects.filter(({ id, watched }) => watched !== "yes" && !declared.includes(id));
    const lost = deleted.filter(({ watched }) => watched === "yes");
    const all = [...lost.map((object) => ({ ...object, watched: "no", reason: "deleted" })), ...unwatched];
    return all.map(({ id, key: object, name: label, watched, reason }) => {
      const words = watched === "no" ? `not watched: ${reason}` : "may not be watched";
      return { key: id, object, label, text: words };
    });
  },
};

/** The items if they are as many as counted. */
function whole<T>(total: number, items: readonly T[]): readonly T[] | undefined {
  return total <= items.length ? items : undefined;
}

/** The objects of an earlier report that were deleted since; undefined if the reports did not read the same lists to their end. */
function deletedSince(earlier: ComparedReport, { complete, counts, objects }: ComparedReport): Objects {
  const areSame = Object.entries(counts).every(
    ([kind, count]) => (count === null) === (earlier.counts[kind] === null),
  );
  if (!earlier.complete || !complete || !areSame) return undefined;
  const known = new Set(earlier.objects.map(({ id }) => id));
  // An object that was created again has another SID. A hostname may have several monitors.
  const present = new Set(objects.map(({ kind, id, key }) => (known.has(id) ? id : `${kind} ${key}`)));
  return earlier.objects.filter(({ kind, id, key }) => !present.has(id) && !present.has(`${kind} ${key}`));
}

/** What is new and gone in a report since an earlier one. */
export function changesSince(earlier: ComparedReport, report: object) {
  const present = comparedReport.parse(report);
  const deleted = deletedSince(earlier, present);
  const unmonitored = new Set(deleted?.flatMap(({ id, key }) => [id, key]));
  const compared = Object.entries(itemsOf).map(([name, of]) => {
    const topic = name as Topic;
    const [before, now] = [of(earlier, deleted && []), of(present, deleted)];
    const lacking = (from: typeof now, to: typeof now) => {
      const keys = new Set(from?.map(({ key }) => key));
      const others = (from && to)?.filter(({ key }) => !keys.has(key)) ?? [];
      return others.map((item) => ({ topic, ...item }));
    };
    // No one knows whether a problem lasts without its object.
    const gone = lacking(now, before).map((item) => {
      const isDeleted = topic !== "groups" && unmonitored.has(canonicalHost(item.object));
      return { ...item, text: isDeleted ? `${item.text} (no longer monitored)` : item.text };
    });
    // What neither report has is not in the account's plan or its version of the API.
    const isUnknown = (!before || !now) && !(before === null && now === null);
    return { topic, isUnknown, new: lacking(before, now), gone };
  });
  return {
    /** When the earlier report was read. */
    read: earlier.read,
    new: compared.flatMap((part) => part.new),
    gone: compared.flatMap((part) => part.gone),
    /** What could not be compared, in sentences. */
    unknown: [
      ...(earlier.complete ? [] : ["The earlier report is incomplete."]),
      ...(present.complete ? [] : ["This report is incomplete."]),
      ...compared.flatMap(({ topic, isUnknown }) =>
        isUnknown ? `What is new is not known for: ${topics[topic].title}.` : [],
      ),
    ],
  };
}
