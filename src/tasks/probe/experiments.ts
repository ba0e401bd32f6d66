import { stateOf } from "../../emulator/http/wire-form";
import type { OpenPointSettings } from "../../emulator/settings";
import { sourceTypes } from "../../service/enumerations";
import { checkIdPattern, isSid, sidIn } from "../../service/sids";
import { readFlag, readNumber, readObject, readStrings, type WireObject } from "../../service/wire-forms";
import { type Answer, maxMisses, type ProbedAccount, undecided } from "./account";

/** Returns what the last answer, or all, show. @throws Undecided if that decides nothing */
type See = (last: Answer, ...answers: Answer[]) => unknown;

/** How a setting is decided. */
export type Experiment = ReturnType<typeof by>;

/** All that no other value shows. */
export const other = "anything else";

/**
 * @param point the number in docs/design/open-points.md, whose table of experiments has this order
 * @param requests `ProbedAccount.send` has their form
 * @param shown what is seen with each value of the setting, in their order; empty if the value itself is seen
 * @param see reads the answers; or says why requests cannot decide
 */
function by(point: number | "other", requests: string, shown: readonly unknown[], see: See | string) {
  return { point, requests, shown, see };
}

/** Whether the service accepts the last request. Another status than that of a refused input is itself. */
function isAccepted({ status, isOk }: Answer): boolean | number {
  if (status === 403) return undecided("the plan does not allow it (403)");
  return isOk || ([400, 409, 422, 500].includes(status) ? false : status);
}

/** Reads the state of a contact at the end, if it was this one before. */
function stateAfter(state: string): See {
  return (last, _created, before) =>
    stateIn(before) === state ? stateIn(last) : undecided(`no new contact is ${state}`);
}

const tagsOf = ({ data }: Answer) => readStrings(data.tags) ?? undecided("no lists are returned");
const isTagged: See = (last) => tagsOf(last).includes("a");
const sortedTags: See = (last) => [...tagsOf(last)].sort().join();
const sidKey: See = ({ data }) => Object.keys(data).find((key) => isSid("contact_group", String(data[key])));
const otherKeys: See = ({ data }) => Object.keys(data).filter((key) => !/^(s?id|name|is_default)$/.test(key));
const wholeOrId: See = ({ data }) => (Object.keys(data).length > 1 ? "whole" : "id");
const hasMailHost: See = ({ all }) => all.some(({ host }) => /mail\.mx\.rblmonitor-probe/i.test(`${host}`));
const firstLabel: See = ({ data }) => /[^.]+(?=\.rblmonitor-probe)/i.exec(String(data.host))?.[0];
const field = (name: string) => (({ data }) => data[name]) as See;
const expiryFlag: See = ({ data }) => readFlag(data.alert_on_expiration) ?? undecided("no flag is readable");
const pagesIfEmpty: See = ({ all, body }) => (all.length ? undecided("a host is listed") : body.total_pages);
const titleOrDate: See = ({ data }) => ["title", "event_date"].filter((key) => key in data).join(" and ");
const lowerFrequency: See = ({ data }) => data.frequency && String(data.frequency).toLowerCase();
const wordOfPaused: See = ({ data: { status } }) => (/^paused$/i.test(`${status}`) ? "paused" : status);
const orderOf: See = ({ all }) => all.map(({ name }) => /-probe-\w+ ([abc])$/.exec(`${name}`)?.[1]).join("");
const isCheckId = (value: unknown) => checkIdPattern.test(String(value));
const stateIn = (answer: Answer | undefined) => stateOf(answer?.data.status);
const legacyStatus: See = ({ status }, { isOk }) => (isOk ? status : undecided("version 3.0 is not there"));
const statusOf: See = ({ status }) => status;
const subnetSize = ({ all }: Answer) => all.filter(({ name }) => / subnet$/.test(String(name))).length;
const isMissing = ({ misses }: Answer) => misses === maxMisses;

// By its path, so that contacts and hosts of the same requests have the usual group.
const unknownField = "TRY /contact/groups name={name} colour=red";
const eightTags = "POST host tags=d,a,g,b,h,c,f,e; GET host; GET host; GET host";
const hostTwice = "POST host host=twice.{mark}.example.com; POST host host=twice.{mark}.example.com";
const pausedHost = "POST host; POST host/pause";
const selectedSource = "POST source; POST monitoring_profile name={mark} selects {source} entries={source}";
const pausedSource = `${pausedHost}; LIST host; ${selectedSource}; POST source/pause; LIST source`;
const pausedAndPending = `${pausedHost}; LIST host; POST contact; GET contact; LIST contact`;
const subnet = "POST host host={subnet} name={mark} subnet; LIST host; DELETE host; LIST host";
const tooManyDays = "POST certificate_profile expiration_thresholds=91";
const ports = "TRY certificate_monitor hostname={domain}:8443; TRY certificate_monitor hostname=[{v6}]:443";
const hostnames = ["…:8443 […]:443", "… […]", "… …", "undefined undefined"];
const note = "text-of-args";
const notes = `${unknownField}; TRY contact args[note]=${note}; TRY contact args={"note":"${note}"}`;
const noteThenNumber = 'POST contact args={"note":"text"}; GET contact; POST contact args={"port":25}';
const flags =
  "POST certificate_profile alert_on_changes=0 alert_on_ca_failure=False; GET certificate_profile";
const noHost = "GET 3.0/hosts; GET 3.0/host/HT00000000000000000000000000000000";
const counts = "GET /rbl/listings/count; GET /cert/errors/count";
const aliases = "GET 3.0/monitoringprofiles; GET 3.0/listings.nagios; GET 3.0/listings.zabbix";
const startCheck = "POST /rbl/check/start host={host}";
const check = `${startCheck} details=true; GET /rbl/check/status until it changes`;
const catalogueUpdate = "LIST source; PUT /rbl/sources/{source}";
const callback = `${startCheck} callback={receiver}event; GET event`;
const refusedCallback = `${startCheck} callback={receiver}refused; GET event`;
const endpoint = "POST contact type=endpoint contact={receiver}event";
const confirmation = `${endpoint}; GET event`;
const perhapsConfirmed = `${endpoint}; GET contact; TRY event`;
const confirm = `${confirmation}; POST contact/confirm authcode={authcode}; GET contact`;
const checkWords = [
  "processing completed",
  "Processing Completed",
  "queued completed",
  "queued finished",
  "running completed",
  "in_progress completed",
  "processing failed",
];
const resumed = "POST contact; GET contact; POST contact/pause; POST contact/resume; GET contact";
const moved = "POST contact; GET contact; PUT contact contact=moved@{domain}; GET contact";
const name = " {mark} & a long name of more than forty charactérs";
const names = [name, name.trim(), name.replace("&", "&amp;"), " {mark} & a long name", name.normalize("NFD")];
const url = "https://Hooks.example.com/{mark}?a=1&b=2";
const urls = [url, url.toLowerCase(), url.replace("&", "&amp;").replaceAll("=", "&#061;"), "********&b=2"];
const unicodeHost = "POST host host=xn--bcher-kva.{mark}.example.com; GET host";
const capitals = "POST host host=Capitals-{mark}.example.com.; LIST host; GET host";
const groups = `${[..."bca"].map((each) => `POST contact_group name={mark} ${each}`).join("; ")}; LIST contact_group`;

/** How requests are sent that depend on earlier answers. */
export const senders: Readonly<Record<string, (account: ProbedAccount) => Promise<readonly Answer[]>>> = {
  [catalogueUpdate]: async (account) => {
    const [list] = await account.send("LIST source");
    const isBuiltIn = ({ custom }: WireObject) => readFlag(custom) === false;
    const source = list?.all.find(isBuiltIn) ?? undecided("no source is shown as built-in");
    return account.send(`PUT /rbl/sources/${sidIn("source", source)} host=${source.host}`);
  },
  [check]: async (account) => {
    const [started] = await account.send(`${startCheck} details=true`);
    const id = Object.values(started?.data ?? {}).find(isCheckId) ?? undecided("no check was started");
    const read = async () => (await account.send(`GET /rbl/check/status/${id}?details=true`))[0] as Answer;
    const running = await read();
    if (!running.isOk) return undecided(`the service refused ${running.title}`);
    if (readNumber(running.data.checked_count)) return undecided("the check was never seen running");
    for (let attempts = 20; attempts > 0; attempts -= 1) {
      await account.options.wait(4_000);
      const done = await read();
      if (done.data.status !== running.data.status) return [running, done];
    }
    return undecided("the status of the check did not change");
  },
};

/** How each setting of the emulator, and each point without one, is decided. */
export const experiments: Readonly<Record<keyof OpenPointSettings | `point ${number}`, Experiment>> = {
  idKey: by(1, "GET contact_group", [], sidKey),
  lists: by(2, "GET host; GET certificate_profile", [], ({ data: { expiration_thresholds: list } }, host) => {
    if (!Array.isArray(list)) return list === undefined ? "absent" : typeof list === "string" ? "csv" : list;
    if (host.data.tags === null) return "null-when-empty";
    const form = `${typeof list[0]}s`;
    return form === "strings" && tagsOf(host).length > 0 ? undecided("no list is empty") : form;
  }),
  listItemOrder: by(2, eightTags, ["dagbhcfe", "efchbgad", other], (_, _created, ...reads) => {
    // The service may add other tags.
    const orders = reads.map((read) => String(tagsOf(read)).replace(/[^a-h]/g, ""));
    return [...new Set(orders)].join();
  }),
  booleans: by(3, "GET certificate_profile", [true, 1, "1", "true"], field("alert_on_changes")),
  statusWords: by(4, "GET host", ["active", "Active", "ACTIVE", "monitoring"], field("status")),
  pausedWord: by(4, `${pausedHost}; GET host`, [], wordOfPaused),
  sourceTypes: by(5, "LIST source", [[], other], ({ all }) => {
    const types = all.map(({ type }) => String(type).toLowerCase());
    return types.filter((type) => !sourceTypes.some((each) => each === type));
  }),
  customFlag: by(6, "GET source", [1, true, undefined], field("custom")),
  builtInRefusal: by(6, catalogueUpdate, [], statusOf),
  monitorPort: by(7, "GET certificate_monitor", [443, undefined], field("port")),
  monitorHostnamePort: by(7, ports, hostnames, (_, ...all) =>
    all.map(({ data }) => String(data.hostname).replace(/host.*com\.?|2001:db8::\w+/i, "…")).join(" "),
  ),
  thresholdsBeyondRange: by(8, tooManyDays, [false, true], isAccepted),
  defaultCertificateProfile: by(9, "delete the default profile", [], "would change the default"),
  subnetCreate: by(10, subnet, [4, 1, 5], (_, _created, list) => subnetSize(list)),
  createdHosts: by(10, subnet, [], (_, created, list) => {
    if (subnetSize(list) < 2) return undecided("a subnet is one host");
    return created.all.length < subnetSize(list) ? "first" : "all";
  }),
  mailHosts: by(10, "POST host host=mx.{mark}.example.com; LIST host", [false, true], hasMailHost),
  memberLag: by(10, "create a subnet, and read the list for a minute", [], "does not wait for late hosts"),
  parentDelete: by(10, subnet, [], (last, _created, list) => {
    if (subnetSize(list) < 5) return undecided("subnets have no parent with children");
    return subnetSize(last) === 0 ? "cascades" : "keeps-children";
  }),
  sameHost: by(11, hostTwice, [409, false, true], (last) => (last.status === 409 ? 409 : isAccepted(last))),
  inUseStatus: by(12, "POST contact_group; POST contact; DELETE contact_group", [], statusOf),
  sourceInUse: by(12, `${selectedSource}; DELETE source`, [true, false], isAccepted),
  "point 13": by(13, "delete the default of three profiles", [], "would change the default"),
  checkWords: by(14, check, checkWords, (done, running) => `${running?.data.status} ${done.data.status}`),
  checkResultsWhileProcessing: by(14, check, [], (_, { data }) => ("listed" in data ? "partial" : "absent")),
  maxPageSize: by(15, "GET /contact/groups?page_size=10000", [], ({ body }) => body.page_size),
  emptyTotalPages: by(15, "GET /rbl/listings", [], pagesIfEmpty),
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
  emptyList: by(17, "POST host tags=a,b; PUT host tags=; GET host", [false, true], isTagged),
  validationStatus: by(18, "POST host host=no host", [], statusOf),
  legacyErrors: by(18, noHost, [404, 500], legacyStatus),
  legacyAcls: by(18, "GET 3.0/hosts; GET 3.0/acls", [200, other], legacyStatus),
  eventPrefix: by(19, callback, [], ({ data }) => String(data.event_sid).slice(0, 2)),
  confirmationForm: by(19, confirmation, ["title", "event_date"], titleOrDate),
  newContact: by(20, "GET contact", [], stateIn),
  endpointConfirmation: by(20, perhapsConfirmed, [true, false], ({ isOk }, _, contact) =>
    isOk || stateIn(contact) === "pending" ? isOk : undecided("no new contact is pending"),
  ),
  endpointPosts: by(20, confirmation, [true, false], ({ headers }) => "x-webhook-signature" in headers),
  webhookRetries: by(21, refusedCallback, [1, 4], ({ all }) => all.length),
  webhookObjects: by(22, "receive a certificate event", [], "needs a person at the portal"),
  "point 23": by(23, "compare the credentials of accounts", [], "needs several accounts"),
  "point 24": by(24, "compare `RateLimit-Remaining` of two clients", [], "needs another client"),
  frequency: by(25, "GET monitoring_profile", ["1_hour", other, undefined], lowerFrequency),
  omittedFrequency: by(25, "POST monitoring_profile frequency=", [false, true], isAccepted),
  portalSettings: by(26, "get a group with a schedule of the portal", [], "needs a person at the portal"),
  "point 27": by(27, "use a paid feature on a free plan", [], "needs another plan"),
  "point 28": by(28, flags, [[false, false]], ({ data }) => {
    const read = [data.alert_on_changes, data.alert_on_ca_failure].map(readFlag);
    return read.every(Boolean) ? undecided("the service may force flags") : read;
  }),
  unknownQuery: by(29, "GET /contact/groups?colour=red", [true, false], isAccepted),
  "point 30": by(30, counts, [true], (_, ...all) => all.every(({ text }) => /^\d+$/.test(text))),
  "point 31": by(31, "start 15 checks within a second", [], "would use up checks"),
  hourWindow: by(32, "GET /contact/groups", [], ({ headers, at }) => {
    const reset = Number(headers["ratelimit-reset"]);
    const passed = Math.floor(at / 1_000) % 3_600;
    if (!(reset >= 60)) return undecided("no header shows the hour");
    // The hour of a first request may begin when that of the clock does.
    if (passed < 300) return undecided("the hour has just begun: run the probe later");
    return Math.abs(reset + passed - 3_600) <= 5 ? "clock" : "first-request";
  }),
  ipv6Hosts: by(33, "POST host host={v6}", [false, true], isAccepted),
  omittedContactGroup: by(34, "POST host contact_group=", [false, true], isAccepted),
  pausedHostCheck: by(35, `${pausedHost}; ${startCheck}`, [true, false], isAccepted),
  checkDetails: by(36, check, [], ({ data: { listed, listed_details: details } }) => {
    if (!Array.isArray(details) || readFlag(listed)) return undecided("no details of an unlisted host");
    return details.length > 0 ? "all" : "listing";
  }),
  contactAfterResume: by(37, resumed, [], stateAfter("pending")),
  contactAfterConfirm: by(37, confirm, [], stateIn),
  contactAfterChange: by(37, moved, ["active", "pending"], stateAfter("active")),
  pausedSources: by(38, pausedSource, [], (sources, _host, _paused, hosts) => {
    if (isMissing(hosts)) return undecided("lists omit all paused objects");
    return isMissing(sources) ? "unlisted" : "listed";
  }),
  "point 39": by(39, aliases, [true], (_, ...all) => all.every(({ isOk }) => isOk)),
  listedPeriod: by(40, "GET 3.0/hosts", ["day", "days"], ({ all }) => {
    const words = all.map((host) => /^(?!1 )\d+ ([a-z]+)/.exec(String(host.listed_period))?.[1]);
    return words.find(Boolean) ?? undecided("no host has been listed for days");
  }),
  storedNames: by(41, `POST contact_group name=${name}; GET contact_group`, names, field("name")),
  storedContacts: by(42, `POST contact type=slack contact=${url}; GET contact`, urls, field("contact")),
  storedHosts: by(43, unicodeHost, ["xn--bcher-kva", "XN--BCHER-KVA", "bücher"], firstLabel),
  storedWords: by(44, "GET certificate_monitor", ["https", "HTTPS"], field("protocol")),
  storedLists: by(45, "POST host tags=Team A,b; GET host", ["Team A,b", "b,team-a", other], sortedTags),
  storedFlags: by(46, "GET certificate_profile", [false, true], expiryFlag),
  listLag: by(47, "POST contact_group; LIST contact_group", [], ({ misses }) => misses),
  readLag: by(47, "read a new object ten times", [], "takes a missing object for a refusal"),
  listOmits: by(47, pausedAndPending, [], (contacts, _host, _paused, hosts, _contact, contact) => {
    if (isMissing(hosts)) return isMissing(contacts) ? "paused and pending" : "paused";
    if (isMissing(contacts)) return "pending";
    return stateIn(contact) === "pending" ? "nothing" : undecided("a new contact is not pending");
  }),
  listOrder: by("other", groups, ["bca", "acb"], orderOf),
  names: by("other", capitals, ["Capitals.com.", "capitals.com"], ({ data: { host } }) => {
    const text = /(capitals)-.*example(.*)/i.exec(String(host))?.slice(1).join("");
    return text === "CAPITALS.COM." ? undecided("hosts have another stored form") : text;
  }),
  extraFields: by("other", "GET contact_group", [["total_members", "total_hosts"], [], other], otherKeys),
  createReturns: by("other", "POST contact_group", [], wholeOrId),
  unknownFields: by("other", `TRY host host=no host; ${unknownField}`, [], ({ status, isOk }, invalid) => {
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
