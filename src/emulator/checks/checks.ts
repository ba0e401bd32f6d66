import { setTimeout as sleep } from "node:timers/promises";
import { canonicalHost } from "../../service/addresses";
import { checkFields } from "../../service/fields";
import { isSid } from "../../service/sids";
import { activeSources } from "../account/account";
import { newSid } from "../account/new-object";
import type { Fields, HostObject, Listing, SourceObject } from "../account/objects";
import { invalid, Refusal, validate } from "../validation";
import type { EventParts } from "./event-sender";

/** A manual check, as stored in a data file. */
export interface Check {
  readonly id: string;
  /** The checked address or name. */
  readonly host: string;
  /** The SID of the checked host; null for a one-off check. */
  readonly hostSid: string | null;
  readonly callback: string | null;
  readonly details: boolean;
  readonly sources: readonly { readonly sid: string; readonly host: string }[];
  completed: boolean;
  listings: readonly Listing[];
}

/** Runs manual checks (docs/design/api.md#manual-check and States): each completes after `checkDuration`. */
export class Checks {
  readonly #checks = new Map<string, Check>();
  readonly #listedHosts = new Map<string, readonly string[]>();

  constructor(private readonly service: EventParts) {}

  /** Starts a check. @throws Refusal if the fields are invalid */
  start(fields: Fields): Check {
    const valid = validate(fields, this.service.settings, checkFields);
    const named = String(valid.host);
    const isHostSid = isSid("host", named);
    const host = isHostSid
      ? this.service.account.get("host", named)
      : this.service.account.hostsNamed(named)[0];
    if (host === undefined && isHostSid) {
      throw invalid(this.service.settings, `host: there is no host ${named}`);
    }
    if (host?.paused === true && this.service.settings.pausedHostCheck === "conflict")
      throw new Refusal(409, "Conflict: the host is paused.");
    const check = this.#begin(host, named, {
      callback: typeof valid.callback === "string" ? valid.callback : null,
      details: valid.details === true,
    });
    this.#checks.set(check.id, check);
    void this.#completeLater(check);
    this.service.changed();
    return check;
  }

  #begin(
    host: HostObject | undefined,
    named: string,
    requested: Pick<Check, "callback" | "details"> = { callback: null, details: false },
  ): Check {
    const check: Check = {
      id: newSid("PP", 64),
      host: host?.host ?? named,
      hostSid: host?.id ?? null,
      ...requested,
      sources: this.sourcesOf(host).map(({ id, host: source }) => ({ sid: id, host: source })),
      completed: false,
      listings: [],
    };
    if (host !== undefined) {
      this.service.events.send("rbl.host.check.started", {
        check_sid: check.id,
        host: eventHost(check, host),
      });
    }
    return check;
  }

  /**
   * Lists a host on sources, by hostname or SID, or on none, from its next check. Hosts of the account are checked
   * immediately, others when they are added.
   */
  list(host: string, sources: readonly string[]): void {
    if (sources.length === 0) this.#listedHosts.delete(canonicalHost(host));
    else this.#listedHosts.set(canonicalHost(host), sources);
    for (const { id } of this.service.account.hostsNamed(host)) this.run(id);
  }

  /** Whether the settings or {@link list} list a host on any source. */
  isListed(host: string): boolean {
    return this.#sourcesListing(host).length > 0;
  }

  /** Checks a host of the account now, as the schedule of its profile does. */
  run(host: string): void {
    this.#complete(this.#begin(this.service.account.get("host", host), host));
  }

  get(id: string): Check | undefined {
    return this.#checks.get(id);
  }

  /** All checks, oldest first. */
  all(): Check[] {
    return [...this.#checks.values()];
  }

  /** Restores checks of a data file. Running checks complete after `checkDuration`. */
  restore(checks: readonly Check[]): void {
    for (const check of checks) {
      this.#checks.set(check.id, check);
      if (!check.completed) void this.#completeLater(check);
    }
  }

  async #completeLater(check: Check): Promise<void> {
    const { settings, stopping: signal } = this.service;
    await sleep(settings.checkDuration, undefined, { signal }).catch(() => undefined);
    if (!signal.aborted) this.#complete(check);
  }

  #complete(check: Check): void {
    const names = this.#sourcesListing(check.host);
    check.completed = true;
    check.listings = check.sources
      .filter(({ sid, host }) => names.includes(sid) || names.includes(host))
      .map((source) => ({ ...source, details: "127.0.0.2" }));
    const host = check.hostSid === null ? undefined : this.service.account.get("host", check.hostSid);
    const wasListed = host?.listed ?? false;
    if (host !== undefined) this.#record(host, check.listings);
    this.#announce(check, host, wasListed);
    this.service.changed();
  }

  #sourcesListing(host: string): readonly string[] {
    const { listedOn } = this.service.settings;
    const configured = typeof listedOn === "function" ? listedOn(host) : (listedOn[host] ?? []);
    return [...configured, ...(this.#listedHosts.get(canonicalHost(host)) ?? [])];
  }

  #record(host: HostObject, listings: readonly Listing[]): void {
    const listed = listings.length > 0;
    const firstListed = listed ? (host.firstListed ?? this.service.now()) : null;
    this.service.account.change(host.id, {
      listed,
      listings,
      lastChecked: this.service.now(),
      firstListed,
    });
  }

  #announce(check: Check, host: HostObject | undefined, wasListed: boolean): void {
    const listed = check.listings.length > 0;
    const result = {
      check_sid: check.id,
      host: eventHost(check, host),
      listed,
      total: check.listings.length,
      details: check.listings,
    };
    if (check.callback !== null)
      this.service.events.sendTo(check.callback, "rbl.host.check.completed", result);
    this.service.events.send("rbl.host.check.completed", result);
    const groups = host?.contact_group ?? [];
    const name = host?.name ?? check.host;
    const sources = check.listings.map(({ host: source }) => source).join(", ");
    if (listed) {
      const summary = { title: `${name} is listed`, message: `${check.host} is listed on ${sources}.` };
      this.service.events.notify(groups, "rbl.host.listed", result, summary);
    } else if (wasListed) {
      const summary = { title: `${name} is no longer listed`, message: `${check.host} is on no list.` };
      this.service.events.notify(groups, "rbl.host.delisted", result, summary);
    }
  }

  /** Active sources of the host's profile; a one-off check uses the default profile. */
  sourcesOf(host: HostObject | undefined): SourceObject[] {
    const { account } = this.service;
    const own = host && account.get("monitoring_profile", host.profile);
    const profile = own ?? account.defaultOf("monitoring_profile");
    return profile === undefined ? [] : activeSources(profile, account);
  }
}

/** `host` of an event: sid, name and host; a one-off check has no SID, and the host as its name. */
function eventHost(check: Check, host: HostObject | undefined): object {
  return { sid: check.hostSid, name: host?.name ?? check.host, host: check.host };
}
