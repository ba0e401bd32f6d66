import { printableText } from "../service/printable-text";
import { readObject } from "../service/wire-forms";

/**
 * Settings for undocumented behaviour, with all supported values. The first value is the default. The open point that a setting
 * is about: docs/design/open-points.md#verify-a-point.
 */
export const settingTable = {
  idKey: setting(["id", "sid"], "Key that carries the SID of a returned object."),
  lists: setting(
    ["strings", "csv", "numbers", "objects", "null-when-empty", "absent"],
    "Form of returned lists: arrays of strings, one comma-separated string, arrays with numbers where the items are numbers, arrays of objects with an id, arrays that are null when empty, or no such field.",
  ),
  listItemOrder: setting(["as-given", "reversed", "shuffled"], "Order of the items within a returned list."),
  booleans: setting(
    ["boolean", "number", "digit-text", "word-text"],
    'Returned flag: true, 1, "1" or "true".',
  ),
  statusWords: setting(
    ["lower", "capitalised", "upper", "unknown"],
    "Status words: active, Active, ACTIVE, or undocumented words (paused stays Paused).",
  ),
  pausedWord: setting(
    ["paused", "inactive", "Paused by user", 0, "hibernating"],
    "Status of a paused object: paused in the form of statusWords, or another word.",
  ),
  sourceTypes: setting(["documented", "extended"], "Built-in sources: types of custom ones, or others."),
  customFlag: setting(["number", "boolean", "absent"], "Form of a source's `custom`: 0/1, boolean, or none."),
  builtInRefusal: setting([409, 403, 422], "HTTP status of the refusal to manage a built-in source."),
  pausedSources: setting(["unlisted", "listed"], "Whether lists of sources have paused custom sources."),
  monitorPort: setting(["present", "absent"], "Whether a returned certificate monitor carries `port`."),
  monitorHostnamePort: setting(
    ["kept", "split", "bare", "refused"],
    "Handling of a hostname given as host:port or [v6]:port: kept, shortened to the host, shortened without brackets, or refused.",
  ),
  thresholdsBeyondRange: setting(
    ["refused", "accepted"],
    "More than 10 expiration thresholds, or one outside 0 to 90 days.",
  ),
  defaultCertificateProfile: setting(["kept", "deletable"], "Deletion of the default certificate profile."),
  subnetCreate: setting(
    ["flat", "one", "parent-and-children"],
    "Result of creating a subnet: one host per address, one object for the subnet, or a parent with children.",
  ),
  createdHosts: setting(["all", "first"], "The new hosts that the response to a create names."),
  mailHosts: setting(["none", "created"], "Mail host of a new domain, which the response names first."),
  memberLag: setting(
    [0, 2],
    "Seconds until lists show the further hosts of a new subnet. The response omits them.",
  ),
  parentDelete: setting(["keeps-children", "cascades"], "Deletion of the parent of a subnet."),
  sameHost: setting(["conflict", "validation", "accept"], "The same host twice: 409, 422, or accepted."),
  ipv6Hosts: setting(["refused", "accepted"], "Whether a host may be created with an IPv6 address."),
  inUseStatus: setting([409, 422], "HTTP status of deleting an object in use."),
  sourceInUse: setting(["deletable", "refused"], "Deletion of a source that a monitoring profile selects."),
  checkWords: setting(
    ["documented", "capitalised", "unknown-while-running", "unknown", "running", "in-progress", "failed"],
    "Status words of a manual check: processing/completed, Processing/Completed, queued/completed, queued/finished, running/completed, in_progress/completed, processing/failed without a result.",
  ),
  checkResultsWhileProcessing: setting(["absent", "partial"], "Results of a running manual check."),
  checkDetails: setting(["listing", "all"], "A check's details: the sources that list the host, or all."),
  pausedHostCheck: setting(["runs", "conflict"], "A manual check of a paused host: runs, or 409."),
  maxPageSize: setting([1000, 100, 50, 10], "Largest page_size; a larger one is cut down to it."),
  emptyTotalPages: setting([1, 0], "total_pages of an empty list."),
  argsEncoding: setting(
    ["both", "brackets", "json"],
    "Accepted form of a contact's args: args[key]=value, one JSON string, or both.",
  ),
  argsReturned: setting(["absent", "masked", "whole"], "Whether a returned contact has its args."),
  argsValues: setting(["any", "texts"], "Accepted values in a contact's args in JSON: any, or strings only."),
  emptyList: setting(["clears", "ignored"], "An empty optional list in an update."),
  validationStatus: setting([422, 400, 500], "HTTP status when the input of a write is not valid."),
  legacyErrors: setting(["by-kind", "always-500"], "HTTP status of errors of 3.0: as in 4.0, or always 500."),
  legacyAcls: setting(["empty-list", "absent"], "`/acls` of 3.0, which old programs read: empty, or 404."),
  listedPeriod: setting(["singular", "plural"], "`listed_period` of 3.0: always `day`, or also `days`."),
  eventPrefix: setting(["TA", "EA", "EV"], "Capitals that start an event's id."),
  newContact: setting(["pending", "active"], "Status of a new contact."),
  endpointConfirmation: setting(["sent", "none"], "Authcode for a new contact of type endpoint."),
  confirmationForm: setting(
    ["documented", "lean"],
    "Form of the contact.confirm event: with title, message and url, an id with EA and no date; or the common fields and the authcode.",
  ),
  endpointPosts: setting(["signed", "unsigned"], "Signature of events for contacts of type endpoint."),
  webhookRetries: setting(["none", "three"], "How often an event without a 2xx response is sent again."),
  webhookObjects: setting(["lean", "rich"], "Fields of objects in webhook events: name and SID, or more."),
  contactAfterResume: setting(["pending", "active"], "Status of a pending contact after pause and resume."),
  contactAfterChange: setting(["confirmed", "pending"], "A confirmed contact whose destination was changed."),
  contactAfterConfirm: setting(["active", "authorized"], "Status of a contact that was just confirmed."),
  frequency: setting(
    ["by-plan", "fixed", "absent"],
    "Served frequency: honoured on the top plan only, never honoured, or not part of the returned object.",
  ),
  omittedFrequency: setting(
    ["refused", "package"],
    "A monitoring profile created without a frequency on the top plan: refused as required, or given the package's interval.",
  ),
  portalSettings: setting(["hidden", "shown"], "Whether returned objects have settings made in the portal."),
  storedNames: setting(
    ["verbatim", "trimmed", "escaped", "cut", "decomposed"],
    "Form of returned names: as sent, trimmed, with HTML entities, cut to 40 characters, or with accents as separate characters.",
  ),
  storedContacts: setting(
    ["verbatim", "plain", "escaped", "masked"],
    "Form of returned destinations: as sent; emails in lower case, phone numbers as digits, URLs normalized; with HTML entities; or secret ones masked.",
  ),
  storedHosts: setting(
    ["verbatim", "long", "unicode"],
    "Form of returned hosts: as sent, addresses with /32 and names in upper case with a final dot, or domains in Unicode.",
  ),
  storedWords: setting(["verbatim", "upper"], "Letter case of returned enumerations."),
  storedLists: setting(
    ["verbatim", "slugs", "added"],
    "Elements of returned lists: as sent, tags and codes in lower case with dashes for spaces, or with an element that the service adds.",
  ),
  storedFlags: setting(
    ["verbatim", "forced"],
    "Flags of certificate profiles and schedules of contacts: as sent, or always the same.",
  ),
  listLag: setting([0, 3], "How many requests for a list do not show a new object."),
  readLag: setting([0, 2], "Seconds by which every second read is behind the account."),
  listOmits: setting(["nothing", "paused", "pending"], "Objects that lists leave out, but not a get by SID."),
  listOrder: setting(["oldest-first", "newest-first"], "Order of the objects in a list."),
  names: setting(["as-given", "canonical"], "Host names: as given, or in lower case without a final dot."),
  extraFields: setting(["legacy", "none", "unknown"], "Fields beyond those of 4.0: of 3.0, none, or others."),
  createReturns: setting(["whole", "id"], "Content of a create's response: the whole object, or its id."),
  unknownFields: setting(
    ["validation", "bad-request", "ignored"],
    "A field that the operation does not accept: refused with 422, refused with 400, or ignored.",
  ),
  unknownQuery: setting(["ignored", "bad-request"], "Unknown query parameters: ignored, or 400."),
  hostType: setting(["refused", "ignored"], "`type` of a new host, as in 3.0: refused, or ignored."),
  hourWindow: setting(["first-request", "clock"], "Start of the hour of the request limit."),
  pausePaused: setting(["conflict", "accept"], "Pausing a paused object."),
  omittedContactGroup: setting(
    ["refused", "default-group"],
    "A host, monitor or contact created without a contact group: refused as required, or given the default group.",
  ),
};

function setting<const Values extends readonly unknown[]>(values: Values, description: string) {
  return { values, description };
}

type SettingName = keyof typeof settingTable;

/** The value of each setting. */
export type OpenPointSettings = { [N in SettingName]: (typeof settingTable)[N]["values"][number] };

/** All values of each setting, for tests. The first is the default. */
export const openPointValues = Object.fromEntries(
  Object.entries(settingTable).map(([name, { values }]) => [name, values]),
) as unknown as { readonly [N in SettingName]: readonly OpenPointSettings[N][] };

/** The first value of each setting. */
export function defaultOpenPointSettings(): OpenPointSettings {
  const entries = Object.entries(openPointValues).map(([name, values]) => [name, values[0]]);
  return Object.fromEntries(entries) as unknown as OpenPointSettings;
}

/** What was found out about a setting or an open point: a value, or why there is none. */
export interface Finding {
  readonly setting: string;
  /** The part of the file that it belongs to. */
  readonly result: "settings" | "undecided" | "unknown";
  readonly observed?: unknown;
  readonly evidence: string;
}

/** The content of a file with settings. Decided points without a setting are not part of it. */
export function settingsFile(findings: readonly Finding[]): string {
  const file = { settings: {}, undecided: {}, unknown: {} };
  for (const { setting, result, observed, evidence } of findings)
    if (result !== "settings" || setting in settingTable)
      Object.assign(file[result], { [setting]: observed ?? evidence });
  return `${JSON.stringify(file, undefined, 2)}\n`;
}

/**
 * Reads the content of a file with settings, as `npm run probe` writes it: `{ "settings": { <name>: <value> } }`.
 * @throws Error for another content, or a setting or value that does not exist
 */
export function readSettings(content: string): Partial<OpenPointSettings> {
  const settings = readObject(readObject(JSON.parse(content))?.settings);
  if (settings === undefined)
    throw new Error('It must contain {"settings": {…}}, as `npm run probe` writes it.');
  const parsed = Object.entries(settings).map(([name, value]) => parseSetting(`${name}=${value}`));
  return Object.assign({}, ...parsed);
}

/**
 * Parses a `name=value` argument.
 * @throws Error with the valid names or values, if the setting or value does not exist
 */
export function parseSetting(text: string): Partial<OpenPointSettings> {
  const [name = "", value = ""] = text.split("=", 2);
  const quoted = (part: string) => printableText(part).slice(0, 40);
  if (!Object.hasOwn(openPointValues, name)) {
    throw new Error(
      `There is no setting "${quoted(name)}". Settings: ${Object.keys(openPointValues).join(", ")}.`,
    );
  }
  const values: readonly unknown[] = openPointValues[name as SettingName];
  const parsed = values.find((each) => String(each) === value);
  if (parsed === undefined)
    throw new Error(`"${quoted(value)}" is not a value of ${name}. Values: ${values.join(", ")}.`);
  return { [name]: parsed };
}
