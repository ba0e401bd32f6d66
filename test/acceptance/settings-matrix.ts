import type { Plan } from "../../src/emulator/options";
import { type OpenPointSettings, openPointValues } from "../../src/emulator/settings";
import { byApiVersion, decidedForms } from "./api-version";
import { type Combination, combinations } from "./pairwise";

const plans: readonly Plan[] = ["ultimate", "paid", "free"];

/** What acts together on objects of several kinds: every pair of values has its run. */
const paired = {
  lists: openPointValues.lists,
  subnetCreate: openPointValues.subnetCreate,
  frequency: openPointValues.frequency,
  createReturns: openPointValues.createReturns,
  plan: plans,
  names: openPointValues.names,
  emptyList: openPointValues.emptyList,
  idKey: openPointValues.idKey,
  storedNames: openPointValues.storedNames,
  storedLists: openPointValues.storedLists,
  storedFlags: openPointValues.storedFlags,
  /** The provider's own setting: 2 makes several pages of a list. */
  pageSize: [100, 2],
} as const;

/** Settings without pairs: every value has its run. */
const single = {
  booleans: openPointValues.booleans,
  statusWords: openPointValues.statusWords,
  pausedWord: openPointValues.pausedWord,
  listItemOrder: openPointValues.listItemOrder,
  listOrder: openPointValues.listOrder,
  extraFields: openPointValues.extraFields,
  parentDelete: openPointValues.parentDelete,
  createdHosts: openPointValues.createdHosts,
  portalSettings: openPointValues.portalSettings,
  pausePaused: openPointValues.pausePaused,
  emptyTotalPages: openPointValues.emptyTotalPages,
  monitorPort: openPointValues.monitorPort,
  monitorHostnamePort: openPointValues.monitorHostnamePort,
  customFlag: openPointValues.customFlag,
  sourceTypes: openPointValues.sourceTypes,
  pausedSources: openPointValues.pausedSources,
  argsEncoding: openPointValues.argsEncoding,
  argsReturned: openPointValues.argsReturned,
  newContact: openPointValues.newContact,
  storedContacts: openPointValues.storedContacts,
  storedHosts: openPointValues.storedHosts,
  storedWords: openPointValues.storedWords,
  listLag: openPointValues.listLag,
  listOmits: openPointValues.listOmits,
} as const;

/** Settings that are not in the matrix, and why. */
type OtherSettings = Exclude<keyof OpenPointSettings, keyof typeof paired | keyof typeof single>;

/** Where the settings are looked at that a life without errors in a small account does not meet. */
export const lookedAtElsewhere: Readonly<Record<OtherSettings, string>> = {
  sameHost: "errors.test.ts",
  mailHosts: "provider/managed/subnets.test.ts: the provider leaves these hosts",
  ipv6Hosts: "ipv6-hosts.test.ts",
  inUseStatus: "errors.test.ts",
  validationStatus: "errors.test.ts",
  maxPageSize: "requests.test.ts",
  memberLag: "test/core/lagging-service.test.ts",
  readLag: "test/core/lagging-service.test.ts",
  unknownQuery: "nothing is sent that an operation does not accept",
  hostType: "version 3.0 alone has that field, and the provider does not send it",
  omittedFrequency: "frequency is required: one is never left out",
  pausedHostCheck: "manual checks",
  checkDetails: "manual checks",
  sourceInUse: "errors.test.ts",
  argsValues: "the provider's args are texts",
  legacyErrors: "legacy/refusals.test.ts",
  legacyAcls: "the provider has none",
  listedPeriod: "the provider passes the text on",
  contactAfterChange: "test/provider/managed/service-settings.test.ts",
  contactAfterConfirm: "contacts.test.ts",
  contactAfterResume: "contacts.test.ts",
  hourWindow: "the request limits of the client",
  confirmationForm: "the receiver of webhooks",
  endpointPosts: "the receiver of webhooks",
  unknownFields: "stands at its strictest here: nothing is sent that an operation does not accept",
  omittedContactGroup: "contact_groups is required: one is never left out",
  builtInRefusal: "imports.test.ts: a built-in source is refused before anything is sent",
  thresholdsBeyondRange: "certificates.test.ts",
  defaultCertificateProfile: "certificates.test.ts",
  checkWords: "manual checks",
  checkResultsWhileProcessing: "manual checks",
  endpointConfirmation: "the receiver of webhooks",
  eventPrefix: "webhooks",
  webhookRetries: "webhooks",
  webhookObjects: "webhooks",
};

/** One way in which the service may behave. */
export type Behaviour = Combination<typeof paired> & Combination<typeof single>;

/** Settings that version 3.0 decides: it documents its forms, and has none of the lists that a life clears. */
const decided = {
  ...decidedForms,
  ...byApiVersion({ "4.0": {}, "3.0": { emptyList: "clears" } as const }),
};

/** The runs, each once. */
export const behaviours: readonly Behaviour[] = distinct(
  combinations(paired, single).map((behaviour, index): Behaviour => {
    // A host that neither the answer nor the list shows cannot be known, so that each run has one of the two.
    const isLagging = index % 2 === 0;
    const listLag = isLagging ? behaviour.listLag : openPointValues.listLag[0];
    const createdHosts = isLagging ? openPointValues.createdHosts[0] : behaviour.createdHosts;
    return { ...behaviour, ...decided, listLag, createdHosts } as Behaviour;
  }),
);

function distinct(all: readonly Behaviour[]): readonly Behaviour[] {
  return [...new Map(all.map((behaviour) => [titleOf(behaviour), behaviour])).values()];
}

/** What differs from the first value of each setting, as a title. */
export function titleOf(behaviour: Behaviour): string {
  const all: Readonly<Record<string, readonly unknown[]>> = { ...paired, ...single };
  return Object.entries(behaviour)
    .filter(([name, value]) => name in all && value !== all[name]?.[0])
    .map(([name, value]) => `${name}=${value}`)
    .join(" ");
}
