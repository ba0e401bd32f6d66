import { sidKind } from "../../../src/service/sids";
import { typeAt } from "../configuration";
import { type Diagnostic, isError } from "../plugin";
import { attributesAt } from "../state";
import { secrets } from "./declarations";
import { census, type Done, fieldOf, nameOf, type Team, written } from "./team";

/** What a core says of a provider that broke the protocol. */
const brokenRules =
  /^(Provider produced|Provider returned|Invalid resource state upgrade|Invalid import|Import returned|Internal provider error)/;

/** Errors of commands that nothing disturbed, and why they are right. */
const rightErrors: readonly (readonly [text: RegExp, reason: string])[] = [
  [/still use it|is in use|in use/i, "Terraform destroys an object before it updates what names it"],
  [/already exists/, "Terraform creates an object while the one that looks the same still exists"],
  [/is already monitored/, "Terraform creates a renamed resource while it destroys the old one"],
  [/\bnull\b/, "elements of args must not be null"],
  [
    /would delete the .* of both/,
    "with adopt_identical and -target, two resources came to manage one object",
  ],
  [
    /\bCycle\b/,
    "Terraform itself: create_before_destroy is new in an apply that replaces, and what was used goes",
  ],
  [/default certificate profile/i, "the service deletes no default certificate profile"],
];

/** What is wrong after a command, in sentences; nothing where all is well. */
export async function violations(team: Team, done: Done): Promise<readonly string[]> {
  const isSettled = await settle(team);
  const found = [
    ...ofDiagnostics(done),
    ...ofSecrets(team, done),
    ...ofOrphans(team),
    ...(done.othersFailed ? [`The others could not finish: ${done.othersFailed}`] : []),
  ];
  // A process learns from its first response how much of the hour remains, and several requests may be in flight by then.
  // Responses of version 3.0 do not contain it (docs/design/api-3.0.md#migration (9)).
  const isInformed = team.surroundings.version === "4.0" && team.surroundings.parallelism === 1;
  if (isInformed && !done.isDisturbed && done.refusedByLimit > 0)
    found.push(`The service refused ${done.refusedByLimit} requests that were too many.`);
  if (found.length > 0 || !isSettled || done.isDisturbed || done.isWhole === undefined) return found;
  if (done.outcome.hasFailed) return ofErrors(team, done);
  return done.isWhole ? ofRest(team) : [];
}

/** A request that is refused before it is sent could have been refused when it was planned, before anything was deleted. */
function ofDiagnostics({ outcome, isWhole }: Done): string[] {
  const isBroken = ({ summary }: Diagnostic) =>
    brokenRules.test(summary) || (isWhole !== undefined && summary === "Request not sent");
  return outcome.diagnostics.filter(isBroken).map(textOf);
}

function ofSecrets({ service, core, driver }: Team, { outcome }: Done): string[] {
  const shown = JSON.stringify(outcome.diagnostics) + driver.log.join("");
  return [
    ...[service.authToken, ...secrets]
      .filter((secret) => shown.includes(secret))
      .map((secret) => `A message shows a secret: ${secret}`),
    ...(JSON.stringify(core.state).includes(secrets[2]) ? ["The state holds a write-only value."] : []),
  ];
}

/**
 * Waits for a list that lags, or could not be read: the resource takes the hosts of its subnet when the list shows them.
 * @returns whether there was nothing to wait for
 */
async function settle(team: Team): Promise<boolean> {
  const { listLag = 0 } = team.surroundings.settings;
  let readings = 0;
  for (; readings <= listLag && ofOrphans(team).length > 0; readings += 1) await team.refresh();
  return readings === 0;
}

/** What commands created must be in the state, or have been named to the user: by its SID, or in quotes. */
function ofOrphans(team: Team): string[] {
  const { stored, service, ours, surroundings } = team;
  const text = team.said.map(({ detail }) => detail).join("\n");
  const when = team.wasKilled ? "After a kill, an" : "An";
  return (
    census(service)
      .filter(({ id }) => ours.has(id) && !stored.has(id) && !text.includes(id))
      // Nothing shows a paused host of an imported subnet.
      .filter((object) => surroundings.settings.listOmits !== "paused" || object.paused !== true)
      // Nothing shows a pending contact whose create was lost, and no message a destination that is a credential. That lists may
      // omit pending contacts is not documented, so a plan does not warn of what a kill may have left.
      .filter(
        ({ id, type }) =>
          surroundings.settings.listOmits !== "pending" ||
          sidKind(id) !== "contact" ||
          (type === "email" && !team.wasKilled),
      )
      .filter((object) => !text.includes(JSON.stringify(nameOf(object))))
      .map((object) => `${when} object is in no state, and no message names it: ${JSON.stringify(object)}`)
  );
}

/** An error is also right if it names an object that is in no state, such as what a kill left behind. */
function ofErrors({ ours, stored }: Team, { outcome }: Done): string[] {
  const lost = [...ours].filter((id) => !stored.has(id));
  const isRight = (text: string) =>
    rightErrors.some(([pattern]) => pattern.test(text)) || lost.some((id) => text.includes(id));
  return outcome.diagnostics
    .filter((one) => isError(one) && !isRight(textOf(one)))
    .map((one) => `Undisturbed, and yet it failed: ${textOf(one)}`);
}

/** After an apply of everything: nothing is left to do, and the account is as declared. */
async function ofRest(team: Team): Promise<string[]> {
  const plan = await team.core.plan(team.configuration);
  const left = plan.changes
    .filter(({ action }) => action !== "no-op")
    .map(({ address, action, before, after }) => `${action} ${address} ${JSON.stringify({ before, after })}`);
  const found = [...left, ...plan.diagnostics.filter(isError).map(textOf)];
  if (found.length > 0) return [`Undisturbed, and yet the next plan is not empty: ${found.join("; ")}`];
  return [...ofTwins(team), ...ofDeclared(team)];
}

/** Nothing of ours is there twice. */
function ofTwins({ service, ours, stored, said, wasKilled, surroundings: { settings } }: Team): string[] {
  const text = said.map(({ detail }) => detail).join();
  const seen = new Map<string, string>();
  return census(service).flatMap((object) => {
    if (!ours.has(object.id)) return [];
    // Nothing shows a pending contact whose create was lost.
    if (settings.listOmits === "pending" && sidKind(object.id) === "contact") return [];
    // Nothing shows a paused source that a kill left behind. The plan has warned of it.
    const isLeft = wasKilled && !stored.has(object.id) && sidKind(object.id) === "source";
    if (isLeft && object.paused === true && settings.pausedSources !== "listed") return [];
    const { protocol, type } = object as { readonly protocol?: string; readonly type?: string };
    const key = [sidKind(object.id), nameOf(object), protocol, type].join(" ");
    const other = seen.get(key);
    seen.set(key, object.id);
    if (other === undefined || (stored.has(object.id) && stored.has(other))) return [];
    // The plan has warned of an object that a kill left behind, in a form in which the service forced it.
    const isReported = ({ summary, detail }: Diagnostic) =>
      summary.startsWith("Similar ") && (detail.includes(object.id) || detail.includes(other));
    if (said.some(isReported)) return [];
    const which = text.includes(object.id) || text.includes(other) ? ", and a message names one" : "";
    return [`There are two of the same${which}: ${key}: ${other}, ${object.id}`];
  });
}

/** The account has what the configuration declares. */
function ofDeclared(team: Team): string[] {
  const { configuration, core, service, said } = team;
  return Object.entries(configuration.resources).flatMap(([address, { config }]) => {
    const state = attributesAt(core.state, address);
    const members = (state.members ?? [{ id: state.id }]) as readonly { readonly id: string }[];
    return members.flatMap(({ id }) => {
      const object = service.account.find(id) as Readonly<Record<string, unknown>> | undefined;
      if (object === undefined)
        return [`The state of ${address} has ${id}, which the account does not have.`];
      return Object.entries(config)
        .map(([name, value]) => [name, written(core, value) ?? undeclared[name]] as const)
        .filter(
          ([name, value]) => value !== undefined && !isServedOtherwise(team, typeAt(address), name, value),
        )
        .filter(([name, value]) => comparable(object[fieldOf(name)]) !== comparable(value))
        .filter(([name, value]) => !said.some((each) => isExplained(each, address, name, value)))
        .map(
          ([name, value]) =>
            `${address} has ${name} ${comparable(value)}, ${id} ${comparable(object[fieldOf(name)])}`,
        );
    });
  });
}

/**
 * Whether a diagnostic explains a value, under any name that the resource had: a change by hand before the first read looks like
 * a form in which the service stored what was sent, and an unknown status may mean either. It is reported once for all resources
 * of a type that keep the same value.
 */
function isExplained(
  { address = "", summary, detail }: Diagnostic,
  resource: string,
  attribute: string,
  value: unknown,
): boolean {
  const slot = (text: string) => text.replace(/_\d+$/, "");
  const isStatus = summary.startsWith("Unknown status") && detail.includes(`State keeps paused = ${value},`);
  if (isStatus && attribute === "paused" && typeAt(address) === typeAt(resource)) return true;
  return slot(address) === slot(resource) && summary === `${attribute} stored in another form`;
}

/** What the account has of an attribute that is not declared. */
const undeclared: Readonly<Record<string, unknown>> = {
  ...{ tags: [], custom_codes: [], paused: false },
  ...{ alert_on_changes: true, alert_on_caa_failure: false },
};

/** What version 3.0 does not return of an object (docs/design/api-3.0.md#resources). */
const unreported = [
  ...["rblmonitor_source.paused", "rblmonitor_monitoring_profile.entries"],
  "rblmonitor_monitoring_profile.sync_method",
];

/** Values that the account need not have as they are written. */
function isServedOtherwise(
  { surroundings: { settings, version }, plan }: Team,
  type: string,
  attribute: string,
  value: unknown,
): boolean {
  if (/^(host|hostname|args.*)$/.test(attribute) || (attribute === "is_default" && value === false))
    return true;
  if (attribute === "frequency")
    return plan !== "ultimate" || (settings.frequency ?? "by-plan") !== "by-plan";
  // What the service shows in the same form for two values may have been changed by hand.
  const isForced = settings.storedFlags === "forced";
  if (isForced && attribute !== "paused" && (typeof value === "boolean" || attribute === "schedule"))
    return true;
  if (attribute === "contact" && settings.storedContacts === "masked") return true;
  // What a service does not show may have been changed by hand.
  if (version === "3.0" && unreported.includes(`${type}.${attribute}`)) return true;
  if (!Array.isArray(value)) return false;
  // An element that the service adds may be one that was removed by hand.
  if (settings.storedLists === "added") return true;
  return settings.lists === "absent" || (settings.emptyList === "ignored" && value.length === 0);
}

function textOf({ address, summary, detail }: Diagnostic): string {
  return `${address}: ${summary}: ${detail}`;
}

function comparable(value: unknown): string {
  return JSON.stringify(Array.isArray(value) ? [...new Set(value)].map(String).sort() : value) ?? "nothing";
}
