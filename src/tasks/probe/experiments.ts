import type { OpenPointSettings } from "../../emulator/settings";
import { sourceTypes } from "../../service/enumerations";
import { checkIdPattern, isSid } from "../../service/sids";
import { readFlag, readNumber, readObject, readStrings, type WireObject } from "../../service/wire-forms";
import { type Answer, markPattern, maxMisses, type ProbedAccount, sidOf, Undecided } from "./account";

/** The answer that decides, its part that does, and the value of the setting; undefined for no known value. */
interface Reading<Value> {
  readonly answer: Answer;
  readonly seen: unknown;
  readonly value: Value | undefined;
}

/** How a setting is decided: by requests (`ProbedAccount.send` has their form); or why they cannot decide it. */
export interface Experiment<Value = unknown> {
  /** The number in docs/design/open-points.md, whose table of experiments has this order. */
  readonly point: number | "other";
  readonly requests: string;
  readonly decide: ((account: ProbedAccount) => Promise<Reading<Value>>) | string;
}

/** Values of a setting by what is seen, or why that decides nothing. `other` is for all else; without it, what is seen is the value. */
type Forms<Value> = Readonly<Record<string | number, Value | Undecided>>;

/** Returns what the last answer, or all, show. */
type See = (last: Answer, ...answers: Answer[]) => unknown;

/** Sends requests that depend on earlier answers. */
type Send = (account: ProbedAccount) => Promise<readonly Answer[]>;

function by<Value>(
  point: Experiment["point"],
  requests: string,
  see: See,
  forms: Forms<Value> = {},
  send?: Send,
): Experiment<Value> {
  const decide = async (account: ProbedAccount) => {
    const answers = await account.answers(requests, send);
    const answer = answers.at(-1);
    if (answer === undefined) throw new Undecided("the account has no such objects");
    return reading(answer, see(answer, ...answers), forms);
  };
  return { point, requests, decide };
}

function reading<Value>(answer: Answer, seen: unknown, forms: Forms<Value>): Reading<Value> {
  const key = typeof seen === "string" ? seen : JSON.stringify(seen);
  const value = seen === undefined ? "absent" : (forms[key] ?? forms.other ?? seen);
  if (value instanceof Undecided) throw value;
  return { answer, seen, value: value as Value };
}

/** Decides by the outcome of the last request: `accepted`, `invalid` (refused like a wrong input), a status with a form, `refused`. */
function outcome<Value>(
  point: Experiment["point"],
  requests: string,
  forms: Forms<Value> = {},
): Experiment<Value> {
  const decide = async (account: ProbedAccount) => {
    const answer = (await account.answers(requests)).at(-1) as Answer;
    const { status, isOk } = answer;
    if (isOk) return reading(answer, "accepted", forms);
    if (status === 403) throw new Undecided("the plan does not allow it (403)");
    const [invalid] = await account.answers(invalidHost);
    const isInvalid = status === invalid?.status;
    if (isInvalid && "invalid" in forms) {
      if (status in forms) throw new Undecided(`every refusal has the status ${status}`);
      return reading(answer, "invalid", forms);
    }
    const isRefusal = !(status in forms) && (isInvalid || [400, 409, 422].includes(status));
    return reading(answer, isRefusal ? "refused" : status, forms);
  };
  return { point, requests, decide };
}

const statusOf: See = ({ status }) => status;

/** The status of a contact by the emulator's words. Another word is itself. */
function contactState({ data: { status } }: Answer): string {
  const words: Readonly<Record<string, string>> = { awaiting_authorization: "pending", monitoring: "active" };
  const word = String(status).toLowerCase();
  return words[word] ?? word;
}

/** Reads the status of a contact at the end, if it was this one before. */
function stateAfter(state: string): See {
  return (last, _created, before) => {
    if (contactState(before as Answer) !== state) throw new Undecided(`a new contact is not ${state}`);
    return contactState(last);
  };
}

function tagsOf({ data: { tags } }: Answer): readonly string[] {
  const read = readStrings(tags);
  if (read === undefined) throw new Undecided("lists are not part of returned objects");
  return read;
}

const subnetSize = ({ all }: Answer) => all.filter(({ name }) => / subnet$/.test(String(name))).length;

/** The word in the period of a host that has been listed for days. @throws Undecided if there is none */
function wordOfPeriods({ all }: Answer): string {
  const words = all.map((host) => /^(?!1 )\d+ ([a-z]+)/.exec(String(host.listed_period))?.[1]);
  const word = words.find(Boolean);
  if (word === undefined) throw new Undecided("no host has been listed for days");
  return word;
}

/** The hour of the request limit. @throws Undecided if the answer does not show it */
function hourOf({ headers, at }: Answer): OpenPointSettings["hourWindow"] {
  const reset = Number(headers.get("ratelimit-reset"));
  const passed = Math.floor(at / 1_000) % 3_600;
  if (reset < 60) throw new Undecided("the header shows the second, not the hour");
  // The hour of a first request may begin when that of the clock does.
  if (passed < 300) throw new Undecided("the hour has just begun: run the probe later");
  return Math.abs(reset + passed - 3_600) <= 5 ? "clock" : "first-request";
}

/** Updates a source of the catalogue without a change. */
const updateCatalogue: Send = async (account) => {
  const [list] = await account.send("LIST source");
  const isOfCatalogue = ({ host, custom }: WireObject) =>
    /^[\w.-]+$/.test(String(host)) && !markPattern.test(String(host)) && readFlag(custom) !== true;
  const source = list?.all.find(isOfCatalogue);
  if (source === undefined) throw new Undecided("the account shows no source of the catalogue");
  return account.send(`PUT /rbl/sources/${sidOf("source", source)} host=${source.host}`);
};

/** The answers while the check runs, and when its status has changed. */
const followCheck: Send = async (account) => {
  const [started] = await account.send("POST /rbl/check/start host={host} details=true");
  const id = Object.values(started?.data ?? {}).find((value) => checkIdPattern.test(String(value)));
  if (id === undefined) throw new Undecided(`the service started no check (${started?.status})`);
  const read = async () => (await account.send(`GET /rbl/check/status/${id}?details=true`))[0] as Answer;
  const running = await read();
  if (readNumber(running.data.checked_count)) throw new Undecided("the check was never seen running");
  for (let attempts = 20; attempts > 0; attempts -= 1) {
    await account.pause(4_000);
    const done = await read();
    if (done.data.status !== running.data.status) return [running, done];
  }
  throw new Undecided("the status of the check did not change");
};

const emptyLists: Send = async (account) => account.emptyLists;

function ofCheck<Value>(point: number, see: See, forms?: Forms<Value>): Experiment<Value> {
  return by(point, check, see, forms, followCheck);
}

const isMissing = ({ misses }: Answer) => misses === maxMisses;

function byHand(point: number, requests: string, decide: string): Experiment<never> {
  return { point, requests, decide };
}

const needsEvents = "needs a receiver of events";
const needsPerson = "needs a person at the portal";
const changesDefault = "would change the default";

const invalidHost = "POST host host=no host";
// By its path, so that contacts and hosts of the same requests have the usual group.
const unknownField = "POST /contact/groups name={name} colour=red";
const hostTwice = "POST host host=twice.{mark}.example.com; POST host host=twice.{mark}.example.com";
const pausedHost = "POST host; POST host/pause";
const pausedHostInList = `${pausedHost}; LIST host`;
const selectedSource = "POST source; POST monitoring_profile name={mark} selects {source} entries={source}";
const subnet = "POST host host={subnet} name={mark} subnet; LIST host; DELETE host; LIST host";
const note = "text-of-args";
const notes = `${unknownField}; TRY contact args[note]=${note}; TRY contact args={"note":"${note}"}`;
const countPaths = "GET /rbl/listings/count; GET /cert/errors/count";
const aliases = "GET 3.0/monitoringprofiles; GET 3.0/listings.nagios; GET 3.0/listings.zabbix";
const check = "POST /rbl/check/start host={host} details=true; GET /rbl/check/status until it changes";
const slackUrl = "https://Hooks.example.com/{mark}?a=1&b=2";

/** The result of a point without a setting. */
export const documented = "as documented";

/** How each setting of the emulator, and each point without one, is decided. */
export const experiments: { readonly [N in keyof OpenPointSettings]: Experiment<OpenPointSettings[N]> } & {
  readonly [N in `point ${number}`]: Experiment<typeof documented>;
} = {
  idKey: by(1, "GET contact_group", ({ data }) =>
    Object.keys(data).find((key) => isSid("contact_group", String(data[key]))),
  ),
  lists: by(2, "GET host; GET certificate_profile", ({ data: { expiration_thresholds: list } }, { data }) => {
    if (!Array.isArray(list)) return list === undefined ? "absent" : "csv";
    if (typeof list[0] === "string" && readStrings(data.tags)?.length)
      throw new Undecided("no list is empty");
    return data.tags === null ? "null-when-empty" : `${typeof list[0]}s`;
  }),
  listItemOrder: by(
    2,
    "POST host tags=d,a,g,b,h,c,f,e; GET host; GET host; GET host",
    (_, _created, ...reads) => {
      const orders = reads.map((read) =>
        tagsOf(read)
          .filter((tag) => /^[a-h]$/.test(tag))
          .join(""),
      );
      return [...new Set(orders)].join();
    },
    { dagbhcfe: "as-given", efchbgad: "reversed", other: "shuffled" },
  ),
  booleans: by(3, "GET certificate_profile", ({ data }) => [data.alert_on_changes], {
    "[true]": "boolean",
    "[1]": "number",
    '["1"]': "digit-text",
    '["true"]': "word-text",
  }),
  statusWords: by(4, "GET host", ({ data }) => data.status, {
    active: "lower",
    Active: "capitalised",
    ACTIVE: "upper",
    monitoring: "unknown",
  }),
  pausedWord: by(4, `${pausedHost}; GET host`, ({ data: { status } }) =>
    String(status).toLowerCase() === "paused" ? "paused" : status,
  ),
  sourceTypes: by(
    5,
    "LIST source",
    ({ all }) => {
      const types = all.map(({ type }) => String(type).toLowerCase());
      return types.filter((type) => !sourceTypes.some((each) => each === type));
    },
    { "[]": "documented", other: "extended" },
  ),
  customFlag: by(6, "GET source", ({ data }) => data.custom, { 1: "number", true: "boolean" }),
  builtInRefusal: by(6, "LIST source; PUT /rbl/sources/{source}", statusOf, {}, updateCatalogue),
  monitorPort: by(7, "GET certificate_monitor", ({ data }) => data.port, { 443: "present" }),
  monitorHostnamePort: by(
    7,
    "TRY certificate_monitor hostname={domain}:8443; TRY certificate_monitor hostname=[{v6}]:443",
    (_, ...all) =>
      all.map(({ data }) => String(data.hostname).replace(/host.*com\.?|2001:db8::\w+/i, "…")).join(" "),
    { "…:8443 […]:443": "kept", "… […]": "split", "… …": "bare", "undefined undefined": "refused" },
  ),
  thresholdsBeyondRange: outcome(8, "POST certificate_profile expiration_thresholds=91"),
  defaultCertificateProfile: byHand(9, "delete the default profile", changesDefault),
  subnetCreate: by(10, subnet, (_, _post, list) => subnetSize(list), {
    4: "flat",
    1: "one",
    5: "parent-and-children",
  }),
  createdHosts: by(10, subnet, (_, { all }, list) => `${all.length} of ${subnetSize(list)}`, {
    "4 of 4": "all",
    "5 of 5": "all",
    "1 of 4": "first",
    "1 of 5": "first",
    "1 of 1": new Undecided("a subnet is one host"),
  }),
  mailHosts: by(
    10,
    "POST host host=mx.{mark}.example.com; LIST host",
    ({ all }) => all.filter(({ host }) => /mx\.rblmonitor-probe/i.test(String(host))).length,
    { 1: "none", 2: "created" },
  ),
  parentDelete: by(10, subnet, (last, _, before) => `${subnetSize(before)}, then ${subnetSize(last)}`, {
    "5, then 4": "keeps-children",
    "5, then 0": "cascades",
    "4, then 3": new Undecided("subnets have no parent"),
    "1, then 0": new Undecided("subnets have no children"),
  }),
  sameHost: outcome(11, hostTwice, { accepted: "accept", 409: "conflict", invalid: "validation" }),
  inUseStatus: by(12, "POST contact_group; POST contact; DELETE contact_group", statusOf),
  sourceInUse: outcome(12, `${selectedSource}; DELETE source`, { accepted: "deletable" }),
  "point 13": byHand(13, "delete the default of three profiles", changesDefault),
  checkWords: ofCheck(14, (done, running) => `${running.data.status}, ${done.data.status}`, {
    "processing, completed": "documented",
    "Processing, Completed": "capitalised",
    "queued, completed": "unknown-while-running",
    "queued, finished": "unknown",
  }),
  checkResultsWhileProcessing: ofCheck(14, (_, { data }) => ("listed" in data ? "partial" : "absent")),
  maxPageSize: by(15, "GET /contact/groups?page_size=10000", ({ body }) => body.page_size),
  emptyTotalPages: by(15, "LIST each kind", ({ body }) => body.total_pages, {}, emptyLists),
  argsEncoding: by(16, notes, (_, unknown, brackets, json) => {
    // A service that ignores unknown fields accepts args in brackets only if it returns them.
    const isRead = readObject(brackets.data.args)?.note !== undefined || !unknown.isOk;
    if (!isRead && brackets.data.args === undefined)
      throw new Undecided("args are not returned, unknown fields ignored");
    if (brackets.isOk && isRead) return json.isOk ? "both" : "brackets";
    return json.isOk ? "json" : "neither";
  }),
  argsReturned: by(16, notes, (_, _unknown, brackets, json) => {
    const { isOk, data } = json.isOk ? json : brackets;
    if (!isOk) throw new Undecided("the service refused args");
    const returned = String(readObject(data.args)?.note);
    return returned === note ? "whole" : /^[*x•]+$/i.test(returned) ? "masked" : data.args;
  }),
  argsValues: outcome(16, 'POST contact args={"note":"text"}; GET contact; POST contact args={"port":25}', {
    accepted: "any",
    invalid: "texts",
  }),
  emptyList: by(17, "POST host tags=a,b; PUT host tags=; GET host", (last) =>
    tagsOf(last).includes("a") ? "ignored" : "clears",
  ),
  validationStatus: by(18, invalidHost, statusOf),
  legacyErrors: by(18, "GET 3.0/host/HT0", statusOf, { 400: "by-kind", 404: "by-kind", 500: "always-500" }),
  legacyAcls: by(18, "GET 3.0/acls", statusOf, { 200: "empty-list", 404: "absent", 500: "absent" }),
  eventPrefix: byHand(19, "receive the event of a check's `callback`", needsEvents),
  confirmationForm: byHand(19, "receive the event with the authcode", needsEvents),
  newContact: by(20, "GET contact", contactState),
  endpointConfirmation: byHand(20, "create a contact of type `endpoint`", needsEvents),
  endpointPosts: byHand(20, "look at the headers of the event with the authcode", needsEvents),
  webhookRetries: byHand(21, "answer an event with 500", needsEvents),
  webhookObjects: byHand(22, "receive a certificate event", needsPerson),
  "point 23": byHand(23, "compare the credentials of accounts", "needs several accounts"),
  "point 24": byHand(24, "compare `RateLimit-Remaining` of two clients", "needs another client"),
  frequency: by(25, "GET monitoring_profile", ({ data }) => data.frequency, {
    "1_hour": "by-plan",
    "1_HOUR": "by-plan",
    other: "fixed",
  }),
  omittedFrequency: outcome(25, "POST monitoring_profile frequency=", { accepted: "package" }),
  portalSettings: byHand(26, "set a schedule in the portal, and get its group", needsPerson),
  "point 27": byHand(27, "use a paid feature on a free plan", "needs another plan"),
  "point 28": by(
    28,
    "POST certificate_profile alert_on_changes=0 alert_on_misconfigurations=False; GET certificate_profile",
    ({ data }) => [data.alert_on_changes, data.alert_on_misconfigurations].map(readFlag),
    { "[false,false]": documented, "[true,true]": new Undecided("the service may force flags") },
  ),
  unknownQuery: outcome(29, "GET /contact/groups?colour=red", { accepted: "ignored", 400: "bad-request" }),
  "point 30": by(30, countPaths, (_, ...all) => all.map(({ text }) => /^\d+$/.test(text)).join(), {
    "true,true": documented,
  }),
  "point 31": byHand(31, "start 15 checks within a second", "would use up checks"),
  hourWindow: by(32, "GET /contact/groups", hourOf),
  ipv6Hosts: outcome(33, "POST host host={v6}"),
  omittedContactGroup: outcome(34, "POST host contact_group=", { accepted: "default-group" }),
  pausedHostCheck: outcome(35, `${pausedHost}; POST /rbl/check/start host={host}`, {
    accepted: "runs",
    409: "conflict",
  }),
  checkDetails: ofCheck(36, ({ data: { listed, listed_details: details } }) => {
    if (!Array.isArray(details) || readFlag(listed)) throw new Undecided("no details of an unlisted host");
    return details.length > 0 ? "all" : "listing";
  }),
  contactAfterResume: by(
    37,
    "POST contact; GET contact; POST contact/pause; POST contact/resume; GET contact",
    stateAfter("pending"),
  ),
  contactAfterConfirm: byHand(37, "confirm a contact with its authcode, and get it", needsEvents),
  contactAfterChange: by(
    37,
    "POST contact; GET contact; PUT contact contact=moved@{domain}; GET contact",
    stateAfter("active"),
    { active: "confirmed" },
  ),
  pausedSources: by(
    38,
    `${pausedHostInList}; ${selectedSource}; POST source/pause; LIST source`,
    (sources, _host, _paused, hosts) => {
      if (isMissing(hosts)) throw new Undecided("lists omit all paused objects");
      return isMissing(sources) ? "unlisted" : "listed";
    },
  ),
  "point 39": by(39, aliases, (_, ...all) => all.map(({ status }) => status).join(), {
    "200,200,200": documented,
  }),
  listedPeriod: by(40, "GET 3.0/hosts", wordOfPeriods, { day: "singular", days: "plural" }),
  storedNames: by(
    41,
    "POST contact_group name= {mark} & a long name of more than forty characters; GET contact_group",
    ({ data: { name } }) => String(name).replace(markPattern, "…"),
    {
      " … & a long name of more than forty characters": "verbatim",
      "… & a long name of more than forty characters": "trimmed",
      " … &amp; a long name of more than forty characters": "escaped",
      " … & a long name": "cut",
    },
  ),
  storedContacts: by(
    42,
    `POST contact type=slack contact=${slackUrl}; GET contact`,
    ({ data: { contact } }) =>
      markPattern.test(String(contact)) ? String(contact).replace(markPattern, "{mark}") : "masked",
    {
      [slackUrl]: "verbatim",
      [slackUrl.toLowerCase()]: "plain",
      [slackUrl.replaceAll("=", "&#061;").replace("&b", "&amp;b")]: "escaped",
    },
  ),
  storedHosts: by(
    43,
    "POST host host=xn--bcher-kva.{mark}.example.com; GET host",
    ({ data: { host } }) => /[^.]+(?=\.rblmonitor-probe)/i.exec(String(host))?.[0],
    { "xn--bcher-kva": "verbatim", "XN--BCHER-KVA": "long", bücher: "unicode" },
  ),
  storedWords: by(44, "GET certificate_monitor", ({ data }) => data.protocol, {
    https: "verbatim",
    HTTPS: "upper",
  }),
  storedLists: by(
    45,
    "POST host tags=Team A,b; GET host",
    (last) => (tagsOf(last).length > 2 ? "added" : [...tagsOf(last)].sort().join()),
    { "Team A,b": "verbatim", "b,team-a": "slugs" },
  ),
  storedFlags: by(46, "GET certificate_profile", ({ data }) => `${readFlag(data.alert_on_expiration)}`, {
    false: "verbatim",
    true: "forced",
    undefined: new Undecided("flags have another form"),
  }),
  listLag: by(47, "POST contact_group; LIST contact_group", ({ misses }) => misses),
  listOmits: by(
    47,
    `${pausedHostInList}; POST contact; GET contact; LIST contact`,
    (contacts, _host, _paused, hosts, _contact, contact) => {
      if (isMissing(hosts)) return isMissing(contacts) ? "paused and pending" : "paused";
      if (contactState(contact) !== "pending") throw new Undecided("a new contact is not pending");
      return isMissing(contacts) ? "pending" : "nothing";
    },
  ),
  listOrder: by(
    "other",
    "POST contact_group name={mark} b; POST contact_group name={mark} c; POST contact_group name={mark} a; LIST contact_group",
    ({ all }) => all.map(({ name }) => /^rblmonitor-probe-\w+ ([abc])$/.exec(String(name))?.[1]).join(""),
    { bca: "oldest-first", acb: "newest-first" },
  ),
  names: by(
    "other",
    "POST host host=Capitals-{mark}.example.com.; LIST host; GET host",
    // Of a mail host, too.
    ({ data: { host } }) => String(host).replace(/^.*(capitals)-.*example/i, "$1"),
    {
      "Capitals.com.": "as-given",
      "capitals.com": "canonical",
      "CAPITALS.COM.": new Undecided("hosts have another stored form"),
    },
  ),
  extraFields: by(
    "other",
    "GET contact_group",
    ({ data }) => Object.keys(data).filter((key) => !["id", "sid", "name", "is_default"].includes(key)),
    { "[]": "none", '["total_members","total_hosts"]': "legacy", other: "unknown" },
  ),
  createReturns: by("other", "POST contact_group; GET contact_group", (_, { data }) =>
    Object.keys(data).length > 1 ? "whole" : "id",
  ),
  unknownFields: outcome("other", unknownField, {
    accepted: "ignored",
    400: "bad-request",
    invalid: "validation",
  }),
  hostType: by("other", `${unknownField}; POST host type=rbl`, (host, group) => {
    if (group.isOk) throw new Undecided("all unknown fields are ignored");
    return host.isOk ? "ignored" : host.status === group.status ? "refused" : host.status;
  }),
  pausePaused: outcome("other", `${pausedHost}; POST host/pause`, { accepted: "accept", 409: "conflict" }),
};
