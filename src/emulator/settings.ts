/**
 * Every point that the specification leaves open (`gap`: its number in the list of open points; undefined for a
 * smaller one that is not in the list), with all the behaviours the emulator can show. The first value is the default.
 */
export const settingTable = {
  idKey: { gap: 1, values: ["id", "sid"], description: "Key that carries the SID of a returned object." },
  lists: {
    gap: 2,
    values: ["strings", "csv", "numbers", "objects", "null-when-empty", "absent"],
    description:
      "Form of returned lists: arrays of strings, one comma-separated text, arrays with numbers where the items are numbers, arrays of objects with an id, arrays that are null when empty, or no such field.",
  },
  listItemOrder: {
    gap: 2,
    values: ["as-given", "reversed", "shuffled"],
    description: "Order of the items within a returned list.",
  },
  booleans: {
    gap: 3,
    values: ["boolean", "number", "digit-text", "word-text"],
    description: 'Form of returned flags: true, 1, "1" or "true".',
  },
  statusWords: {
    gap: 4,
    values: ["lower", "capitalised", "upper", "unknown"],
    description:
      "Status words: active, Active, ACTIVE, or words nobody has documented (paused stays Paused).",
  },
  sourceTypes: {
    gap: 5,
    values: ["documented", "extended"],
    description: "Whether built-in sources have types beyond those of custom ones.",
  },
  customFlag: {
    gap: 6,
    values: ["number", "boolean", "absent"],
    description: "Form of a source's `custom`: 0/1, boolean, or no such field.",
  },
  builtInRefusal: {
    gap: 6,
    values: [409, 403, 422],
    description: "HTTP status of the refusal to manage a built-in source.",
  },
  pausedSources: {
    gap: 38,
    values: ["unlisted", "listed"],
    description:
      "Whether the list of sources includes paused custom sources. A get by SID always finds them.",
  },
  monitorPort: {
    gap: 7,
    values: ["present", "absent"],
    description: "Whether a certificate monitor carries `port`, by its protocol or its hostname.",
  },
  monitorHostnamePort: {
    gap: 7,
    values: ["kept", "split", "bare", "refused"],
    description:
      "What becomes of a hostname given as host:port or [v6]:port: kept, shortened to the host, shortened without brackets, or refused.",
  },
  thresholdsBeyondRange: {
    gap: 8,
    values: ["refused", "accepted"],
    description: "More than 10 expiration thresholds, or one outside 0 to 90 days.",
  },
  defaultCertificateProfile: {
    gap: 9,
    values: ["kept", "deletable"],
    description: "Whether deleting the default certificate profile is refused.",
  },
  subnetCreate: {
    gap: 10,
    values: ["flat", "one", "parent-and-children"],
    description:
      "What creating a subnet makes: one host per address, one object for the subnet, or a parent with children.",
  },
  parentDelete: {
    gap: 10,
    values: ["keeps-children", "cascades"],
    description: "Whether deleting the parent of a subnet deletes its children.",
  },
  sameHost: {
    gap: 11,
    values: ["conflict", "validation", "accept"],
    description: "The same host created twice: refused with 409, refused with 422, or accepted.",
  },
  ipv6Hosts: {
    gap: 33,
    values: ["refused", "accepted"],
    description: "Whether a host may be created with an IPv6 address.",
  },
  inUseStatus: { gap: 12, values: [409, 422], description: "HTTP status when what is in use is deleted." },
  sourceInUse: {
    gap: 12,
    values: ["deletable", "refused"],
    description: "Whether a source that a monitoring profile selects can be deleted.",
  },
  checkWords: {
    gap: 14,
    values: ["documented", "capitalised", "unknown-while-running", "unknown"],
    description:
      "Status words of a manual check: processing/completed, Processing/Completed, queued/completed, queued/finished.",
  },
  checkResultsWhileProcessing: {
    gap: 14,
    values: ["absent", "partial"],
    description: "Whether a manual check that still runs carries results so far.",
  },
  checkDetails: {
    gap: 36,
    values: ["listing", "all"],
    description: "Sources in the details of a check: those that list the host, or all that were asked.",
  },
  pausedHostCheck: {
    gap: 35,
    values: ["runs", "conflict"],
    description: "A manual check of a paused host: runs, or is refused with 409.",
  },
  maxPageSize: {
    gap: 15,
    values: [1000, 100, 50],
    description: "Largest page_size; a larger one is cut down to it.",
  },
  emptyTotalPages: { gap: 15, values: [1, 0], description: "total_pages of an empty list." },
  argsEncoding: {
    gap: 16,
    values: ["both", "brackets", "json"],
    description: "Accepted form of a contact's args: args[key]=value, one JSON text, or both.",
  },
  argsReturned: {
    gap: 16,
    values: ["absent", "masked", "whole"],
    description: "Whether a returned contact carries its args.",
  },
  argsValues: {
    gap: 16,
    values: ["any", "texts"],
    description: "Accepted values within a contact's args in JSON: any, or texts only.",
  },
  emptyList: {
    gap: 17,
    values: ["clears", "ignored"],
    description: "What an empty optional list does on update.",
  },
  validationStatus: {
    gap: 18,
    values: [422, 400, 500],
    description: "HTTP status when the input of a write is not valid.",
  },
  legacyErrors: {
    gap: 18,
    values: ["by-kind", "always-500"],
    description: "HTTP status of errors of version 3.0: the same as in 4.0, or always 500.",
  },
  eventPrefix: { gap: 19, values: ["TA", "EA", "EV"], description: "Capitals that start an event's id." },
  newContact: {
    gap: 20,
    values: ["pending", "active"],
    description: "Status of a new contact.",
  },
  endpointConfirmation: {
    gap: 20,
    values: ["sent", "none"],
    description: "Whether a new contact of type endpoint receives its authcode by POST.",
  },
  confirmationForm: {
    gap: 19,
    values: ["documented", "lean"],
    description:
      "Form of the contact.confirm event: with title, message and url, an id with EA and no date; or the common fields and the authcode.",
  },
  endpointPosts: {
    gap: 20,
    values: ["signed", "unsigned"],
    description: "Whether posts to contacts of type endpoint carry a signature.",
  },
  webhookRetries: {
    gap: 21,
    values: ["none", "three"],
    description: "Whether a webhook that was not answered with 2xx is sent again, up to three times.",
  },
  webhookObjects: {
    gap: 22,
    values: ["lean", "rich"],
    description: "Whether objects within webhook events carry more than their name and SID.",
  },
  contactAfterResume: {
    gap: 37,
    values: ["pending", "active"],
    description: "Status of a contact that was pending, paused and resumed.",
  },
  contactAfterConfirm: {
    gap: 37,
    values: ["active", "authorized"],
    description: "Status of a contact that was just confirmed.",
  },
  frequency: {
    gap: 25,
    values: ["by-plan", "fixed", "absent"],
    description:
      "Served frequency: honoured on the top plan only, never honoured, or not part of the returned object.",
  },
  omittedFrequency: {
    gap: 25,
    values: ["refused", "package"],
    description:
      "A monitoring profile created without a frequency on the top plan: refused as required, or given the package's interval.",
  },
  portalSettings: {
    gap: 26,
    values: ["hidden", "shown"],
    description: "Whether settings made in the service's portal are part of returned objects.",
  },
  listOrder: {
    gap: undefined,
    values: ["oldest-first", "newest-first"],
    description: "Order of the objects in a list.",
  },
  names: {
    gap: undefined,
    values: ["as-given", "canonical"],
    description: "Whether host names are kept as given, or in lower case without the dot at the end.",
  },
  extraFields: {
    gap: undefined,
    values: ["legacy", "none", "unknown"],
    description: "Fields beyond those of 4.0: the ones of 3.0, none, or fields nobody has documented.",
  },
  createReturns: {
    gap: undefined,
    values: ["whole", "id"],
    description: "What a create returns of an object: all of it, or its id.",
  },
  unknownFields: {
    gap: undefined,
    values: ["validation", "bad-request", "ignored"],
    description:
      "A field that the operation does not accept: refused with 422, refused with 400, or ignored.",
  },
  unknownQuery: {
    gap: 29,
    values: ["ignored", "bad-request"],
    description: "A query parameter that the operation does not accept: ignored, or refused with 400.",
  },
  hostType: {
    gap: undefined,
    values: ["refused", "ignored"],
    description: "`type` in the body of a new host, as version 3.0 had it: refused as unknown, or ignored.",
  },
  hourWindow: {
    gap: 32,
    values: ["first-request", "clock"],
    description: "The hour of the request limit: begins with the first request, or is the hour of the clock.",
  },
  pausePaused: {
    gap: undefined,
    values: ["conflict", "accept"],
    description: "Pausing what is paused.",
  },
  omittedContactGroup: {
    gap: 34,
    values: ["refused", "default-group"],
    description:
      "A host, monitor or contact created without a contact group: refused as required, or given the default group.",
  },
} as const;

type GapSettingName = keyof typeof settingTable;

/** A value for each open point. */
export type GapSettings = { [N in GapSettingName]: (typeof settingTable)[N]["values"][number] };

/** Every value of every setting, by name; the first is the default. Made for tests that go through all of them. */
export const gapSettings = Object.fromEntries(
  Object.entries(settingTable).map(([name, { values }]) => [name, values]),
) as unknown as { readonly [N in GapSettingName]: readonly GapSettings[N][] };

/** The first value of each setting. */
export function defaultGapSettings(): GapSettings {
  const entries = Object.entries(gapSettings).map(([name, values]) => [name, values[0]]);
  return Object.fromEntries(entries) as unknown as GapSettings;
}

/**
 * Reads `name=value` texts, as a command line gives them.
 * @throws Error that names the settings, or the values of the one, when there is no such setting or value.
 */
export function parseGapSetting(text: string): Partial<GapSettings> {
  const [name = "", value = ""] = text.split("=", 2);
  if (!Object.hasOwn(gapSettings, name)) {
    throw new Error(`There is no setting "${name}". Settings: ${Object.keys(gapSettings).join(", ")}.`);
  }
  const values: readonly unknown[] = gapSettings[name as GapSettingName];
  const found = values.find((each) => String(each) === value);
  if (found === undefined)
    throw new Error(`"${value}" is not a value of ${name}. Values: ${values.join(", ")}.`);
  return { [name]: found };
}
