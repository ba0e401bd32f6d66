import { readObject } from "../service/wire-forms";

/**
 * Settings for undocumented behaviour (`openPoint`: the number in docs/design/open-points.md; undefined for smaller points), with all
 * supported values. The first value is the default.
 */
export const settingTable = {
  idKey: {
    openPoint: 1,
    values: ["id", "sid"],
    description: "Key that carries the SID of a returned object.",
  },
  lists: {
    openPoint: 2,
    values: ["strings", "csv", "numbers", "objects", "null-when-empty", "absent"],
    description:
      "Form of returned lists: arrays of strings, one comma-separated string, arrays with numbers where the items are numbers, arrays of objects with an id, arrays that are null when empty, or no such field.",
  },
  listItemOrder: {
    openPoint: 2,
    values: ["as-given", "reversed", "shuffled"],
    description: "Order of the items within a returned list.",
  },
  booleans: {
    openPoint: 3,
    values: ["boolean", "number", "digit-text", "word-text"],
    description: 'Form of returned flags: true, 1, "1" or "true".',
  },
  statusWords: {
    openPoint: 4,
    values: ["lower", "capitalised", "upper", "unknown"],
    description: "Status words: active, Active, ACTIVE, or undocumented words (paused stays Paused).",
  },
  pausedWord: {
    openPoint: 4,
    values: ["paused", "inactive", "Paused by user", 0, "hibernating"],
    description: "Status of a paused object: paused in the form of statusWords, or another word.",
  },
  sourceTypes: {
    openPoint: 5,
    values: ["documented", "extended"],
    description: "Whether built-in sources have types beyond those of custom ones.",
  },
  customFlag: {
    openPoint: 6,
    values: ["number", "boolean", "absent"],
    description: "Form of a source's `custom`: 0/1, boolean, or no such field.",
  },
  builtInRefusal: {
    openPoint: 6,
    values: [409, 403, 422],
    description: "HTTP status of the refusal to manage a built-in source.",
  },
  pausedSources: {
    openPoint: 38,
    values: ["unlisted", "listed"],
    description:
      "Whether the list of sources includes paused custom sources. A get by SID always finds them.",
  },
  monitorPort: {
    openPoint: 7,
    values: ["present", "absent"],
    description: "Whether a certificate monitor carries `port`, by its protocol or its hostname.",
  },
  monitorHostnamePort: {
    openPoint: 7,
    values: ["kept", "split", "bare", "refused"],
    description:
      "Handling of a hostname given as host:port or [v6]:port: kept, shortened to the host, shortened without brackets, or refused.",
  },
  thresholdsBeyondRange: {
    openPoint: 8,
    values: ["refused", "accepted"],
    description: "More than 10 expiration thresholds, or one outside 0 to 90 days.",
  },
  defaultCertificateProfile: {
    openPoint: 9,
    values: ["kept", "deletable"],
    description: "Whether deleting the default certificate profile is refused.",
  },
  subnetCreate: {
    openPoint: 10,
    values: ["flat", "one", "parent-and-children"],
    description:
      "Result of creating a subnet: one host per address, one object for the subnet, or a parent with children.",
  },
  parentDelete: {
    openPoint: 10,
    values: ["keeps-children", "cascades"],
    description: "Whether deleting the parent of a subnet deletes its children.",
  },
  sameHost: {
    openPoint: 11,
    values: ["conflict", "validation", "accept"],
    description: "The same host created twice: refused with 409, refused with 422, or accepted.",
  },
  ipv6Hosts: {
    openPoint: 33,
    values: ["refused", "accepted"],
    description: "Whether a host may be created with an IPv6 address.",
  },
  inUseStatus: {
    openPoint: 12,
    values: [409, 422],
    description: "HTTP status of deleting an object in use.",
  },
  sourceInUse: {
    openPoint: 12,
    values: ["deletable", "refused"],
    description: "Whether a source that a monitoring profile selects can be deleted.",
  },
  checkWords: {
    openPoint: 14,
    values: ["documented", "capitalised", "unknown-while-running", "unknown"],
    description:
      "Status words of a manual check: processing/completed, Processing/Completed, queued/completed, queued/finished.",
  },
  checkResultsWhileProcessing: {
    openPoint: 14,
    values: ["absent", "partial"],
    description: "Whether a running manual check has partial results.",
  },
  checkDetails: {
    openPoint: 36,
    values: ["listing", "all"],
    description: "Sources in the details of a check: those that list the host, or all queried sources.",
  },
  pausedHostCheck: {
    openPoint: 35,
    values: ["runs", "conflict"],
    description: "A manual check of a paused host: runs, or is refused with 409.",
  },
  maxPageSize: {
    openPoint: 15,
    values: [1000, 100, 50],
    description: "Largest page_size; a larger one is cut down to it.",
  },
  emptyTotalPages: { openPoint: 15, values: [1, 0], description: "total_pages of an empty list." },
  argsEncoding: {
    openPoint: 16,
    values: ["both", "brackets", "json"],
    description: "Accepted form of a contact's args: args[key]=value, one JSON string, or both.",
  },
  argsReturned: {
    openPoint: 16,
    values: ["absent", "masked", "whole"],
    description: "Whether a returned contact has its args.",
  },
  argsValues: {
    openPoint: 16,
    values: ["any", "texts"],
    description: "Accepted values within a contact's args in JSON: any, or strings only.",
  },
  emptyList: {
    openPoint: 17,
    values: ["clears", "ignored"],
    description: "What an empty optional list does on update.",
  },
  validationStatus: {
    openPoint: 18,
    values: [422, 400, 500],
    description: "HTTP status when the input of a write is not valid.",
  },
  legacyErrors: {
    openPoint: 18,
    values: ["by-kind", "always-500"],
    description: "HTTP status of errors of version 3.0: the same as in 4.0, or always 500.",
  },
  legacyAcls: {
    openPoint: 18,
    values: ["empty-list", "absent"],
    description: "Whether version 3.0 has `/acls`, which old programs list: without any, or an error 404.",
  },
  listedPeriod: {
    openPoint: 40,
    values: ["singular", "plural"],
    description: "Word in `listed_period` of version 3.0: always `day`, or `days` unless there is one.",
  },
  eventPrefix: {
    openPoint: 19,
    values: ["TA", "EA", "EV"],
    description: "Capitals that start an event's id.",
  },
  newContact: {
    openPoint: 20,
    values: ["pending", "active"],
    description: "Status of a new contact.",
  },
  endpointConfirmation: {
    openPoint: 20,
    values: ["sent", "none"],
    description: "Whether a new contact of type endpoint receives its authcode by POST.",
  },
  confirmationForm: {
    openPoint: 19,
    values: ["documented", "lean"],
    description:
      "Form of the contact.confirm event: with title, message and url, an id with EA and no date; or the common fields and the authcode.",
  },
  endpointPosts: {
    openPoint: 20,
    values: ["signed", "unsigned"],
    description: "Whether events for contacts of type endpoint have a signature.",
  },
  webhookRetries: {
    openPoint: 21,
    values: ["none", "three"],
    description: "Whether an event without a 2xx response is sent again, up to three times.",
  },
  webhookObjects: {
    openPoint: 22,
    values: ["lean", "rich"],
    description: "Whether objects within webhook events have more fields than name and SID.",
  },
  contactAfterResume: {
    openPoint: 37,
    values: ["pending", "active"],
    description: "Status of a contact that was pending, paused and resumed.",
  },
  contactAfterConfirm: {
    openPoint: 37,
    values: ["active", "authorized"],
    description: "Status of a contact that was just confirmed.",
  },
  frequency: {
    openPoint: 25,
    values: ["by-plan", "fixed", "absent"],
    description:
      "Served frequency: honoured on the top plan only, never honoured, or not part of the returned object.",
  },
  omittedFrequency: {
    openPoint: 25,
    values: ["refused", "package"],
    description:
      "A monitoring profile created without a frequency on the top plan: refused as required, or given the package's interval.",
  },
  portalSettings: {
    openPoint: 26,
    values: ["hidden", "shown"],
    description: "Whether settings made in the service's portal are part of returned objects.",
  },
  listOrder: {
    openPoint: undefined,
    values: ["oldest-first", "newest-first"],
    description: "Order of the objects in a list.",
  },
  names: {
    openPoint: undefined,
    values: ["as-given", "canonical"],
    description: "Whether host names are kept as given, or in lower case without the dot at the end.",
  },
  extraFields: {
    openPoint: undefined,
    values: ["legacy", "none", "unknown"],
    description: "Fields beyond those of 4.0: the ones of 3.0, none, or undocumented fields.",
  },
  createReturns: {
    openPoint: undefined,
    values: ["whole", "id"],
    description: "Content of a create's response: the whole object, or its id.",
  },
  unknownFields: {
    openPoint: undefined,
    values: ["validation", "bad-request", "ignored"],
    description:
      "A field that the operation does not accept: refused with 422, refused with 400, or ignored.",
  },
  unknownQuery: {
    openPoint: 29,
    values: ["ignored", "bad-request"],
    description: "A query parameter that the operation does not accept: ignored, or refused with 400.",
  },
  hostType: {
    openPoint: undefined,
    values: ["refused", "ignored"],
    description: "`type` in the body of a new host, as version 3.0 had it: refused as unknown, or ignored.",
  },
  hourWindow: {
    openPoint: 32,
    values: ["first-request", "clock"],
    description: "The hour of the request limit: begins with the first request, or is the hour of the clock.",
  },
  pausePaused: {
    openPoint: undefined,
    values: ["conflict", "accept"],
    description: "Pausing a paused object.",
  },
  omittedContactGroup: {
    openPoint: 34,
    values: ["refused", "default-group"],
    description:
      "A host, monitor or contact created without a contact group: refused as required, or given the default group.",
  },
} as const;

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

/**
 * Reads the content of a file with settings, as `npm run probe` writes it: `{ "settings": { <name>: <value> } }`.
 * @throws Error for another content, or a setting or value that does not exist
 */
export function readSettings(content: string): Partial<OpenPointSettings> {
  const settings = readObject(readObject(JSON.parse(content))?.settings);
  if (settings === undefined) throw new Error("There are no settings in it.");
  return Object.assign(
    {},
    ...Object.entries(settings).map(([name, value]) => parseSetting(`${name}=${value}`)),
  );
}

/**
 * Parses a `name=value` argument.
 * @throws Error with the valid names or values, if the setting or value does not exist
 */
export function parseSetting(text: string): Partial<OpenPointSettings> {
  const [name = "", value = ""] = text.split("=", 2);
  if (!Object.hasOwn(openPointValues, name)) {
    throw new Error(`There is no setting "${name}". Settings: ${Object.keys(openPointValues).join(", ")}.`);
  }
  const values: readonly unknown[] = openPointValues[name as SettingName];
  const parsed = values.find((each) => String(each) === value);
  if (parsed === undefined)
    throw new Error(`"${value}" is not a value of ${name}. Values: ${values.join(", ")}.`);
  return { [name]: parsed };
}
