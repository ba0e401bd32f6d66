import type { OpenPointSettings } from "../../emulator/settings";
import { sourceTypes } from "../../service/enumerations";
import type { Kind } from "../../service/kinds";
import { isSid } from "../../service/sids";
import { readFlag, readObject, readStrings } from "../../service/wire-forms";
import { type Answer, firstOf, Undecided } from "./account";
import { args, type steps, tags } from "./steps";

/** The results of the steps. Reading that of a step without one throws its Undecided. */
export type Results = { readonly [N in keyof typeof steps]: Awaited<ReturnType<(typeof steps)[N]>> };

/** The part of an answer, or of an event, that decides, and the value of the setting; undefined for no known value. */
interface Reading<Value> {
  readonly answer: Answer | undefined;
  readonly seen: unknown;
  readonly value: Value | undefined;
}

/** A step whose result is the answer to a request. */
type AnswerStep = { [N in keyof Results]: Results[N] extends Answer ? N : never }[keyof Results];

/** How a setting is decided: in words, and by the results; or why requests and events cannot decide it. */
export interface Experiment<Value = unknown> {
  readonly text: string;
  readonly decide: ((results: Results) => Reading<Value>) | string;
}

/** The value of a setting by what is seen. */
type Forms<Value> = Readonly<Record<string | number, Value>>;

function by<Value>(text: string, decide: Experiment<Value>["decide"]): Experiment<Value> {
  return { text, decide };
}

/** Without forms, what is seen is the value. */
function see<Value>(answer: Answer | undefined, seen: unknown, forms?: Forms<Value>): Reading<Value> {
  const key = typeof seen === "string" ? seen : (JSON.stringify(seen) ?? "absent");
  return { answer, seen, value: forms === undefined ? (seen as Value) : forms[key] };
}

/** Decides by a field of an object that is like the others of its kind. */
function field<Value>(text: string, kind: Kind, name: string, forms: Forms<Value>): Experiment<Value> {
  return by(text, ({ [kind]: { read, data } }) => see(read, data[name], forms));
}

/**
 * Decides by the outcome of a request. Acceptance is `ok`; a refusal has the value of its status, or else that of `invalid` (the
 * status of a refused input) or `refused`. Without values, the status is the value.
 */
function ask<Value>(text: string, step: AnswerStep, values?: Forms<Value>): Experiment<Value> {
  return by(text, (results) => {
    const answer = results[step];
    const { status, isOk } = answer;
    if (values === undefined) return see(answer, status);
    if (isOk) return { answer, seen: "accepted", value: values.ok };
    if (status === 403 && !(status in values)) throw new Undecided("the plan does not allow it (403)");
    const invalid = results.invalid.status;
    const general = status === invalid && "invalid" in values ? values.invalid : values.refused;
    const isRefusal = [400, 409, 422, invalid].includes(status);
    return { answer, seen: "refused", value: values[status] ?? (isRefusal ? general : undefined) };
  });
}

/** The tags in an answer, as one text. @throws Undecided if lists are absent */
function tagsIn(answer: Answer): string {
  const read = readStrings(firstOf(answer).tags);
  if (read === undefined) throw new Undecided("lists are not part of returned objects");
  return read.join();
}

const accepted = { ok: "accepted", refused: "refused" } as const;
const isPending = (status: unknown) => /^(?:pending|awaiting_authorization)$/i.test(String(status));

/** The state of a contact by the emulator's words; another word is itself. */
function contactState(status: unknown): unknown {
  return isPending(status) ? "pending" : /^(?:active|monitoring)$/i.test(String(status)) ? "active" : status;
}

/** The event with the authcode. @throws Undecided if there was none */
function confirmation({ endpoint: { event } }: Results) {
  if (event === undefined) throw new Undecided("no authcode arrived");
  return event;
}

/** How each setting of the emulator is decided. */
export const experiments: { readonly [N in keyof OpenPointSettings]: Experiment<OpenPointSettings[N]> } = {
  idKey: by("Get a contact group, and look at the key of its SID.", ({ contact_group: { read, data } }) => {
    const isKey = (key: string) => isSid("contact_group", String(data[key]));
    return see(read, Object.keys(data).find(isKey));
  }),
  lists: by("Get a host without tags, and a certificate profile.", ({ host, certificate_profile }) => {
    const { expiration_thresholds: list } = certificate_profile.data;
    const forms = Array.isArray(list) ? list.map((item) => `${typeof item}s`) : [typeof list];
    const seen = Array.isArray(list) && host.data.tags === null ? "null" : [...new Set(forms)].join();
    return see(certificate_profile.read, seen, {
      strings: "strings",
      string: "csv",
      numbers: "numbers",
      objects: "objects",
      null: "null-when-empty",
      undefined: "absent",
    });
  }),
  listItemOrder: by("Get a host with eight tags three times.", ({ tagged: { reads } }) => {
    const orders = new Set(reads.map(tagsIn));
    const seen = orders.size > 1 ? "changes" : [...orders][0];
    const [given, reversed] = [tags.join(), [...tags].reverse().join()];
    return see(reads[0], seen, { [given]: "as-given", [reversed]: "reversed", changes: "shuffled" });
  }),
  booleans: by("Get a certificate profile with alerts on and off.", ({ certificate_profile }) => {
    const { alert_on_changes, alert_on_expiration } = certificate_profile.data;
    return see(certificate_profile.read, [alert_on_changes, alert_on_expiration], {
      "[true,false]": "boolean",
      "[1,0]": "number",
      '["1","0"]': "digit-text",
      '["true","false"]': "word-text",
    });
  }),
  statusWords: field("Get a host.", "host", "status", {
    active: "lower",
    Active: "capitalised",
    ACTIVE: "upper",
    monitoring: "unknown",
  }),
  pausedWord: by("Pause a host, and get it.", ({ paused }) => {
    const { status } = firstOf(paused);
    return see(paused, String(status).toLowerCase() === "paused" ? "paused" : status);
  }),
  sourceTypes: by("List the sources, and collect their types.", ({ sources }) => {
    const types = [...new Set(sources.map(({ type }) => String(type)))];
    const isDocumented = types.every((type) => (sourceTypes as readonly string[]).includes(type));
    return { answer: undefined, seen: types, value: isDocumented ? "documented" : "extended" };
  }),
  customFlag: field("Get a source of the account.", "source", "custom", {
    1: "number",
    true: "boolean",
    absent: "absent",
  }),
  builtInRefusal: ask("Update a source of the catalogue without a change.", "catalogueUpdate"),
  pausedSources: by("Pause a source, and list the sources.", ({ pausedSource: { answer, seen } }) =>
    see(answer, seen),
  ),
  monitorPort: field("Get a certificate monitor.", "certificate_monitor", "port", {
    443: "present",
    absent: "absent",
  }),
  monitorHostnamePort: by("Create monitors of `host:port` and `[v6]:port`, and get them.", ({ ports }) =>
    see(ports.answer, ports.seen, {
      "domain:8443 [v6]:443": "kept",
      "domain [v6]": "split",
      "domain v6": "bare",
      "refused refused": "refused",
    }),
  ),
  thresholdsBeyondRange: ask("Create a certificate profile with a threshold of 91 days.", "range", accepted),
  defaultCertificateProfile: ask("Delete a new default certificate profile.", "deletedDefault", {
    ok: "deletable",
    refused: "kept",
  }),
  subnetCreate: by("Create a /30, and list the hosts.", ({ subnet: { created, hosts, deleted } }) =>
    see(created, `${hosts} hosts, ${deleted === undefined ? "no parent" : "a parent"}`, {
      "4 hosts, no parent": "flat",
      "1 hosts, a parent": "one",
      "5 hosts, a parent": "parent-and-children",
    }),
  ),
  parentDelete: by("Delete the parent of a subnet, and list the hosts.", ({ subnet }) => {
    if (subnet.deleted === undefined || subnet.hosts === 1) throw new Undecided("subnets have no children");
    return see(subnet.deleted, subnet.left, { 4: "keeps-children", 0: "cascades" });
  }),
  sameHost: ask("Create a host twice.", "sameHost", { ok: "accept", 409: "conflict", invalid: "validation" }),
  ipv6Hosts: ask("Create a host with an IPv6 address.", "v6", accepted),
  inUseStatus: ask("Delete a contact group with a contact.", "usedGroup"),
  sourceInUse: ask("Delete a selected source.", "usedSource", { ok: "deletable", refused: "refused" }),
  checkWords: by(
    "Start a check, and read its status until it has finished.",
    ({ check: { running, done } }) =>
      see(done, `${firstOf(running).status}, ${firstOf(done).status}`, {
        "processing, completed": "documented",
        "Processing, Completed": "capitalised",
        "queued, completed": "unknown-while-running",
        "queued, finished": "unknown",
      }),
  ),
  checkResultsWhileProcessing: by("Read the status of a running check.", ({ check: { running } }) =>
    see(running, "listed" in firstOf(running) ? "partial" : "absent"),
  ),
  checkDetails: by("Count the sources in the details of an unlisted host's check.", ({ check: { done } }) => {
    const { listed, listed_details: details } = firstOf(done);
    if (!Array.isArray(details) || readFlag(listed)) throw new Undecided("no details of an unlisted host");
    return { answer: done, seen: `${details.length} sources`, value: details.length > 0 ? "all" : "listing" };
  }),
  pausedHostCheck: ask("Start a check of a paused host.", "pausedCheck", { ok: "runs", 409: "conflict" }),
  maxPageSize: by("List with `page_size=10000`.", ({ largePage }) =>
    see(largePage, largePage.body.page_size),
  ),
  emptyTotalPages: by("List a kind without objects.", ({ emptyList }) =>
    see(emptyList, emptyList.body.total_pages),
  ),
  argsEncoding: by("Create contacts with `args` in each encoding, and get them.", (results) => {
    const { brackets, json, unknownField } = results;
    const returned = brackets.made?.data.args;
    // Elsewhere args in brackets may be a field that is ignored.
    const isProven = readObject(returned)?.note !== undefined || !unknownField.isOk;
    if (!isProven && returned === undefined)
      throw new Undecided("args are not returned, unknown fields ignored");
    const seen = `brackets ${brackets.created.isOk && isProven}, JSON ${json.created.isOk}`;
    return see(json.created, seen, {
      "brackets true, JSON true": "both",
      "brackets true, JSON false": "brackets",
      "brackets false, JSON true": "json",
    });
  }),
  argsReturned: by("Get a contact with `args`.", ({ brackets, json }) => {
    const contact = json.made ?? brackets.made;
    if (contact === undefined) throw new Undecided("the service refused args");
    const note = String(readObject(contact.data.args)?.note);
    const isMasked = /^[*x•]+$/i.test(note);
    const value = note === args.note ? "whole" : isMasked ? "masked" : (contact.data.args ?? "absent");
    return see(contact.read, value);
  }),
  argsValues: by("Create a contact with a number in `args`.", ({ json, number, invalid }) => {
    if (!json.created.isOk) throw new Undecided("args are not accepted as JSON");
    return see(number, number.isOk ? 200 : number.status, { 200: "any", [invalid.status]: "texts" });
  }),
  emptyList: by("Update a host with `tags=`, and get it.", ({ tagged: { cleared, after } }) =>
    see(cleared, tagsIn(after) === "" ? "clears" : "ignored"),
  ),
  validationStatus: ask("Create a host with an invalid address.", "invalid"),
  legacyErrors: by("Get a host with an invalid SID over 3.0.", ({ legacyError }) =>
    see(legacyError, legacyError.status, { 400: "by-kind", 404: "by-kind", 500: "always-500" }),
  ),
  legacyAcls: by("List `/acls` over 3.0.", ({ legacyAcls }) =>
    see(legacyAcls, legacyAcls.status, { 200: "empty-list", 404: "absent", 500: "absent" }),
  ),
  listedPeriod: by("List the hosts over 3.0, one of them listed for days.", ({ legacyHosts }) => {
    const periods = [legacyHosts.body.data].flat().map((host) => String(readObject(host)?.listed_period));
    const word = periods.map((text) => /^(?!1 )\d+ ([a-z]+)/.exec(text)?.[1]).find(Boolean);
    if (word === undefined) throw new Undecided("no host has been listed for days");
    return see(legacyHosts, word, { day: "singular", days: "plural" });
  }),
  eventPrefix: by("Receive the event of a check's `callback`.", ({ checkEvent: { event } }) =>
    see(undefined, String(event.body.event_sid).slice(0, 2)),
  ),
  newContact: by("Create a contact.", ({ contact: { read, data } }) => see(read, contactState(data.status))),
  endpointConfirmation: by("Create a contact of type `endpoint`, and wait for an event.", ({ endpoint }) => {
    if (endpoint.event === undefined && !isPending(endpoint.status))
      throw new Undecided("a new contact needs no confirmation");
    return see(endpoint.created, endpoint.event === undefined ? "none" : "sent");
  }),
  confirmationForm: by("Look at the fields of the event with the authcode.", (results) => {
    const { body } = confirmation(results);
    const seen = ["event_date", "message", "title", "url"].filter((name) => name in body).join();
    return see(undefined, seen, { "message,title,url": "documented", event_date: "lean" });
  }),
  endpointPosts: by("Look at the headers of the event with the authcode.", (results) =>
    see(undefined, "x-webhook-signature" in confirmation(results).headers ? "signed" : "unsigned"),
  ),
  webhookRetries: by(
    "Answer an event with 500, and wait for it to come again.",
    ({ checkEvent: { again } }) => {
      const seen = again === undefined ? "nothing within a minute" : "it came again";
      return see(undefined, seen, { "nothing within a minute": "none", "it came again": "three" });
    },
  ),
  webhookObjects: by("Receive a certificate event.", "needs a webhook endpoint, registered in the portal"),
  contactAfterResume: by("Pause and resume a pending contact, and get it.", ({ contact, resumed }) => {
    if (!isPending(contact.data.status)) throw new Undecided("a new contact is not pending");
    return see(resumed, contactState(firstOf(resumed).status));
  }),
  contactAfterConfirm: by("Confirm a contact with its authcode, and get it.", (results) => {
    confirmation(results);
    const { read } = results.endpoint;
    return see(read, contactState(firstOf(read).status));
  }),
  frequency: by("Create a monitoring profile with `1_hour`, and get it.", ({ monitoring_profile }) => {
    const { frequency } = monitoring_profile.data;
    const value = frequency === undefined ? "absent" : frequency === "1_hour" ? "by-plan" : "fixed";
    return { answer: monitoring_profile.read, seen: frequency, value };
  }),
  omittedFrequency: ask("Create a profile without a frequency.", "omitted", {
    ok: "package",
    refused: "refused",
  }),
  portalSettings: by("Set a schedule in the portal, and get its group.", "needs a person at the portal"),
  listOrder: by("Create three contact groups, and list them.", ({ orderedGroups }) =>
    see(undefined, orderedGroups, {
      "order-b,order-c,order-a": "oldest-first",
      "order-a,order-c,order-b": "newest-first",
    }),
  ),
  names: by("Create a host with capitals and a dot at its end, and get it.", ({ capitals: { sent, read } }) =>
    see(read, firstOf(read).host, { [sent]: "as-given", [sent.toLowerCase().slice(0, -1)]: "canonical" }),
  ),
  extraFields: by("Get a contact group, and look for undocumented fields.", ({ contact_group }) => {
    const { read, data } = contact_group;
    const extra = Object.keys(data).filter((key) => !["id", "sid", "name", "is_default"].includes(key));
    const isLegacy = extra.every((key) => ["total_members", "total_hosts"].includes(key));
    return see(read, extra.length === 0 ? "none" : isLegacy ? "legacy" : "unknown");
  }),
  createReturns: by("Count the fields in the answer to a create.", ({ contact_group: { created } }) => {
    const fields = Object.keys(firstOf(created));
    return { answer: created, seen: fields, value: fields.length > 1 ? "whole" : "id" };
  }),
  unknownFields: by("Create a contact group with an invented field.", ({ unknownField, invalid }) => {
    if (unknownField.status === 400 && invalid.status === 400)
      throw new Undecided("every refusal has the status 400");
    const forms = { 200: "ignored", 400: "bad-request", [invalid.status]: "validation" } as const;
    return see<OpenPointSettings["unknownFields"]>(unknownField, unknownField.status, forms);
  }),
  unknownQuery: ask("List with an invented parameter.", "unknownQuery", {
    ok: "ignored",
    400: "bad-request",
  }),
  hostType: by("Create a host with `type`.", ({ unknownField, typed }) => {
    if (unknownField.isOk) throw new Undecided("all unknown fields are ignored");
    return see(typed, typed.isOk ? "ignored" : "refused");
  }),
  hourWindow: by("Compare `RateLimit-Reset` with the seconds until the full hour.", ({ limit }) => {
    const reset = Number(limit.headers.get("ratelimit-reset"));
    const [hour, tolerance, edge] = [3_600, 5, 300];
    const passed = Math.floor(limit.at / 1_000) % hour;
    if (reset < 60) throw new Undecided("the header shows the second, not the hour");
    // The hour of a first request may begin when that of the clock does.
    if (passed < edge) throw new Undecided("the hour has just begun: run the probe later");
    const isByClock = Math.abs(reset - (hour - passed)) <= tolerance;
    return { answer: limit, seen: `${reset} seconds`, value: isByClock ? "clock" : "first-request" };
  }),
  pausePaused: ask("Pause a paused host.", "pausedAgain", { ok: "accept", 409: "conflict" }),
  omittedContactGroup: ask("Create a host without a contact group.", "groupless", {
    ok: "default-group",
    refused: "refused",
  }),
};

/** The result of a point without a setting. */
export const documented = "as documented";

/** The points without a setting. */
export const otherPoints: Readonly<Record<number, Experiment<typeof documented>>> = {
  13: by("Create two profiles, delete the default one, and see which is the default.", "changes the default"),
  23: by("Compare the credentials of several accounts.", "needs several accounts"),
  24: by("Send requests with two clients, and compare `RateLimit-Remaining`.", "needs another client"),
  27: by(
    "Call from an address that is not allowed, and a paid feature on a free plan.",
    "needs another plan",
  ),
  28: by("Create a certificate profile with flags `0`, `False` and `false`, and get it.", ({ flags }) => {
    const { alert_on_changes, alert_on_ca_failure, alert_on_misconfigurations } = flags.data;
    const values = [alert_on_changes, alert_on_ca_failure, alert_on_misconfigurations].map(readFlag);
    return see(flags.read, values, { "[false,false,false]": documented });
  }),
  30: by("Get both paths.", ({ counts }) =>
    see(
      counts[0],
      counts.map(({ text }) => /^\d+$/.test(text)),
      { "[true,true]": documented },
    ),
  ),
  31: by("Start 15 checks within a second, and count the answers with 429.", "would use up checks"),
  39: by("Get each alias with the root of version 3.0.", ({ aliases }) =>
    see(
      aliases[0],
      aliases.map(({ status }) => status),
      { "[200,200,200]": documented },
    ),
  ),
};
