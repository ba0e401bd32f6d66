import { randomBytes } from "node:crypto";
import { createRedactor } from "../../client/redaction";
import { Secrets } from "../../client/secrets";
import { type Kind, kindNames, kinds } from "../../service/kinds";
import { isSid } from "../../service/sids";
import { readNumber, readObject, type WireObject } from "../../service/wire-forms";

export interface ProbeOptions {
  readonly baseUrl: string;
  readonly legacyBaseUrl?: string | undefined;
  readonly accountSid: string;
  readonly authToken: string;
  /** Reports an object that could not be removed. */
  readonly warn: (text: string) => void;
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Ends the experiments after the request in flight; the objects are removed nevertheless. */
  readonly signal: AbortSignal;
}

export interface Answer {
  /** As in `GET /rbl/hosts 200`. */
  readonly title: string;
  readonly status: number;
  readonly isOk: boolean;
  readonly headers: Headers;
  readonly at: number;
  readonly text: string;
  /** The JSON object of the answer; empty for another text. */
  readonly body: WireObject;
  /** The objects in `body.data`, and the first of them. */
  readonly all: readonly WireObject[];
  readonly data: WireObject;
  /** How many lists lacked the object that the same requests had created, at most `maxMisses`. */
  readonly misses: number;
}

/** Why an experiment cannot decide. */
export class Undecided extends Error {}

export function undecided(reason: string): never {
  throw new Undecided(reason);
}

/** Requests of a run; the reserve is for the removal of objects. */
export const maxRequests = 300;
const reserve = 100;
/** Milliseconds between requests: 40 a second, below every limit. */
const gap = 25;
const maxPages = 20;
export const maxMisses = 4;
/** The service may store a host in capitals. */
export const markPattern = /rblmonitor-probe-[0-9a-f]{8}/i;

/** The fields of a new object, unless the table of experiments has others. */
const usualFields: Readonly<Record<Kind, string>> = {
  contact_group: "name={name}",
  monitoring_profile: "name={name} frequency=1_hour",
  certificate_profile: "name={name} expiration_thresholds=30,7 alert_on_expiration=false",
  source: "host={domain} type=rbl",
  contact: "contact=probe@{domain} type=email schedule=start_and_end contact_group={contact_group}",
  // Some services also create the mail host of a domain.
  host: "name={name} host={address} contact_group={contact_group} profile={monitoring_profile}",
  certificate_monitor:
    "name={name} hostname={domain} protocol=https contact_group={contact_group} profile={certificate_profile}",
};

/** The account, and the objects that the probe creates in it. Their names, hosts or addresses have a random mark. */
export class ProbedAccount {
  readonly mark = `rblmonitor-probe-${randomBytes(4).toString("hex")}`;
  /** The answers of lists without objects. */
  readonly emptyLists: Answer[] = [];
  sent = 0;
  #names = 0;
  #isRemoving = false;
  /** Kinds by SID: lists may omit or delay objects. */
  readonly #created = new Map<string, Kind>();
  /** SIDs of the account's own objects, which a service may return from a create of the same. */
  readonly #existing = new Set<string>();
  readonly #answers = new Map<string, Promise<readonly Answer[]>>();
  readonly #redactor;

  constructor(readonly options: ProbeOptions) {
    this.#redactor = createRedactor(new Secrets([options.accountSid, options.authToken]));
  }

  /**
   * The answers to requests:
   * - `POST host type=rbl` creates a host with this field in place of a usual one. An empty field is left out.
   * - `TRY host type=rbl` also gets the host, unless the service refuses it.
   * - `GET host`, `POST host/pause` and `{host}` are about the last host of these requests, or else one that all share.
   * - `LIST host` gets all pages, again until they have the last host, if there is one. Other requests have a path. `3.0/hosts` is one of version 3.0.
   * @throws Undecided if the service does not create an object that a later request is about
   */
  async send(requests: string): Promise<readonly Answer[]> {
    const created = new Map<Kind, Answer>();
    const answers: Answer[] = [];
    for (const request of requests.split("; ")) answers.push(await this.#sendOne(request, created));
    return answers;
  }

  /** The same for requests that experiments share: they are sent once. */
  answers(requests: string, send = (account: ProbedAccount) => account.send(requests)) {
    const answers = this.#answers.get(requests) ?? send(this);
    this.#answers.set(requests, answers);
    return answers;
  }

  /** Removes the objects of this run, and those that a killed one left. Returns the SIDs of those that remain. */
  async removeAll(): Promise<readonly string[]> {
    this.#isRemoving = true;
    const left: string[] = [];
    // In this order, objects that refer to others come first.
    for (const kind of kindNames) {
      const sids = new Set([...this.#created].flatMap(([sid, each]) => (each === kind ? [sid] : [])));
      const list = await this.#list(kind).catch(() => undefined);
      if (list === undefined && sids.size > 0) left.push(kinds[kind].plural);
      for (const object of list?.all ?? []) {
        const sid = sidOf(kind, object);
        if (sid === undefined) continue;
        const isMarked = markPattern.test(JSON.stringify(object));
        (isMarked ? sids : this.#existing).add(sid);
        // A profile's name has the SID of a source, which no list has while it is paused.
        const [source] = /RB[0-9a-f]{32}/.exec(String(object.name)) ?? [];
        if (isMarked && source !== undefined) this.#created.set(source, "source");
      }
      for (const sid of sids) {
        const { isOk, status } = await this.#send("DELETE", `${kinds[kind].path}/${sid}`);
        if (isOk || status === 404) this.#created.delete(sid);
        else left.push(sid);
      }
    }
    this.#isRemoving = false;
    return left;
  }

  async pause(milliseconds: number): Promise<void> {
    if (!this.#isRemoving) this.options.signal.throwIfAborted();
    await this.options.wait(milliseconds);
  }

  /** A request and what its answer shows, without secrets and SIDs. */
  evidence({ title }: Answer, seen: unknown): string {
    const text = typeof seen === "string" ? seen : (JSON.stringify(seen) ?? "no such field");
    const masked = this.#redactor.message(`${title}: ${text}`.replaceAll(this.mark, "…"));
    return masked.replace(/\b([A-Z]{2})[0-9a-f]{32,64}\b/g, "$1…");
  }

  async #sendOne(request: string, created: Map<Kind, Answer>): Promise<Answer> {
    const [, method = "", target = "", fields = ""] = /^(\S+) (\S+) ?(.*)$/.exec(request) ?? [];
    const [kind, action] = target.split("/") as [Kind, string?];
    if (!(kind in kinds)) return this.#send(method, target, await this.#form(fields, created));
    if (method === "LIST") return this.#list(kind, sidOf(kind, created.get(kind)?.data));
    if (method === "TRY" || (method === "POST" && action === undefined)) {
      const form = await this.#form(`${usualFields[kind]} ${fields}`, created);
      const sent = Object.entries(form).filter(([, value]) => value !== "");
      const answer = await this.#send("POST", kinds[kind].path, Object.fromEntries(sent));
      created.set(kind, answer);
      return method === "TRY" && answer.isOk ? this.#sendOne(`GET ${kind}`, created) : answer;
    }
    const path = [kinds[kind].path, await this.#sid(kind, created), action].filter(Boolean).join("/");
    const answer = await this.#send(method, path, await this.#form(fields, created));
    if (method === "DELETE") created.delete(kind);
    if (method === "GET" && !answer.isOk) throw new Undecided(`the service refused ${answer.title}`);
    return answer;
  }

  async #form(fields: string, created: Map<Kind, Answer>): Promise<Readonly<Record<string, string>>> {
    this.#names += 1;
    const values: Record<string, string> = {
      mark: this.mark,
      name: `${this.mark} ${this.#names}`,
      domain: `host-${this.#names}-${this.mark}.example.com`,
      address: `198.51.100.${this.#names % 256}`,
      v6: `2001:db8::1${this.mark.slice(-3)}`,
      subnet: `203.0.113.${4 * Number.parseInt(this.mark.slice(-1), 16)}/30`,
    };
    for (const kind of kindNames.filter((each) => fields.includes(`{${each}}`)))
      values[kind] = await this.#sid(kind, created);
    const filled = fields.replace(/\{(\w+)\}/g, (hole, name) => values[name] ?? hole);
    const pairs = filled.matchAll(/([\w[\]]+)=(.*?)(?= [\w[\]]+=| ?$)/g);
    return Object.fromEntries([...pairs].map(([, name, value]) => [name, value]));
  }

  async #sid(kind: Kind, created: Map<Kind, Answer>): Promise<string> {
    const answer = created.get(kind) ?? (await this.answers(`POST ${kind}`))[0];
    const sid = answer?.isOk ? sidOf(kind, answer.data) : undefined;
    return sid ?? undecided(`the service created no ${kinds[kind].title} (${answer?.status})`);
  }

  /** Lists a kind, again until the list has the object, but not for ever. */
  async #list(kind: Kind, sid?: string): Promise<Answer> {
    for (let misses = 0; ; misses += 1) {
      const list = await this.#pages(kind);
      const isShown = sid === undefined || list.all.some((object) => sidOf(kind, object) === sid);
      if (isShown || misses === maxMisses) return { ...list, misses };
      await this.pause(1_000);
    }
  }

  /** The last page of a list, with the objects of all pages. @throws Undecided if the list is refused */
  async #pages(kind: Kind): Promise<Answer> {
    const all: WireObject[] = [];
    for (let page = 1; ; page += 1) {
      const answer = await this.#send("GET", `${kinds[kind].path}?page_size=1000&page=${page}`);
      if (!answer.isOk || !Array.isArray(answer.body.data))
        throw new Undecided(`the service refused the list of ${kinds[kind].plural} (${answer.status})`);
      all.push(...answer.all);
      if (all.length === 0) this.emptyLists.push(answer);
      if (page >= Math.min(readNumber(answer.body.total_pages) ?? 1, maxPages)) return { ...answer, all };
    }
  }

  async #send(method: string, path: string, form = {}): Promise<Answer> {
    const { accountSid, authToken, baseUrl, legacyBaseUrl, now } = this.options;
    const base = path.startsWith("3.0/") ? legacyBaseUrl : baseUrl;
    if (base === undefined) throw new Undecided("needs --legacy-base-url");
    if (this.sent >= maxRequests - (this.#isRemoving ? 0 : reserve))
      throw new Undecided("the probe has no request left");
    await this.pause(gap);
    this.sent += 1;
    const file = /\/count$|\.[a-z]+$/.test(path) ? path : path.replace(/(?=\?)|$/, ".json");
    const url = base.replace(/\/+$/, "") + file.replace(/^3\.0/, "");
    const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString("base64")}`;
    const response = await fetch(url, {
      method,
      headers: { authorization },
      body: method === "GET" || method === "DELETE" ? null : new URLSearchParams(form),
      redirect: "error",
      signal: AbortSignal.timeout(30_000),
    }).catch((error: Error) => {
      const { message } = (error.cause as Error | undefined) ?? error;
      throw new Error(`The service did not answer: ${message}`);
    });
    const { status, ok: isOk, headers } = response;
    const text = await response.clone().text();
    const body = (await response.json().then(readObject, () => undefined)) ?? {};
    if (status === 401) throw new Error("The service refused the credentials (401).");
    if (status === 429) {
      const seconds = Number(headers.get("retry-after"));
      if (!(seconds <= 60)) throw new Undecided("the limit of the hour is reached");
      await this.pause(seconds * 1_000);
      return this.#send(method, path, form);
    }
    this.#redactor.learn(body);
    const all = [body.data].flat().map((each) => readObject(each) ?? {});
    const kind = method === "POST" && isOk ? kindNames.find((each) => kinds[each].path === path) : undefined;
    for (const sid of kind === undefined ? [] : all.map((object) => sidOf(kind, object)))
      if (kind && sid && !this.#existing.has(sid)) this.#created.set(sid, kind);
    const title = `${method} ${path} ${status}`;
    return { title, status, isOk, headers, at: now(), text, body, all, data: all[0] ?? {}, misses: 0 };
  }
}

/** The SID of an object, whatever its key. */
export function sidOf(kind: Kind, object: WireObject | undefined): string | undefined {
  const values = Object.values(object ?? {}).map(String);
  return values.find((value) => isSid(kind, value));
}
