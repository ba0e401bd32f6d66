import type { Emulator } from "../../../src/emulator/emulator";
import type { RecordedRequest } from "../../../src/emulator/options";
import { type Kind, kinds } from "../../../src/service/kinds";
import { byApiVersion, isCallOn, lackOf } from "../api-version";

/** The writes that the matrix is made of. */
export type Operation = "create" | "update" | "pause" | "resume" | "delete";

type Attributes = Readonly<Record<string, unknown>>;

/** A resource that every fault strikes: one of each kind, and a subnet, for which the service creates several hosts. */
export interface Subject {
  readonly name: string;
  readonly kind: Kind;
  /** The form field, and its value, by which its create is known. */
  readonly key: readonly [field: string, value: string];
  /** What an update changes. */
  readonly change: Attributes;
  attributes(service: Emulator): Attributes;
}

const first = ({ account }: Emulator, kind: Kind) => account.objects(kind)[0]?.id;
const watched = (service: Emulator) => ({
  profile: first(service, "monitoring_profile"),
  contact_groups: [first(service, "contact_group")],
});

const everySubject: readonly Subject[] = [
  {
    ...{ name: "group", kind: "contact_group", key: ["name", "Operations"], change: { name: "Operators" } },
    attributes: () => ({ name: "Operations" }),
  },
  {
    ...{
      name: "profile",
      kind: "monitoring_profile",
      key: ["name", "Mail"],
      change: { frequency: "1_hour" },
    },
    attributes: () => ({ name: "Mail", frequency: "weekly" }),
  },
  {
    ...{ name: "source", kind: "source", key: ["host", "bl.example.net"], change: { type: "uribl" } },
    attributes: () => ({ host: "bl.example.net", type: "rbl" }),
  },
  {
    ...{ name: "certificates", kind: "certificate_profile", key: ["name", "Strict"] },
    change: { expiration_thresholds: [0, 60] },
    attributes: () => ({ name: "Strict", expiration_thresholds: [30, 5] }),
  },
  {
    ...{ name: "contact", kind: "contact", key: ["contact", "ops@example.com"] },
    // With version 3.0, another destination forces replacement.
    change: byApiVersion<Attributes>({
      "4.0": { contact: "night@example.com" },
      "3.0": { schedule: "every_check" },
    }),
    attributes: (service) => ({
      ...{ contact: "ops@example.com", type: "email", contact_groups: [first(service, "contact_group")] },
    }),
  },
  {
    ...{ name: "host", kind: "host", key: ["host", "mail.example.com"] },
    // Version 3.0 has no tags.
    change: byApiVersion<Attributes>({ "4.0": { tags: ["mx"] }, "3.0": { name: "Post" } }),
    attributes: (service) => ({ host: "mail.example.com", name: "Mail", ...watched(service) }),
  },
  {
    ...{ name: "subnet", kind: "host", key: ["host", "192.0.2.8/30"], change: { name: "Network" } },
    attributes: (service) => ({ host: "192.0.2.8/30", name: "Net", tags: ["net"], ...watched(service) }),
  },
  {
    ...{ name: "monitor", kind: "certificate_monitor", key: ["hostname", "www.example.com"] },
    change: { name: "Web" },
    attributes: (service) => ({
      ...{ hostname: "www.example.com", protocol: "https", name: "Shop" },
      profile: first(service, "certificate_profile"),
      contact_groups: [first(service, "contact_group")],
    }),
  },
];

/** The subjects whose kind the version in use supports. */
export const subjects = everySubject.filter(({ kind }) => lackOf(kind) === undefined);

export const address = ({ name, kind }: Subject) => `rblmonitor_${kind}.${name}`;

export function isPausable({ kind }: Subject): boolean {
  return kinds[kind].pausable;
}

/** Whether the operation exists for the subject. */
export function has(subject: Subject, operation: Operation): boolean {
  return isPausable(subject) || (operation !== "pause" && operation !== "resume");
}

/** The configuration in which the operation ends: attributes by address without `rblmonitor_`. */
export function configurationAfter(
  operation: Operation,
  service: Emulator,
): Readonly<Record<string, Attributes>> {
  if (operation === "delete") return {};
  return Object.fromEntries(
    subjects.map((subject) => [
      `${subject.kind}.${subject.name}`,
      {
        ...subject.attributes(service),
        ...(operation !== "create" && subject.change),
        ...(operation === "pause" && isPausable(subject) && { paused: true }),
      },
    ]),
  );
}

/** Whether a request is the operation on the subject, which has those ids by now. */
export function isWriteOf(
  { kind, key: [field, value] }: Subject,
  operation: Operation,
  ids: readonly string[],
) {
  return (request: RecordedRequest): boolean =>
    operation === "create"
      ? isCallOn(request, operation, kind) && request.form?.[field] === value
      : ids.some((id) => isCallOn(request, operation, kind, id));
}
