import { isIPv6 } from "node:net";
import * as z from "zod/mini";
import { isHostname, parseHost } from "./addresses";
import { contactTypes, frequencies, protocols, schedules, sourceTypes, syncMethods } from "./enumerations";
import { requestFields } from "./generated/fields";
import { type Kind, kinds } from "./kinds";
import { isSid, sidForm } from "./sids";

/*
 * Schemas for the bodies of writes (docs/design/api.md#resources), with lists as arrays and flags as booleans; form.ts encodes them.
 * Only the fields here and in the provider's tables are accepted.
 */

/** A string that matches a predicate, with the message for others. */
const string = (matches: (text: string) => boolean, message: string) =>
  z.string().check(z.refine(matches, message));

const name = string((text) => {
  // Counts code points, not UTF-16 units or bytes.
  const { length } = [...text];
  return length >= 1 && length <= 255;
}, "must have 1 to 255 characters");
const sid = (kind: Kind) =>
  string((text) => isSid(kind, text), `must be the SID of a ${kinds[kind].title}: ${sidForm(kind)}`);
const contactGroups = z
  .array(sid("contact_group"))
  .check(z.minLength(1, "must name at least one contact group"));
const listItem = string((text) => text !== "" && !text.includes(","), "must not be empty or contain a comma");
const tags = z.array(listItem);
const host = string(
  (text) => parseHost(text) !== undefined,
  "must be an IP address, a domain name or an IPv4 subnet",
);
const hostname = string(isHostname, "must be a hostname");
// z.record drops this name, so it would not be sent.
const args = z.pipe(
  z.custom<Record<string, string>>(
    (value) => !Object.hasOwn(Object(value), "__proto__"),
    "must not have the name __proto__",
  ),
  z.record(z.string(), z.string()),
);
const thresholds = z.array(z.int()).check(z.minLength(1, "must have at least one number of days"));

/** Bodies of the create operations, by kind, with the specification's requirements. */
export const createRequests = {
  host: z.strictObject({
    ...requestFields.host,
    host,
    name,
    profile: sid("monitoring_profile"),
    contact_group: contactGroups,
    tags: z.optional(tags),
  }),
  monitoring_profile: z.strictObject({
    ...requestFields.monitoring_profile,
    name,
    frequency: z.enum(frequencies),
    entries: z.optional(z.array(sid("source"))),
    sync_method: z.optional(z.enum(syncMethods)),
  }),
  source: z.strictObject({
    ...requestFields.source,
    host: hostname,
    type: z.enum(sourceTypes),
    custom_codes: z.optional(z.array(listItem)),
  }),
  certificate_monitor: z.strictObject({
    ...requestFields.certificate_monitor,
    hostname: z.string().check(z.minLength(1)),
    protocol: z.enum(protocols),
    name,
    profile: sid("certificate_profile"),
    contact_group: contactGroups,
    tags: z.optional(tags),
  }),
  certificate_profile: z.strictObject({
    ...requestFields.certificate_profile,
    name,
    expiration_thresholds: thresholds,
  }),
  contact: z.strictObject({
    ...requestFields.contact,
    contact: z.string().check(z.minLength(1)),
    type: z.enum(contactTypes),
    schedule: z.enum(schedules),
    contact_group: contactGroups,
    args: z.optional(args),
  }),
  contact_group: z.strictObject({ ...requestFields.contact_group, name }),
} as const satisfies Record<Kind, z.ZodMiniType>;

/** Bodies of the update operations, by kind. All fields are optional, and some are not accepted. */
export const updateRequests = {
  host: z.partial(z.omit(createRequests.host, { host: true })),
  monitoring_profile: z.partial(createRequests.monitoring_profile),
  source: z.partial(createRequests.source),
  certificate_monitor: z.partial(
    z.omit(createRequests.certificate_monitor, { hostname: true, protocol: true }),
  ),
  certificate_profile: z.partial(createRequests.certificate_profile),
  contact: z.partial(z.omit(createRequests.contact, { type: true, args: true })),
  contact_group: z.partial(createRequests.contact_group),
} as const satisfies Record<Kind, z.ZodMiniType>;

/** Body of the operation that starts a manual check. */
export const checkRequest = z.strictObject({
  host: string(
    (text) =>
      isSid("host", text) || isIPv6(text) || ["address", "domain"].includes(parseHost(text)?.form ?? ""),
    "must be an IP address, a domain name or the SID of a host",
  ),
  callback: z.optional(z.url()),
  details: z.optional(z.boolean()),
});

/** Body of the operation that confirms a pending contact. */
export const confirmRequest = z.strictObject({ authcode: z.string().check(z.minLength(1)) });

/** The body that starts a manual check. */
export type CheckRequest = z.output<typeof checkRequest>;

/** The body of a create. */
export type CreateRequest<K extends Kind> = z.output<(typeof createRequests)[K]>;

/** The body of an update. */
export type UpdateRequest<K extends Kind> = z.output<(typeof updateRequests)[K]>;
