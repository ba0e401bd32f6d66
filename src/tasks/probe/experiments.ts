import type { OpenPointSettings } from "../../emulator/settings";
import { sourceTypes } from "../../service/enumerations";
import { checkIdPattern, isSid } from "../../service/sids";
import { readFlag, readNumber, readObject, readStrings, type WireObject } from "../../service/wire-forms";
import { type Answer, markPattern, maxMisses, type ProbedAccount, sidOf, undecided } from "./account";

/** Returns what the last answer, or all, show. @throws Undecided if that decides nothing */
type See = (last: Answer, ...answers: Answer[]) => unknown;

/** How a setting is decided: by requests, or by hand. */
export interface Experiment {
  /** The number in docs/design/open-points.md, whose table of experiments has this order. */
  readonly point: number | "other";
  /** `ProbedAccount.send` has their form. */
  readonly requests: string;
  /** Reads the answers; or why requests cannot decide. */
  readonly see: See | string;
  /** What is seen with each value of the setting, in their order; empty if the value itself is seen. */
  readonly shown: readonly unknown[];
  /** Sends requests that depend on earlier answers. */
  readonly send?: (account: ProbedAccount) => Promise<readonly Answer[]>;
}

/** All that no other value shows. */
export const other = "anything else";

function by(point: Experiment["point"], requests: string, shown: readonly unknown[], see: See): Experiment {
  return { point, requests, shown, see };
}

function byHand(point: number, requests: string, see: string): Experiment {
  return { point, requests, shown: [], see };
}

function byCheck(point: number, shown: readonly unknown[], see: See): Experiment {
  return { point, requests: check, shown, see, send: followCheck };
}

function field(name: string): See {
  return ({ data }) => data[name];
}

/** Whether the service accepts the last request. Another status than that of a refused input is itself. */
function isAccepted({ status, isOk }: Answer): boolean | number {
  if (status === 403) return undecided("the plan does not allow it (403)");
  return isOk || ([400, 409, 422, 500].includes(status) ? false : status);
}

/** The status of a contact by the emulator's words. Another word is itself. */
function contactState({ data: { status } }: Answer): string {
  const word = String(status).toLowerCase();
  return { awaiting_authorization: "pending", monitoring: "active" }[word] ?? word;
}

/** Reads the status of a contact at the end, if it was this one before. */
function stateAfter(state: string): See {
  return (last, _created, before) =>
    contactState(before as Answer) === state ? contactState(last) : undecided(`no new contact is ${state}`);
}

function tagsOf({ data: { tags } }: Answer): readonly string[] {
  return readStrings(tags) ?? undecided("lists are not part of returned objects");
}

const statusOf: See = ({ status }) => status;
const subnetSize = ({ all }: Answer) => all.filter(({ name }) => / subnet$/.test(String(name))).length;
const isMissing = ({ misses }: Answer) => misses === maxMisses;

/** The hostnames of monitors, without the part that differs between runs. */
function hostnames(_last: Answer, ...all: readonly Answer[]): string {
  const texts = all.map(({ data }) => String(data.hostname));
  return texts.map((text) => text.replace(/host.*com\.?|2001:db8::\w+/i, "…")).join(" ");
}

/** The word in the period of a host that has been listed for days. */
function wordOfPeriods({ all }: Answer): string {
  const words = all.map((host) => /^(?!1 )\d+ ([a-z]+)/.exec(String(host.listed_period))?.[1]);
  return words.find(Boolean) ?? undecided("no host has been listed for days");
}

/** The hour of the request limit. */
function hourOf({ headers, at }: Answer): OpenPointSettings["hourWindow"] {
  const reset = Number(headers.get("ratelimit-reset"));
  const passed = Math.floor(at / 1_000) % 3_600;
  if (reset < 60) return undecided("the header shows the second, not the hour");
  // The hour of a first request may begin when that of the clock does.
  if (passed < 300) return undecided("the hour has just begun: run the probe later");
  return Math.abs(reset + passed - 3_600) <= 5 ? "clock" : "first-request";
}

/** Updates a source of the catalogue without a change. */
async function updateCatalogue(account: ProbedAccount): Promise<readonly Answer[]> {
  const [list] = await account.send("LIST source");
  const isOfCatalogue = ({ host, custom }: WireObject) =>
    /^[\w.-]+$/.test(String(host)) && !markPattern.test(String(host)) && readFlag(custom) !== true;
  const source = list?.all.find(isOfCatalogue) ?? undecided("the account shows no source of the catalogue");
  return account.send(`PUT /rbl/sources/${sidOf("source", source)} host=${source.host}`);
}

/** The answers while the check runs, and when its status has changed. */
async function followCheck(account: ProbedAccount): Promise<readonly Answer[]> {
  const [started] = await account.send("POST /rbl/check/start host={host} details=true");
  const id =
    Object.values(started?.data ?? {}).find((value) => checkIdPattern.test(String(value))) ??
    undecided(`the service started no check (${started?.status})`);
  const read = async () => (await account.send(`GET /rbl/check/status/${id}?details=true`))[0] as Answer;
  const running = await read();
  if (readNumber(running.data.checked_count)) return undecided("the check was never seen running");
  for (let attempts = 20; attempts > 0; attempts -= 1) {
    await account.pause(4_000);
    const done = await read();
    if (done.data.status !== running.data.status) return [running, done];
  }
  return undecided("the status of the check did not change");
}

const emptyLists = async (account: ProbedAccount) => account.emptyLists;

const needsEvents = "needs a receiver of events";
const needsPerson = "needs a person at the portal";
const changesDefault = "would change the default";

const invalidHost = "POST host host=no host";
// By its path, so that contacts and hosts of the same requests have the usual group.
const unknownField = "POST /contact/groups name={name} colour=red";
const eightTags = "POST host tags=d,a,g,b,h,c,f,e; GET host; GET host; GET host";
const hostTwice = "POST host host=twice.{mark}.example.com; POST host host=twice.{mark}.example.com";
const pausedHost = "POST host; POST host/pause";
const selectedSource = "POST source; POST monitoring_profile name={mark} selects {source} entries={source}";
const pausedSource = `${pausedHost}; LIST host; ${selectedSource}; POST source/pause; LIST source`;
const pausedAndPending = `${pausedHost}; LIST host; POST contact; GET contact; LIST contact`;
const tooManyDays = "POST certificate_profile expiration_thresholds=91";
const subnet = "POST host host={subnet} name={mark} subnet; LIST host; DELETE host; LIST host";
const ports = "TRY certificate_monitor hostname={domain}:8443; TRY certificate_monitor hostname=[{v6}]:443";
const note = "text-of-args";
const notes = `${unknownField}; TRY contact args[note]=${note}; TRY contact args={"note":"${note}"}`;
const noteThenNumber = 'POST contact args={"note":"text"}; GET contact; POST contact args={"port":25}';
const flags = "alert_on_changes=0 alert_on_misconfigurations=False";
const counts = "GET /rbl/listings/count; GET /cert/errors/count";
const aliases = "GET 3.0/monitoringprofiles; GET 3.0/listings.nagios; GET 3.0/listings.zabbix";
const check = "POST /rbl/check/start host={host} details=true; GET /rbl/check/status until it changes";
const checkWords = ["processing completed", "Processing Completed", "queued completed", "queued finished"];
const resumed = "POST contact; GET contact; POST contact/pause; POST contact/resume; GET contact";
const moved = "POST contact; GET contact; PUT contact contact=moved@{domain}; GET contact";
const name = " {mark} & a long name of more than forty characters";
const names = [name, name.trim(), name.replace("&", "&amp;"), " {mark} & a long name"];
const url = "https://Hooks.example.com/{mark}?a=1&b=2";
const urls = [url, url.toLowerCase(), url.replace("&", "&amp;").replaceAll("=", "&#061;"), "********&b=2"];
const unicodeHost = "POST host host=xn--bcher-kva.{mark}.example.com; GET host";
const capitals = "POST host host=Capitals-{mark}.example.com.; LIST host; GET host";
const groups =
  "POST contact_group name={mark} b; POST contact_group name={mark} c; POST contact_group name={mark} a; LIST contact_group";

/** The result of a point without a setting. */
export const documented = "as documented";

/** How each setting of the emulator, and each point without one, is decided. */
export const experiments: Readonly<Record<keyof OpenPointSettings | `point ${number}`, Experiment>> = {
  idKey: by(1, "GET contact_group", [], ({ data }) =>
    Object.keys(data).find((key) => isSid("contact_group", String(data[key]))),
  ),
  lists: by(2, "GET host; GET certificate_profile", [], ({ data: { expiration_thresholds: list } }, host) => {
    if (!Array.isArray(list)) return list === undefined ? "absent" : "csv";
    if (host.data.tags === null) return "null-when-empty";
    const form = `${typeof list[0]}s`;
    return form === "strings" && tagsOf(host).length > 0 ? undecided("no list is empty") : form;
  }),
  listItemOrder: by(2, eightTags, ["dagbhcfe", "efchbgad", other], (_, _created, ...reads) => {
    // The service may add other tags.
    const orders = reads.map((read) =>
      tagsOf(read)
        .join("")
        .replace(/[^a-h]/g, ""),
    );
    return [...new Set(orders)].join();
  }),
  booleans: by(3, "GET certificate_profile", [true, 1, "1", "true"], field("alert_on_changes")),
  statusWords: by(4, "GET host", ["active", "Active", "ACTIVE", "monitoring"], field("status")),
  pausedWord: by(4, `${pausedHost}; GET host`, [], ({ data: { status } }) =>
    String(status).toLowerCase() === "paused" ? "paused" : status,
  ),
  sourceTypes: by(5, "LIST source", [[], other], ({ all }) => {
    const types = all.map(({ type }) => String(type).toLowerCase());
    return types.filter((type) => !sourceTypes.some((each) => each === type));
  }),
  customFlag: by(6, "GET source", [1, true, undefined], field("custom")),
  builtInRefusal: { ...by(6, "LIST source; PUT /rbl/sources/{source}", [], statusOf), send: updateCatalogue },
  monitorPort: by(7, "GET certificate_monitor", [443, undefined], field("port")),
  monitorHostnamePort: by(7, ports, ["…:8443 […]:443", "… […]", "… …", "undefined undefined"], hostnames),
  thresholdsBeyondRange: by(8, tooManyDays, [false, true], isAccepted),
  defaultCertificateProfile: byHand(9, "delete the default profile", changesDefault),
  subnetCreate: by(10, subnet, [4, 1, 5], (_, _created, list) => subnetSize(list)),
  createdHosts: by(10, subnet, [], (_, created, list) => {
    if (subnetSize(list) < 2) return undecided("a subnet is one host");
    return created.all.length < subnetSize(list) ? "first" : "all";
  }),
  mailHosts: by(10, "POST host host=mx.{mark}.example.com; LIST host", [], ({ all }) =>
    all.some(({ host }) => /mail\.mx\.rblmonitor-probe/i.test(String(host))) ? "created" : "none",
  ),
  parentDelete: by(10, subnet, [], (last, _created, list) => {
    if (subnetSize(list) < 5) return undecided("subnets have no parent with children");
    return subnetSize(last) === 0 ? "cascades" : "keeps-children";
  }),
  sameHost: by(11, hostTwice, [409, false, true], (last) => (last.status === 409 ? 409 : isAccepted(last))),
  inUseStatus: by(12, "POST contact_group; POST contact; DELETE contact_group", [], statusOf),
  sourceInUse: by(12, `${selectedSource}; DELETE source`, [true, false], isAccepted),
  "point 13": byHand(13, "delete the default of three profiles", changesDefault),
  checkWords: byCheck(14, checkWords, (done, running) => `${running.data.status} ${done.data.status}`),
  checkResultsWhileProcessing: byCheck(14, [], (_, { data }) => ("listed" in data ? "partial" : "absent")),
  maxPageSize: by(15, "GET /contact/groups?page_size=10000", [], ({ body }) => body.page_size),
  emptyTotalPages: { ...by(15, "LIST each kind", [], ({ body }) => body.total_pages), send: emptyLists },
  argsEncoding: by(16, notes, [], (_, unknown, brackets, json) => {
    // A service that ignores unknown fields accepts args in brackets only if it returns them.
    const isRead = readObject(brackets.data.args)?.note !== undefined || !unknown.isOk;
    if (!isRead && brackets.data.args === undefined) return undecided("args are not returned");
    if (brackets.isOk && isRead) return json.isOk ? "both" : "brackets";
    return json.isOk ? "json" : "neither";
  }),
  argsReturned: by(16, notes, [], (_, _unknown, brackets, json) => {
    const { isOk, data } = json.isOk ? json : brackets;
    if (!isOk) return undecided("the service refused args");
    const returned = String(readObject(data.args)?.note);
    return returned === note ? "whole" : /^[*x•]+$/i.test(returned) ? "masked" : (data.args ?? "absent");
  }),
  argsValues: by(16, noteThenNumber, [true, false], isAccepted),
  emptyList: by(17, "POST host tags=a,b; PUT host tags=; GET host", [], (last) =>
    tagsOf(last).includes("a") ? "ignored" : "clears",
  ),
  validationStatus: by(18, invalidHost, [], statusOf),
  legacyErrors: by(18, "GET 3.0/host/HT00000000000000000000000000000000", [404, 500], statusOf),
  legacyAcls: by(18, "GET 3.0/acls", [true, false], ({ isOk }) => isOk),
  eventPrefix: byHand(19, "receive the event of a check's `callback`", needsEvents),
  confirmationForm: byHand(19, "receive the event with the authcode", needsEvents),
  newContact: by(20, "GET contact", [], contactState),
  endpointConfirmation: byHand(20, "create a contact of type `endpoint`", needsEvents),
  endpointPosts: byHand(20, "look at the headers of the event with the authcode", needsEvents),
  webhookRetries: byHand(21, "answer an event with 500", needsEvents),
  webhookObjects: byHand(22, "receive a certificate event", needsPerson),
  "point 23": byHand(23, "compare the credentials of accounts", "needs several accounts"),
  "point 24": byHand(24, "compare `RateLimit-Remaining` of two clients", "needs another client"),
  frequency: by(25, "GET monitoring_profile", ["1_hour", other, undefined], ({ data: { frequency } }) =>
    frequency === undefined ? frequency : String(frequency).toLowerCase(),
  ),
  omittedFrequency: by(25, "POST monitoring_profile frequency=", [false, true], isAccepted),
  portalSettings: byHand(26, "set a schedule in the portal, and get its group", needsPerson),
  "point 27": byHand(27, "use a paid feature on a free plan", "needs another plan"),
  "point 28": by(28, `POST certificate_profile ${flags}; GET certificate_profile`, [], ({ data }) => {
    const read = [data.alert_on_changes, data.alert_on_misconfigurations].map(readFlag);
    if (read.every(Boolean)) return undecided("the service may force flags");
    return read.includes(undefined) || read.includes(true) ? read : documented;
  }),
  unknownQuery: by(29, "GET /contact/groups?colour=red", [true, false], isAccepted),
  "point 30": by(30, counts, [true], (_, ...all) => all.every(({ text }) => /^\d+$/.test(text))),
  "point 31": byHand(31, "start 15 checks within a second", "would use up checks"),
  hourWindow: by(32, "GET /contact/groups", [], hourOf),
  ipv6Hosts: by(33, "POST host host={v6}", [false, true], isAccepted),
  omittedContactGroup: by(34, "POST host contact_group=", [false, true], isAccepted),
  pausedHostCheck: by(35, `${pausedHost}; POST /rbl/check/start host={host}`, [true, false], isAccepted),
  checkDetails: byCheck(36, [], ({ data: { listed, listed_details: details } }) => {
    if (!Array.isArray(details) || readFlag(listed)) return undecided("no details of an unlisted host");
    return details.length > 0 ? "all" : "listing";
  }),
  contactAfterResume: by(37, resumed, [], stateAfter("pending")),
  contactAfterConfirm: byHand(37, "confirm a contact with its authcode, and get it", needsEvents),
  contactAfterChange: by(37, moved, ["active", "pending"], stateAfter("active")),
  pausedSources: by(38, pausedSource, [], (sources, _host, _paused, hosts) => {
    if (isMissing(hosts)) return undecided("lists omit all paused objects");
    return isMissing(sources) ? "unlisted" : "listed";
  }),
  "point 39": by(39, aliases, [true], (_, ...all) => all.every(({ isOk }) => isOk)),
  listedPeriod: by(40, "GET 3.0/hosts", ["day", "days"], wordOfPeriods),
  storedNames: by(41, `POST contact_group name=${name}; GET contact_group`, names, field("name")),
  storedContacts: by(42, `POST contact type=slack contact=${url}; GET contact`, urls, field("contact")),
  storedHosts: by(43, unicodeHost, ["xn--bcher-kva", "XN--BCHER-KVA", "bücher"], ({ data: { host } }) =>
    /[^.]+(?=\.rblmonitor-probe)/i.exec(String(host))?.at(0),
  ),
  storedWords: by(44, "GET certificate_monitor", ["https", "HTTPS"], field("protocol")),
  storedLists: by(45, "POST host tags=Team A,b; GET host", ["Team A,b", "b,team-a", other], (last) =>
    [...tagsOf(last)].sort().join(),
  ),
  storedFlags: by(
    46,
    "GET certificate_profile",
    [false, true],
    ({ data: { alert_on_expiration: flag } }) => readFlag(flag) ?? undecided("flags have another form"),
  ),
  listLag: by(47, "POST contact_group; LIST contact_group", [], ({ misses }) => misses),
  listOmits: by(47, pausedAndPending, [], (contacts, _host, _paused, hosts, _contact, contact) => {
    if (isMissing(hosts)) return isMissing(contacts) ? "paused and pending" : "paused";
    if (isMissing(contacts)) return "pending";
    return contactState(contact) === "pending" ? "nothing" : undecided("a new contact is not pending");
  }),
  listOrder: by("other", groups, ["bca", "acb"], ({ all }) =>
    all.map(({ name }) => /^rblmonitor-probe-\w+ ([abc])$/.exec(String(name))?.[1]).join(""),
  ),
  names: by("other", capitals, ["Capitals.com.", "capitals.com"], ({ data: { host } }) => {
    const text = /(capitals)-.*example(.*)/i.exec(String(host))?.slice(1).join("");
    return text === "CAPITALS.COM." ? undecided("hosts have another stored form") : text;
  }),
  extraFields: by("other", "GET contact_group", [["total_members", "total_hosts"], [], other], ({ data }) =>
    Object.keys(data).filter((key) => !["id", "sid", "name", "is_default"].includes(key)),
  ),
  createReturns: by("other", "POST contact_group; GET contact_group", [], (_, { data }) =>
    Object.keys(data).length > 1 ? "whole" : "id",
  ),
  unknownFields: by("other", `${invalidHost}; ${unknownField}`, [], ({ status, isOk }, invalid) => {
    if (isOk) return "ignored";
    if (status !== 400) return status === invalid.status ? "validation" : status;
    return status === invalid.status ? undecided("every refusal has the status 400") : "bad-request";
  }),
  hostType: by("other", `${unknownField}; POST host type=rbl`, [], (host, group) => {
    if (group.isOk) return undecided("all unknown fields are ignored");
    return host.isOk ? "ignored" : host.status === group.status ? "refused" : host.status;
  }),
  pausePaused: by("other", `${pausedHost}; POST host/pause`, [false, true], isAccepted),
};
