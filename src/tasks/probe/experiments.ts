import { type OpenPointSettings, settingTable } from "../../emulator/settings";
import { sourceTypes } from "../../service/enumerations";
import { checkIdPattern, isSid } from "../../service/sids";
import { readFlag, readNumber, readObject, readStrings, type WireObject } from "../../service/wire-forms";
import { type Answer, type ProbedAccount, sidOf, Undecided } from "./account";

/** The answer that decides, its part that does, and the value of the setting; undefined for no known value. */
interface Reading<Value> {
  readonly answer: Answer;
  readonly seen: unknown;
  readonly value: Value | undefined;
}

/** How a setting is decided: by requests (`ProbedAccount.send` has their form); or why they cannot decide it. */
export interface Experiment<Value = unknown> {
  readonly requests: string;
  readonly decide: ((account: ProbedAccount) => Promise<Reading<Value>>) | string;
}

/** Values of a setting by what is seen, or why that decides nothing. `other` is for all else; without it, what is seen is the value. */
type Forms<Value> = Readonly<Record<string | number, Value | Undecided>>;

/** Returns what the last answer, or all, show. */
type See = (last: Answer, ...answers: Answer[]) => unknown;

/** Sends requests that depend on earlier answers. */
type Send = (account: ProbedAccount) => Promise<readonly Answer[]>;

function by<Value>(requests: string, see: See, forms: Forms<Value> = {}, send?: Send): Experiment<Value> {
  const decide = async (account: ProbedAccount) => {
    const answers = await account.answers(requests, send);
    const answer = answers.at(-1);
    if (answer === undefined) throw new Undecided("the account has no such objects");
    return reading(answer, see(answer, ...answers), forms);
  };
  return { requests, decide };
}

function reading<Value>(answer: Answer, seen: unknown, forms: Forms<Value>): Reading<Value> {
  const key = typeof seen === "string" ? seen : JSON.stringify(seen);
  const value = seen === undefined ? "absent" : (forms[key] ?? forms.other ?? seen);
  if (value instanceof Undecided) throw value;
  return { answer, seen, value: value as Value };
}

/** Decides by the outcome of the last request: `accepted`, `invalid` (refused like a wrong input), a status with a form, `refused`. */
function outcome<Value>(requests: string, forms: Forms<Value> = {}): Experiment<Value> {
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
  return { requests, decide };
}

const statusOf: See = ({ status }) => status;

/** The status of a contact by the emulator's words. Another word is itself. */
function contactState({ data: { status } }: Answer): string {
  const words: Readonly<Record<string, string>> = { awaiting_authorization: "pending", monitoring: "active" };
  const word = String(status).toLowerCase();
  return words[word] ?? word;
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
    /^[\w.-]+$/.test(String(host)) && !String(host).includes(account.mark) && readFlag(custom) !== true;
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

function ofCheck<Value>(see: See, forms?: Forms<Value>): Experiment<Value> {
  return by(check, see, forms, followCheck);
}

const needsEvents = "needs a receiver of events";
const needsPerson = "needs a person at the portal";

const invalidHost = "POST host host=no host";
// By its path, so that contacts and hosts of the same requests have the usual group.
const unknownField = "POST /contact/groups name={name} colour=red";
const hostTwice = "POST host host=twice.{mark}.example.com; POST host host=twice.{mark}.example.com";
const pausedHost = "POST host; POST host/pause";
const selectedSource = "POST source; POST monitoring_profile name={mark} selects {source} entries={source}";
const subnet = "POST host host={subnet} name={mark} subnet; LIST host; DELETE host; LIST host";
const note = "text-of-args";
const notes = `${unknownField}; TRY contact args[note]=${note}; TRY contact args={"note":"${note}"}`;
const countPaths = "GET /rbl/listings/count; GET /cert/errors/count";
const aliases = "GET 3.0/monitoringprofiles; GET 3.0/listings.nagios; GET 3.0/listings.zabbix";
const check = "POST /rbl/check/start host={host} details=true; GET /rbl/check/status until it changes";

/** The result of a point without a setting. */
const documented = "as documented";

/** How each setting of the emulator, and each point without one, is decided. */
export const experiments: { readonly [N in keyof OpenPointSettings]: Experiment<OpenPointSettings[N]> } & {
  readonly [N in `point ${number}`]: Experiment<typeof documented>;
} = {
  idKey: by("GET contact_group", ({ data }) =>
    Object.keys(data).find((key) => isSid("contact_group", String(data[key]))),
  ),
  lists: by("GET host; GET certificate_profile", ({ data: { expiration_thresholds: list } }, host) => {
    if (!Array.isArray(list)) return list === undefined ? "absent" : "csv";
    return host.data.tags === null ? "null-when-empty" : `${typeof list[0]}s`;
  }),
  listItemOrder: by(
    "POST host tags=d,a,g,b,h,c,f,e; GET host; GET host; GET host",
    (_, _created, ...reads) => [...new Set(reads.map((read) => tagsOf(read).join("")))].join(),
    { dagbhcfe: "as-given", efchbgad: "reversed", other: "shuffled" },
  ),
  booleans: by("GET certificate_profile", ({ data }) => [data.alert_on_changes, data.alert_on_expiration], {
    "[true,false]": "boolean",
    "[1,0]": "number",
    '["1","0"]': "digit-text",
    '["true","false"]': "word-text",
  }),
  statusWords: by("GET host", ({ data }) => data.status, {
    active: "lower",
    Active: "capitalised",
    ACTIVE: "upper",
    monitoring: "unknown",
  }),
  pausedWord: by(`${pausedHost}; GET host`, ({ data: { status } }) =>
    String(status).toLowerCase() === "paused" ? "paused" : status,
  ),
  sourceTypes: by(
    "LIST source",
    ({ all }) => all.map(({ type }) => type).filter((type) => !sourceTypes.some((each) => each === type)),
    { "[]": "documented", other: "extended" },
  ),
  customFlag: by("GET source", ({ data }) => data.custom, { 1: "number", true: "boolean" }),
  builtInRefusal: by("LIST source; PUT /rbl/sources/{source}", statusOf, {}, updateCatalogue),
  pausedSources: by(
    `${selectedSource}; POST source/pause; LIST source; POST source/resume`,
    (_, { data }, _profile, _paused, { all }) =>
      all.some((each) => sidOf("source", each) === sidOf("source", data)) ? "listed" : "unlisted",
  ),
  monitorPort: by("GET certificate_monitor", ({ data }) => data.port, { 443: "present" }),
  monitorHostnamePort: by(
    "TRY certificate_monitor hostname={domain}:8443; TRY certificate_monitor hostname=[{v6}]:443",
    (_, ...all) =>
      all.map(({ data }) => String(data.hostname).replace(/host.*com|2001:db8::\w+/, "…")).join(" "),
    { "…:8443 […]:443": "kept", "… […]": "split", "… …": "bare", "undefined undefined": "refused" },
  ),
  thresholdsBeyondRange: outcome("POST certificate_profile expiration_thresholds=91"),
  defaultCertificateProfile: { requests: "delete the default profile", decide: "would change the default" },
  subnetCreate: by(subnet, (_, _post, list) => subnetSize(list), {
    4: "flat",
    1: "one",
    5: "parent-and-children",
  }),
  parentDelete: by(subnet, (last, _, before) => `${subnetSize(before)}, then ${subnetSize(last)}`, {
    "5, then 4": "keeps-children",
    "5, then 0": "cascades",
    "4, then 3": new Undecided("subnets have no parent"),
    "1, then 0": new Undecided("subnets have no children"),
  }),
  sameHost: outcome(hostTwice, { accepted: "accept", 409: "conflict", invalid: "validation" }),
  ipv6Hosts: outcome("POST host host={v6}"),
  inUseStatus: by("POST contact_group; POST contact; DELETE contact_group", statusOf),
  sourceInUse: outcome(`${selectedSource}; DELETE source`, { accepted: "deletable" }),
  checkWords: ofCheck((done, running) => `${running.data.status}, ${done.data.status}`, {
    "processing, completed": "documented",
    "Processing, Completed": "capitalised",
    "queued, completed": "unknown-while-running",
    "queued, finished": "unknown",
  }),
  checkResultsWhileProcessing: ofCheck((_, { data }) => ("listed" in data ? "partial" : "absent")),
  checkDetails: ofCheck(({ data: { listed, listed_details: details } }) => {
    if (!Array.isArray(details) || readFlag(listed)) throw new Undecided("no details of an unlisted host");
    return details.length > 0 ? "all" : "listing";
  }),
  pausedHostCheck: outcome(`${pausedHost}; POST /rbl/check/start host={host}`, {
    accepted: "runs",
    409: "conflict",
  }),
  maxPageSize: by("GET /contact/groups?page_size=10000", ({ body }) => body.page_size),
  emptyTotalPages: by("LIST each kind", ({ body }) => body.total_pages, {}, emptyLists),
  argsEncoding: by(notes, (_, unknown, brackets, json) => {
    // A service that ignores unknown fields accepts args in brackets only if it returns them.
    const isRead = readObject(brackets.data.args)?.note !== undefined || !unknown.isOk;
    if (!isRead && brackets.data.args === undefined)
      throw new Undecided("args are not returned, unknown fields ignored");
    if (brackets.isOk && isRead) return json.isOk ? "both" : "brackets";
    return json.isOk ? "json" : "neither";
  }),
  argsReturned: by(notes, (_, _unknown, brackets, json) => {
    const { isOk, data } = json.isOk ? json : brackets;
    if (!isOk) throw new Undecided("the service refused args");
    const returned = String(readObject(data.args)?.note);
    return returned === note ? "whole" : /^[*x•]+$/i.test(returned) ? "masked" : data.args;
  }),
  argsValues: outcome('POST contact args={"note":"text"}; GET contact; POST contact args={"port":25}', {
    accepted: "any",
    invalid: "texts",
  }),
  emptyList: by("POST host tags=a,b; PUT host tags=; GET host", (last) =>
    tagsOf(last).length === 0 ? "clears" : "ignored",
  ),
  validationStatus: by(invalidHost, statusOf),
  legacyErrors: by("GET 3.0/host/HT0", statusOf, { 400: "by-kind", 404: "by-kind", 500: "always-500" }),
  legacyAcls: by("GET 3.0/acls", statusOf, { 200: "empty-list", 404: "absent", 500: "absent" }),
  listedPeriod: by("GET 3.0/hosts", wordOfPeriods, { day: "singular", days: "plural" }),
  eventPrefix: { requests: "receive the event of a check's `callback`", decide: needsEvents },
  newContact: by("GET contact", contactState),
  endpointConfirmation: { requests: "create a contact of type `endpoint`", decide: needsEvents },
  confirmationForm: { requests: "receive the event with the authcode", decide: needsEvents },
  endpointPosts: { requests: "look at the headers of the event with the authcode", decide: needsEvents },
  webhookRetries: { requests: "answer an event with 500", decide: needsEvents },
  webhookObjects: { requests: "receive a certificate event", decide: needsPerson },
  contactAfterResume: by(
    "POST contact; GET contact; POST contact/pause; POST contact/resume; GET contact",
    (last, _, before) => {
      if (contactState(before) !== "pending") throw new Undecided("a new contact is not pending");
      return contactState(last);
    },
  ),
  contactAfterConfirm: { requests: "confirm a contact with its authcode, and get it", decide: needsEvents },
  frequency: by("GET monitoring_profile", ({ data }) => data.frequency, {
    "1_hour": "by-plan",
    other: "fixed",
  }),
  omittedFrequency: outcome("POST monitoring_profile frequency=", { accepted: "package" }),
  portalSettings: { requests: "set a schedule in the portal, and get its group", decide: needsPerson },
  listOrder: by(
    "POST contact_group name={mark} b; POST contact_group name={mark} c; POST contact_group name={mark} a; LIST contact_group",
    ({ all }) => all.map(({ name }) => /^rblmonitor-probe-\w+ ([abc])$/.exec(String(name))?.[1]).join(""),
    { bca: "oldest-first", acb: "newest-first" },
  ),
  names: by(
    "POST host host=Capitals-{mark}.example.com.; GET host",
    ({ data: { host } }) => String(host).replace(/-.*example/, ""),
    { "Capitals.com.": "as-given", "capitals.com": "canonical" },
  ),
  extraFields: by(
    "GET contact_group",
    ({ data }) => Object.keys(data).filter((key) => !["id", "sid", "name", "is_default"].includes(key)),
    { "[]": "none", '["total_members","total_hosts"]': "legacy", other: "unknown" },
  ),
  createReturns: by("POST contact_group; GET contact_group", (_, { data }) =>
    Object.keys(data).length > 1 ? "whole" : "id",
  ),
  unknownFields: outcome(unknownField, { accepted: "ignored", 400: "bad-request", invalid: "validation" }),
  unknownQuery: outcome("GET /contact/groups?colour=red", { accepted: "ignored", 400: "bad-request" }),
  hostType: by(`${unknownField}; POST host type=rbl`, (host, group) => {
    if (group.isOk) throw new Undecided("all unknown fields are ignored");
    return host.isOk ? "ignored" : host.status === group.status ? "refused" : host.status;
  }),
  hourWindow: by("GET /contact/groups", hourOf),
  pausePaused: outcome(`${pausedHost}; POST host/pause`, { accepted: "accept", 409: "conflict" }),
  omittedContactGroup: outcome("POST host contact_group=", { accepted: "default-group" }),

  "point 13": { requests: "delete the default of three profiles", decide: "would change the default" },
  "point 23": { requests: "compare the credentials of accounts", decide: "needs several accounts" },
  "point 24": { requests: "compare `RateLimit-Remaining` of two clients", decide: "needs another client" },
  "point 27": { requests: "use a paid feature on a free plan", decide: "needs another plan" },
  "point 28": by(
    "POST certificate_profile alert_on_changes=0 alert_on_misconfigurations=False; GET certificate_profile",
    ({ data }) => [data.alert_on_changes, data.alert_on_misconfigurations].map(readFlag),
    { "[false,false]": documented },
  ),
  "point 30": by(countPaths, (_, ...all) => all.map(({ text }) => /^\d+$/.test(text)).join(), {
    "true,true": documented,
  }),
  "point 31": { requests: "start 15 checks within a second", decide: "would use up checks" },
  "point 39": by(aliases, (_, ...all) => all.map(({ status }) => status).join(), {
    "200,200,200": documented,
  }),
};

/** The point and values of a setting; or of a point without a setting, such as `point 28`. */
export function subjectOf(name: string): { point: number | undefined; values: readonly unknown[] } {
  if (!(name in settingTable)) return { point: Number(name.slice("point ".length)), values: [documented] };
  const { openPoint, values } = settingTable[name as keyof OpenPointSettings];
  return { point: openPoint, values };
}
