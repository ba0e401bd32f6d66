import type { OpenPointSettings } from "../../emulator/settings";
import { sourceTypes } from "../../service/enumerations";
import type { Kind } from "../../service/kinds";
import { checkIdPattern, isSid } from "../../service/sids";
import { readFlag, readNumber, readObject } from "../../service/wire-forms";
import { type Answer, firstOf, type ProbedAccount, sidOf, Undecided } from "./account";
import { failingPath } from "./listener";

/** The part of an answer, or of an event, that decides, and the value that it stands for; undefined for no known one. */
export interface Reading<Value = unknown> {
  readonly answer: Answer | undefined;
  readonly seen: unknown;
  readonly value: Value | undefined;
}

/** Decides by requests and events. @throws Undecided if this account does not show it */
type Decision<Value> = (probe: ProbedAccount) => Promise<Reading<Value>>;

/** How a setting is decided: in words, and by the probe; or why it cannot be decided by requests and events. */
export interface Experiment<Value = unknown> {
  readonly text: string;
  readonly decide: Decision<Value> | string;
}

function by<Value>(text: string, decide: Decision<Value> | string): Experiment<Value> {
  return { text, decide };
}

/** Decides by the outcome of a request. */
function asks<Value>(
  text: string,
  values: Forms<Value>,
  request: (probe: ProbedAccount) => Promise<Answer>,
): Experiment<Value> {
  return { text, decide: async (probe) => outcome(probe, await request(probe), values) };
}

/** Decides by the HTTP status of a request, which is the value. */
function status<Value>(text: string, request: (probe: ProbedAccount) => Promise<Answer>): Experiment<Value> {
  const decide = async (probe: ProbedAccount) => {
    const answer = await request(probe);
    return is<Value>(answer, answer.status);
  };
  return { text, decide };
}

/** Decides by a field of an object that is like the others of its kind. */
function field<Value>(text: string, kind: Kind, name: string, forms: Forms<Value>): Experiment<Value> {
  const decide = async (probe: ProbedAccount) => {
    const { read, data } = await probe.the(kind);
    return shows(read, data[name], forms);
  };
  return { text, decide };
}

/** What stands for each value. */
type Forms<Value> = Readonly<Record<string | number, Value>>;

/** What is seen stands for a value. */
function shows<Value>(answer: Answer | undefined, seen: unknown, forms: Forms<Value>): Reading<Value> {
  return { answer, seen, value: forms[typeof seen === "string" ? seen : (JSON.stringify(seen) ?? "absent")] };
}

/** What is seen is the value itself, if the setting knows it. */
function is<Value>(answer: Answer, seen: unknown): Reading<Value> {
  return { answer, seen, value: seen as Value };
}

/** Acceptance is `ok`; a refusal has the value of its status, or that of `invalid` (as for wrong input) or `refused`. */
async function outcome<Value>(
  probe: ProbedAccount,
  answer: Answer,
  values: Forms<Value>,
): Promise<Reading<Value>> {
  const { status, isOk } = answer;
  const { status: invalid } = await invalidAnswer(probe);
  if (isOk) return { answer, seen: "accepted", value: values.ok };
  if (status === 403 && !(status in values)) throw new Undecided("the plan does not allow it (403)");
  const general = status === invalid && "invalid" in values ? values.invalid : values.refused;
  const isRefusal = [400, 409, 422, invalid].includes(status);
  return { answer, seen: "refused", value: values[status] ?? (isRefusal ? general : undefined) };
}

const invalidAnswer = (probe: ProbedAccount) =>
  probe.once("invalid", () => probe.create("host", "invalid", { host: "no host" }));

const unknownFieldAnswer = (probe: ProbedAccount) =>
  probe.once("unknown field", () => probe.create("contact_group", "unknown-field", { colour: "red" }));

const pausedHost = (probe: ProbedAccount) =>
  probe.once("paused", async () => {
    const { id } = await probe.make("host", "paused");
    await probe.post(`/rbl/hosts/${id}/pause`);
    return id;
  });

const unordered = "d,a,g,b,h,c,f,e";

const taggedHost = (probe: ProbedAccount) =>
  probe.once("tagged", async () => {
    const host = await probe.make("host", "tagged", { tags: unordered });
    if (host.data.tags === undefined) throw new Undecided("lists are not part of returned objects");
    return host;
  });

/** The items of a list in any form, as one text. */
function itemsOf(list: unknown): string {
  const items = Array.isArray(list) ? list : [list ?? ""];
  return items.map((item) => String(readObject(item)?.name ?? item)).join();
}

/** A source, and the profile that selects it: its name leads to the source, which no list shows while it is paused. */
async function selectedSource(probe: ProbedAccount, label: string): Promise<string> {
  const { id } = await probe.make("source", label);
  const name = `${probe.mark} selects ${id}`;
  await probe.make("monitoring_profile", `${label}-profile`, { name, entries: id });
  return id;
}

const argsNote = "text-of-args";

/** A contact with args; `made` is undefined if it is refused. */
const contactWith = (probe: ProbedAccount, label: "brackets" | "json") =>
  probe.once(label, async () => {
    const forms = {
      brackets: { "args[note]": argsNote },
      json: { args: JSON.stringify({ note: argsNote }) },
    };
    const created = await probe.create("contact", label, forms[label]);
    return { created, made: created.isOk ? await probe.made("contact", label, created) : undefined };
  });

const [active, pending] = ["active", "pending"] as const;
const activeWords = { active, Active: active, ACTIVE: active, monitoring: active };
const pendingWords = { pending, Pending: pending, PENDING: pending, awaiting_authorization: pending };
const contactStates = { ...activeWords, ...pendingWords };

const isPending = (status: unknown) => String(status) in pendingWords;

/** The first and the last answer about a check with details. @throws Undecided if it was never seen running */
const check = (probe: ProbedAccount) =>
  probe.once("check", async () => {
    const { id: host } = await probe.the("host");
    const started = await probe.post("/rbl/check/start", { host, details: "true" });
    const id = Object.values(firstOf(started)).find((value) => checkIdPattern.test(String(value)));
    if (id === undefined) throw new Undecided(`the service started no check (${started.status})`);
    const status = () => probe.get(`/rbl/check/status/${id}?details=true`);
    const isDone = (answer: Answer) => (readNumber(firstOf(answer).checked_count) ?? 0) > 0;
    const running = await status();
    if (isDone(running)) throw new Undecided("the check was never seen running");
    for (let attempts = 20; attempts > 0; attempts -= 1) {
      await probe.pause(4_000);
      const answer = await status();
      if (isDone(answer)) return { running, done: answer };
    }
    throw new Undecided("the check did not finish");
  });

/** A contact of type endpoint, and the event that confirms it. */
const endpointContact = (probe: ProbedAccount) =>
  probe.once("endpoint", async () => {
    const contact = probe.callback("/contact");
    const made = await probe.make("contact", "endpoint", { type: "endpoint", contact });
    const event = await probe.event("/contact");
    if (event === undefined && !isPending(made.data.status))
      throw new Undecided("a new contact needs no confirmation");
    return { made, event };
  });

async function confirmation(probe: ProbedAccount) {
  const { event, made } = await endpointContact(probe);
  if (event === undefined) throw new Undecided("no confirmation arrived");
  return { event, made };
}

/** The event of a check, which gets an error as its first answer. */
const checkEvent = (probe: ProbedAccount) =>
  probe.once("check event", async () => {
    const callback = probe.callback(failingPath);
    await probe.post("/rbl/check/start", { host: (await probe.the("host")).id, callback });
    const event = await probe.event(failingPath);
    if (event === undefined) throw new Undecided("no event of the check arrived");
    return event;
  });

/** The hosts of a new subnet: the parent, if there is one, and the others. */
const subnetHosts = (probe: ProbedAccount) =>
  probe.once("subnet", async () => {
    const subnet = `203.0.113.${4 * (probe.number % 64)}/30`;
    const created = await probe.create("host", "subnet", { host: subnet });
    const names = [subnet, `${probe.mark} subnet`];
    const list = async () => (await probe.list("host")).filter(({ name }) => names.includes(String(name)));
    const hosts = await list();
    const parent = hosts.find(({ host }) => host === subnet);
    return { created, list, parent, children: hosts.length - (parent === undefined ? 0 : 1) };
  });

const address = (probe: ProbedAccount) => `2001:db8::${((probe.number % 0xffff) + 1).toString(16)}`;

/** How each setting of the emulator is decided, in this order. */
export const experiments: { readonly [N in keyof OpenPointSettings]: Experiment<OpenPointSettings[N]> } = {
  idKey: by("Get a contact group, and look at the key of its SID.", async (probe) => {
    const { read, data } = await probe.the("contact_group");
    return is(
      read,
      Object.keys(data).find((key) => isSid("contact_group", String(data[key]))),
    );
  }),
  lists: by("Get a host without tags, and a certificate profile.", async (probe) => {
    const { tags } = (await probe.the("host")).data;
    const { read, data } = await probe.the("certificate_profile");
    const { expiration_thresholds: list } = data;
    const items = Array.isArray(list) ? [...new Set(list.map((item) => typeof item))].join() : "";
    const seen = Array.isArray(list) ? (tags === null ? "null or list" : `list of ${items}`) : typeof list;
    return shows(read, seen, {
      "list of string": "strings",
      string: "csv",
      "list of number": "numbers",
      "list of object": "objects",
      "null or list": "null-when-empty",
      undefined: "absent",
    });
  }),
  listItemOrder: by("Get a host with eight tags three times.", async (probe) => {
    const { id, read } = await taggedHost(probe);
    const answers = [read, await probe.read("host", id), await probe.read("host", id)];
    const orders = new Set(answers.map((answer) => itemsOf(firstOf(answer).tags)));
    const seen = orders.size > 1 ? "changes" : [...orders][0];
    const reversed = unordered.split(",").reverse().join();
    return shows(read, seen, { [unordered]: "as-given", [reversed]: "reversed", changes: "shuffled" });
  }),
  booleans: by("Get a certificate profile with alerts on and off.", async (probe) => {
    const { read, data } = await probe.the("certificate_profile");
    return shows(read, [data.alert_on_changes, data.alert_on_expiration], {
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
  pausedWord: by("Pause a host, and get it.", async (probe) => {
    const answer = await probe.read("host", await pausedHost(probe));
    const word = firstOf(answer).status;
    return is(answer, String(word).toLowerCase() === "paused" ? "paused" : word);
  }),
  sourceTypes: by("List the sources, and collect their types.", async (probe) => {
    const types = new Set((await probe.list("source")).map(({ type }) => String(type)));
    const others = [...types].filter((type) => !(sourceTypes as readonly string[]).includes(type));
    const isExtended = others.length > 0;
    return { answer: undefined, seen: [...types], value: isExtended ? "extended" : "documented" };
  }),
  customFlag: field("Get a source of the account.", "source", "custom", {
    1: "number",
    true: "boolean",
    absent: "absent",
  }),
  builtInRefusal: status("Update a source of the catalogue without a change.", async (probe) => {
    const others = (await probe.list("source")).filter(({ host }) => !String(host).includes(probe.mark));
    const source = others.find(({ custom }) => readFlag(custom) !== true);
    if (source === undefined) throw new Undecided("the account shows no source of the catalogue");
    return probe.put(`/rbl/sources/${sidOf("source", source)}`, { host: String(source.host) });
  }),
  monitorPort: field("Get a certificate monitor.", "certificate_monitor", "port", {
    443: "present",
    absent: "absent",
  }),
  monitorHostnamePort: by("Create monitors of `host:port` and `[v6]:port`, and get them.", async (probe) => {
    const domain = `port-${probe.mark}.example.com`;
    const v6 = address(probe);
    const hostnameOf = async (label: string, hostname: string) => {
      const answer = await probe.create("certificate_monitor", label, { hostname });
      return answer.isOk ? (await probe.made("certificate_monitor", label, answer)).data.hostname : "refused";
    };
    const seen = `${await hostnameOf("port", `${domain}:8443`)} ${await hostnameOf("v6", `[${v6}]:443`)}`;
    return shows(undefined, seen, {
      [`${domain}:8443 [${v6}]:443`]: "kept",
      [`${domain} [${v6}]`]: "split",
      [`${domain} ${v6}`]: "bare",
      "refused refused": "refused",
    });
  }),
  thresholdsBeyondRange: asks(
    "Create a certificate profile with a threshold of 91 days.",
    { ok: "accepted", refused: "refused" },
    (probe) => probe.create("certificate_profile", "range", { expiration_thresholds: "91" }),
  ),
  defaultCertificateProfile: asks(
    "Make a new certificate profile the default, delete it, and make the earlier one the default again.",
    { ok: "deletable", refused: "kept" },
    async (probe) => {
      const profiles = await probe.list("certificate_profile");
      const isDefault = ({ is_default }: (typeof profiles)[number]) => readFlag(is_default) === true;
      const earlier = sidOf("certificate_profile", profiles.find(isDefault));
      if (earlier === undefined) throw new Undecided("the account shows no default certificate profile");
      const fields = { name: `${probe.mark} replaces ${earlier}`, is_default: "true" };
      const { id, data } = await probe.make("certificate_profile", "default", fields);
      if (!isDefault(data)) throw new Undecided("the default did not move to the new profile");
      const answer = await probe.delete(`/cert/profiles/${id}`);
      await probe.put(`/cert/profiles/${earlier}`, { is_default: "true" });
      return answer;
    },
  ),
  subnetCreate: by("Create a /30, and list the hosts.", async (probe) => {
    const { created, parent, children } = await subnetHosts(probe);
    return shows(created, `${children} addresses${parent ? " and the subnet" : ""}`, {
      "4 addresses": "flat",
      "0 addresses and the subnet": "one",
      "4 addresses and the subnet": "parent-and-children",
    });
  }),
  parentDelete: by("Delete the parent of a subnet, if there is one, and list the hosts.", async (probe) => {
    const { parent, children, list } = await subnetHosts(probe);
    if (parent === undefined || children === 0) throw new Undecided("subnets have no parent with children");
    const answer = await probe.delete(`/rbl/hosts/${sidOf("host", parent)}`);
    return shows(answer, (await list()).length, { [children]: "keeps-children", 0: "cascades" });
  }),
  sameHost: asks(
    "Create a host twice.",
    { ok: "accept", 409: "conflict", invalid: "validation" },
    async (probe) => probe.create("host", "same", { host: String((await probe.the("host")).data.host) }),
  ),
  ipv6Hosts: asks(
    "Create a host with an IPv6 address.",
    { ok: "accepted", refused: "refused" },
    async (probe) => probe.create("host", "v6", { host: address(probe) }),
  ),
  inUseStatus: status("Delete a contact group that has a contact.", async (probe) => {
    const { id } = await probe.make("contact_group", "used");
    await probe.make("contact", "member", { contact_group: id });
    return probe.delete(`/contact/groups/${id}`);
  }),
  sourceInUse: asks(
    "Delete a source that a monitoring profile selects.",
    { ok: "deletable", refused: "refused" },
    async (probe) => probe.delete(`/rbl/sources/${await selectedSource(probe, "used-source")}`),
  ),
  checkWords: by("Start a check, and read its status until it has finished.", async (probe) => {
    const { running, done } = await check(probe);
    return shows(done, `${firstOf(running).status}, ${firstOf(done).status}`, {
      "processing, completed": "documented",
      "Processing, Completed": "capitalised",
      "queued, completed": "unknown-while-running",
      "queued, finished": "unknown",
    });
  }),
  checkResultsWhileProcessing: by("Read the status of a running check.", async (probe) => {
    const { running } = await check(probe);
    const seen = "listed" in firstOf(running) ? "a result" : "no result";
    return shows(running, seen, { "a result": "partial", "no result": "absent" });
  }),
  checkDetails: by(
    "Start a check of an unlisted host with `details`, and count the sources.",
    async (probe) => {
      const { done } = await check(probe);
      const { listed, listed_details: details } = firstOf(done);
      if (!Array.isArray(details) || readFlag(listed))
        throw new Undecided("it needs an unlisted host with details");
      return {
        answer: done,
        seen: `${details.length} sources`,
        value: details.length > 0 ? "all" : "listing",
      };
    },
  ),
  pausedHostCheck: asks("Start a check of a paused host.", { ok: "runs", 409: "conflict" }, async (probe) =>
    probe.post("/rbl/check/start", { host: await pausedHost(probe) }),
  ),
  maxPageSize: by("List with `page_size=10000`.", async (probe) => {
    const answer = await probe.get("/contact/groups?page_size=10000");
    return is(answer, answer.body.page_size);
  }),
  emptyTotalPages: by("List a kind without objects.", async ({ emptyList }) => {
    if (emptyList === undefined) throw new Undecided("the account has objects of every kind");
    return is(emptyList, emptyList.body.total_pages);
  }),
  argsEncoding: by("Create a contact with `args` in each encoding, and get it.", async (probe) => {
    const [brackets, json] = [await contactWith(probe, "brackets"), await contactWith(probe, "json")];
    const args = brackets.made?.data.args;
    // Otherwise args in brackets may be a field that is ignored.
    const isProven = readObject(args)?.note !== undefined || !(await unknownFieldAnswer(probe)).isOk;
    if (!isProven && args === undefined)
      throw new Undecided("unknown fields are ignored, and args not returned");
    return shows(json.created, `brackets ${brackets.created.isOk && isProven}, JSON ${json.created.isOk}`, {
      "brackets true, JSON true": "both",
      "brackets true, JSON false": "brackets",
      "brackets false, JSON true": "json",
    });
  }),
  argsReturned: by("Get a contact with `args`.", async (probe) => {
    const contact = (await contactWith(probe, "json")).made ?? (await contactWith(probe, "brackets")).made;
    if (contact === undefined) throw new Undecided("the service refused args");
    const { args } = contact.data;
    const note = String(readObject(args)?.note);
    const isMasked = /^[*x•]+$/i.test(note);
    const form =
      note === argsNote ? "the args" : isMasked ? "masked args" : args === undefined ? "no args" : "other";
    return shows(contact.read, form, { "the args": "whole", "masked args": "masked", "no args": "absent" });
  }),
  argsValues: asks(
    "Create a contact with a number in `args`.",
    { ok: "any", refused: "texts" },
    async (probe) => {
      if (!(await contactWith(probe, "json")).created.isOk)
        throw new Undecided("args are not accepted as JSON");
      return probe.create("contact", "number", { args: '{"port":25}' });
    },
  ),
  emptyList: by("Update a host with `tags=`, and get it.", async (probe) => {
    const { id } = await taggedHost(probe);
    const answer = await probe.put(`/rbl/hosts/${id}`, { tags: "" });
    const left = itemsOf(firstOf(await probe.read("host", id)).tags);
    return shows(answer, left === "" ? "none" : "all", { none: "clears", all: "ignored" });
  }),
  validationStatus: status("Create a host with an invalid address.", invalidAnswer),
  legacyErrors: by("Get a host with an invalid SID over 3.0.", async (probe) => {
    const answer = await probe.legacy("/host/HT0");
    return shows(answer, answer.status, { 400: "by-kind", 404: "by-kind", 500: "always-500" });
  }),
  legacyAcls: by("List `/acls` over 3.0.", async (probe) => {
    const answer = await probe.legacy("/acls");
    return shows(answer, answer.status, { 200: "empty-list", 404: "absent", 500: "absent" });
  }),
  listedPeriod: by("List the hosts over 3.0, one of them listed for more than a day.", async (probe) => {
    const answer = await probe.legacy("/hosts");
    const periods = [answer.body.data].flat().map((host) => String(readObject(host)?.listed_period));
    const word = periods.map((text) => /^(?!1 )\d+ ([a-z]+)/.exec(text)?.[1]).find(Boolean);
    if (word === undefined) throw new Undecided("no host has been listed for more than a day");
    return shows(answer, word, { day: "singular", days: "plural" });
  }),
  eventPrefix: by("Receive the event of a check's `callback`.", async (probe) => {
    const prefix = String((await checkEvent(probe)).body.event_sid).slice(0, 2);
    return shows(undefined, prefix, { TA: "TA", EA: "EA", EV: "EV" });
  }),
  newContact: field("Create a contact.", "contact", "status", contactStates),
  endpointConfirmation: by(
    "Create a contact of type `endpoint`, and wait for its authcode.",
    async (probe) => {
      const { made, event } = await endpointContact(probe);
      const seen = event === undefined ? "no event within a minute" : "an event";
      return shows(made.created, seen, { "no event within a minute": "none", "an event": "sent" });
    },
  ),
  confirmationForm: by("Look at the fields of the event with the authcode.", async (probe) => {
    const { body } = (await confirmation(probe)).event;
    const seen = ["event_date", "message", "title", "url"].filter((name) => name in body).join();
    return shows(undefined, seen, { "message,title,url": "documented", event_date: "lean" });
  }),
  endpointPosts: by("Look at the headers of the event with the authcode.", async (probe) => {
    const { headers } = (await confirmation(probe)).event;
    const seen = "x-webhook-signature" in headers ? "a signature" : "no signature";
    return shows(undefined, seen, { "a signature": "signed", "no signature": "unsigned" });
  }),
  webhookRetries: by("Answer an event with 500, and wait for it to come again.", async (probe) => {
    await checkEvent(probe);
    const again = await probe.event(failingPath, 1);
    const seen = again === undefined ? "nothing more within a minute" : "it came again";
    return shows(undefined, seen, { "nothing more within a minute": "none", "it came again": "three" });
  }),
  webhookObjects: by("Receive a certificate event.", "needs a webhook endpoint, registered in the portal"),
  contactAfterResume: by("Pause and resume a pending contact, and get it.", async (probe) => {
    const { id, data } = await probe.the("contact");
    if (!isPending(data.status)) throw new Undecided("a new contact is not pending");
    for (const action of ["pause", "resume"]) await probe.post(`/contact/contacts/${id}/${action}`);
    const answer = await probe.read("contact", id);
    return shows(answer, firstOf(answer).status, contactStates);
  }),
  contactAfterConfirm: by("Confirm a contact with its authcode, and get it.", async (probe) => {
    const { event, made } = await confirmation(probe);
    const authcode = String(event.body.authcode);
    await probe.post(`/contact/contacts/${made.id}/confirm`, { authcode });
    const answer = await probe.read("contact", made.id);
    return shows(answer, firstOf(answer).status, { ...activeWords, authorized: "authorized" });
  }),
  frequency: by("Create a monitoring profile with `1_hour`, and get it.", async (probe) => {
    const { read, data } = await probe.the("monitoring_profile");
    const seen = data.frequency === undefined || data.frequency === "1_hour" ? data.frequency : "another";
    return shows(read, seen, { "1_hour": "by-plan", another: "fixed", absent: "absent" });
  }),
  omittedFrequency: asks(
    "Create a monitoring profile without a frequency.",
    { ok: "package", refused: "refused" },
    (probe) => probe.create("monitoring_profile", "omitted", { frequency: "" }),
  ),
  portalSettings: by("Set a schedule in the portal, and get its group.", "needs a person at the portal"),
  pausedSources: by("Pause a source, and list the sources.", async (probe) => {
    const id = await selectedSource(probe, "paused-source");
    const answer = await probe.post(`/rbl/sources/${id}/pause`);
    if (!answer.isOk) throw new Undecided(`the source was not paused (${answer.status})`);
    const isListed = (await probe.list("source")).some((source) => sidOf("source", source) === id);
    return shows(answer, isListed ? "listed" : "unlisted", { listed: "listed", unlisted: "unlisted" });
  }),
  listOrder: by("Create three contact groups, and list them.", async (probe) => {
    const labels = ["order-b", "order-c", "order-a"];
    for (const label of labels) await probe.create("contact_group", label);
    const names = (await probe.list("contact_group")).map(({ name }) => String(name).split(" ")[1] ?? "");
    return shows(undefined, names.filter((name) => labels.includes(name)).join(), {
      "order-b,order-c,order-a": "oldest-first",
      "order-a,order-c,order-b": "newest-first",
    });
  }),
  names: by("Create a host with capitals and a dot at its end, and get it.", async (probe) => {
    const host = `Names-${probe.mark}.Example.COM.`;
    const { read, data } = await probe.make("host", "names", { host });
    return shows(read, data.host, { [host]: "as-given", [host.toLowerCase().slice(0, -1)]: "canonical" });
  }),
  extraFields: by("Get a contact group, and look for fields that 4.0 does not document.", async (probe) => {
    const { read, data } = await probe.the("contact_group");
    const extra = Object.keys(data).filter((key) => !["id", "sid", "name", "is_default"].includes(key));
    const isLegacy = extra.every((key) => ["total_members", "total_hosts"].includes(key));
    return {
      answer: read,
      seen: extra,
      value: extra.length === 0 ? "none" : isLegacy ? "legacy" : "unknown",
    };
  }),
  createReturns: by("Count the fields in the answer to a create.", async (probe) => {
    const { created } = await probe.the("contact_group");
    const fields = Object.keys(firstOf(created));
    return { answer: created, seen: fields, value: fields.length > 1 ? "whole" : "id" };
  }),
  unknownFields: asks(
    "Create a contact group with an invented field.",
    { ok: "ignored", 400: "bad-request", invalid: "validation" },
    async (probe) => {
      const [answer, invalid] = [await unknownFieldAnswer(probe), await invalidAnswer(probe)];
      if (!answer.isOk && invalid.status === 400) throw new Undecided("every refusal has the status 400");
      return answer;
    },
  ),
  unknownQuery: asks(
    "List with an invented query parameter.",
    { ok: "ignored", 400: "bad-request" },
    (probe) => probe.get("/contact/groups?colour=red"),
  ),
  hostType: asks("Create a host with `type`.", { ok: "ignored", refused: "refused" }, async (probe) => {
    if ((await unknownFieldAnswer(probe)).isOk) throw new Undecided("all unknown fields are ignored");
    return probe.create("host", "typed", { type: "rbl" });
  }),
  hourWindow: by("Compare `RateLimit-Reset` with the seconds until the full hour.", async (probe) => {
    const answer = await probe.get("/contact/groups");
    const reset = Number(answer.headers.get("ratelimit-reset"));
    const [hour, tolerance, edge] = [3_600, 5, 300];
    const passed = Math.floor(probe.options.now() / 1000) % hour;
    if (reset < 60) throw new Undecided("the header shows the second, not the hour");
    // The hour of a first request may begin when that of the clock does.
    if (passed < edge) throw new Undecided("the hour has just begun: run the probe later");
    const isByClock = Math.abs(reset - (hour - passed)) <= tolerance;
    return { answer, seen: `${reset} seconds`, value: isByClock ? "clock" : "first-request" };
  }),
  pausePaused: asks("Pause a paused host.", { ok: "accept", 409: "conflict" }, async (probe) =>
    probe.post(`/rbl/hosts/${await pausedHost(probe)}/pause`),
  ),
  omittedContactGroup: asks(
    "Create a host without a contact group.",
    { ok: "default-group", refused: "refused" },
    (probe) => probe.create("host", "groupless", { contact_group: "" }),
  ),
};
