import { randomBytes } from "node:crypto";
import { basicCredentials } from "../../client/authentication";
import { readBaseUrl } from "../../client/base-url";
import { createRedactor } from "../../client/redaction";
import { Secrets } from "../../client/secrets";
import type { Transport, TransportResponse } from "../../client/transport";
import { createUndiciTransport } from "../../client/undici-transport";
import { type Kind, kindNames, kinds } from "../../service/kinds";
import { parseJson } from "../../service/parse-json";
import { isSid, sidIn } from "../../service/sids";
import { readNumber, readObject, type WireObject } from "../../service/wire-forms";
import { markPattern, type Receiver } from "./receiver";

export interface ProbeOptions {
  readonly baseUrl: string;
  readonly legacyBaseUrl?: string | undefined;
  readonly accountSid: string;
  readonly authToken: string;
  readonly receiver?: Receiver | undefined;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly now: () => number;
  /** Ends the experiments after the request in flight; the objects are removed nevertheless. */
  readonly signal: AbortSignal;
}

/** An answer of the service, or its events. */
export type Answer = ReturnType<typeof readAnswer>;

function readAnswer(title: string, { status, headers, text }: TransportResponse, at: number) {
  /** The JSON object of the answer; empty for another text. */
  const body = readObject(parseJson(text, undefined)) ?? {};
  /** The objects in `body.data`, and the first of them. */
  const all: readonly WireObject[] = [body.data].flat().map((each) => readObject(each) ?? {});
  const isOk = status >= 200 && status < 300;
  /** How many lists lacked the object that the same requests had created, at most `maxMisses`. */
  const misses = 0;
  return { title, status, isOk, headers, at, text, body, all, data: all[0] ?? {}, misses };
}

/** Why an experiment cannot decide. */
export class Undecided extends Error {}
export function undecided(reason: string): never {
  throw new Undecided(reason);
}

/** Requests of a run, and those that experiments leave for the removal of objects. */
export const maxRequests = 300;
const removalRequests = 100;
export const maxMisses = 4;

/** The fields of a new object, unless the table of experiments has others. Other kinds get a name. */
const usualFields: Readonly<Partial<Record<Kind, string>>> = {
  // Some services also create the mail host of a domain.
  host: "host={address} name={name} profile={monitoring_profile} contact_group={contact_group}",
  monitoring_profile: "name={name} frequency=1_hour",
  source: "host={domain} type=rbl",
  certificate_monitor:
    "hostname={domain} protocol=https name={name} profile={certificate_profile} contact_group={contact_group}",
  certificate_profile: "name={name} expiration_thresholds=30,7 alert_on_expiration=false",
  contact: "contact=probe@{domain} type=email schedule=start_and_end contact_group={contact_group}",
};

/** The account, and the objects that the probe creates in it. Their names, hosts or addresses have a random mark. */
export class ProbedAccount {
  readonly mark = `rblmonitor-probe-${randomBytes(4).toString("hex")}`;
  sent = 0;
  /** How many more requests the run and the account's hour allow. */
  #left = maxRequests;
  #names = 0;
  #receivingPath = "";
  /** Seconds to wait for an event; fewer once a first one has not arrived. */
  #patience = 120;
  /** SIDs: lists may omit or delay objects. */
  readonly #created = new Set<string>();
  /** SIDs of the account's own objects, which a service may return from a create of the same. */
  readonly #existing = new Set<string>();
  /** By base URL. Idle connections do not keep the process alive. */
  readonly #transports = new Map<string, Transport>();
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
   * - `GET event` waits for an event at `{receiver}`, which is another URL for each request; `TRY event`, if there is one.
   * - `LIST host` gets all pages, again until they have the last host, if there is one.
   * - Other requests have a path. `3.0/hosts` is one of version 3.0.
   * @throws Undecided if the service refuses a request on which the next depends
   */
  async send(requests: string): Promise<readonly Answer[]> {
    const created = new Map<string, Answer>();
    const answers: Answer[] = [];
    const all = requests.split("; ");
    for (const [index, request] of all.entries()) {
      if (this.#left <= removalRequests) return undecided("the hour or the probe has no request left");
      this.options.signal.throwIfAborted();
      const answer = await this.#sendOne(request, created);
      const isNeeded = index < all.length - 1 && /^(POST|PUT|DELETE)/.test(request);
      if (isNeeded && !answer.isOk) return undecided(`the service refused ${answer.title}`);
      answers.push(answer);
    }
    this.#redactor.learn(answers.map(({ body }) => body));
    return answers;
  }

  /** The answers to requests that experiments share: they are sent once. */
  answers(requests: string, send = (account: ProbedAccount) => account.send(requests)) {
    const answers = this.#answers.get(requests) ?? send(this);
    this.#answers.set(requests, answers);
    return answers;
  }

  /** Removes the objects of this run, and those that a killed one left. Returns what may remain, by SID or kind. */
  async removeAll(): Promise<readonly string[]> {
    const unread: string[] = [];
    for (const kind of kindNames) {
      const created = () => [...this.#created].filter((sid) => isSid(kind, sid));
      const list = await this.#list(kind).catch(() => undefined);
      if (list === undefined && created().length > 0) unread.push(kinds[kind].plural);
      for (const object of list?.all ?? []) {
        const sid = sidIn(kind, object);
        if (sid === undefined || this.#existing.has(sid)) continue;
        // Other fields may name the objects that refer to it.
        const isMarked = markPattern.test([object.name, object.host, object.hostname, object.contact].join());
        (isMarked ? this.#created : this.#existing).add(sid);
        // A profile's name has the SID of a source, which no list has while it is paused.
        const [source] = /RB[0-9a-f]{32}/.exec(`${object.name}`) ?? [];
        if (isMarked && source) this.#created.add(source);
      }
      for (const sid of created()) {
        const answer = await this.#send("DELETE", `${kinds[kind].path}/${sid}`).catch(() => undefined);
        if (answer?.isOk || answer?.status === 404) this.#created.delete(sid);
      }
    }
    return [...this.#created, ...unread];
  }

  /** A request and what its answer shows, without secrets and SIDs. */
  evidence({ title }: Answer, seen: unknown): string {
    const text = typeof seen === "string" ? seen : (JSON.stringify(seen) ?? "no such field");
    const line = this.#redactor.message(`${title}: ${text}`.replaceAll(this.mark, "…"));
    return line.replace(/\b([A-Z]{2})[0-9a-f]{32,64}\b/g, "$1…");
  }

  async #sendOne(request: string, created: Map<string, Answer>): Promise<Answer> {
    const [, method = "", target = "", written = ""] = /^(\S+) (\S+) ?(.*)$/.exec(request) ?? [];
    const [kind, action] = target.split("/") as [Kind, string?];
    if (target === "event") {
      const event = await this.#event();
      created.set("event", event);
      return event.isOk || method === "TRY" ? event : undecided("no such event has arrived");
    }
    const verb = method === "TRY" ? "POST" : method;
    if (!(kind in kinds)) return this.#send(verb, target, await this.#form(written, created));
    if (method === "LIST") return this.#list(kind, sidIn(kind, created.get(kind)?.data));
    if (verb === "POST" && action === undefined) {
      const form = Object.entries(
        await this.#form(`${usualFields[kind] ?? "name={name}"} ${written}`, created),
      );
      const filled = Object.fromEntries(form.filter(([, value]) => value !== ""));
      const answer = await this.#send("POST", kinds[kind].path, filled);
      created.set(kind, answer);
      return method === "TRY" && answer.isOk ? this.#sendOne(`GET ${kind}`, created) : answer;
    }
    const path = [kinds[kind].path, await this.#sid(kind, created), action].filter(Boolean).join("/");
    const answer = await this.#send(method, path, await this.#form(written, created));
    if (method === "DELETE") created.delete(kind);
    if (method === "GET" && !answer.isOk) return undecided(`the service refused ${answer.title}`);
    return answer;
  }

  async #form(written: string, created: Map<string, Answer>): Promise<Readonly<Record<string, string>>> {
    this.#names += 1;
    const values: Record<string, string> = {
      mark: this.mark,
      authcode: String(created.get("event")?.data.authcode),
      name: `${this.mark} ${this.#names}`,
      domain: `host-${this.#names}-${this.mark}.example.com`,
      address: `198.51.100.${this.#names % 256}`,
      v6: `2001:db8::1${this.mark.slice(-3)}`,
      subnet: `203.0.113.${4 * Number.parseInt(this.mark.slice(-1), 16)}/30`,
    };
    if (written.includes("{receiver}")) {
      const { publicUrl } = this.options.receiver ?? undecided("needs --listen");
      this.#receivingPath = `/${this.mark}/${this.#names}/`;
      values.receiver = publicUrl + this.#receivingPath;
    }
    for (const kind of kindNames.filter((each) => written.includes(`{${each}}`)))
      values[kind] = await this.#sid(kind, created);
    const filled = written.replace(/\{(\w+)\}/g, (hole, name) => values[name] ?? hole);
    const pairs = filled.matchAll(/([\w[\]]+)=(.*?)(?= [\w[\]]+=| ?$)/g);
    return Object.fromEntries([...pairs].map(([, name, value]) => [name, value]));
  }

  async #sid(kind: Kind, created: Map<string, Answer>): Promise<string> {
    const answer = created.get(kind) ?? (await this.answers(`POST ${kind}`))[0];
    const sid = answer?.isOk ? sidIn(kind, answer.data) : undefined;
    return sid ?? undecided(`the service created no ${kinds[kind].title} (${answer?.status})`);
  }

  /** The first event at the last URL of the receiver, with all that come within two minutes if they are refused. */
  async #event(): Promise<Answer> {
    const { receiver: { deliveries } = { deliveries: [] }, signal, wait } = this.options;
    const received = () => deliveries.filter(({ path }) => path.includes(this.#receivingPath));
    const isOver = () => signal.aborted || received().some(({ path }) => !path.endsWith("refused"));
    for (let seconds = 0; seconds < this.#patience && !isOver(); seconds += 1) await wait(1_000);
    this.#patience = deliveries.length === 0 ? 30 : 120;
    if (deliveries.length === 0) undecided("no event has arrived: can the service reach the public URL?");
    const [first] = received();
    const text = JSON.stringify({ data: received().map(({ event }) => event) });
    const [status, headers] = first ? [200, first.headers] : [404, {}];
    return readAnswer("event", { status, headers, text, overflow: false }, 0);
  }

  /** Lists a kind, again until the list has the object, but not for ever. */
  async #list(kind: Kind, sid?: string): Promise<Answer> {
    for (let misses = 0; ; misses += 1) {
      const list = await this.#pages(kind);
      const isShown = sid === undefined || list.all.some((object) => sidIn(kind, object) === sid);
      if (isShown || misses === maxMisses) return { ...list, misses };
      await this.options.wait(1_000);
    }
  }

  /** The last page of a list, with the objects of all pages. @throws Undecided if the list is refused */
  async #pages(kind: Kind): Promise<Answer> {
    const all: WireObject[] = [];
    for (let page = 1; ; page += 1) {
      const answer = await this.#send("GET", `${kinds[kind].path}?page_size=1000&page=${page}`);
      if (!Array.isArray(answer.body.data)) return undecided(`the service refused ${answer.title}`);
      all.push(...answer.all);
      if (page >= (readNumber(answer.body.total_pages) ?? 1)) return { ...answer, all };
    }
  }

  /**
   * The answer to a request. One that fails is sent again.
   * @param path below the base URL, without `.json`; `3.0/hosts` is one of version 3.0
   * @throws Undecided without an answer, and Error for wrong credentials
   */
  async #send(method: string, path: string, form?: Readonly<Record<string, string>>): Promise<Answer> {
    const first = await this.#request(method, path, form);
    if (first.status < 500) return first;
    await this.options.wait(1_000);
    // A service may refuse input with 500, but not this.
    const { isOk } = await this.#request("GET", "/contact/groups");
    const second = await this.#request(method, path, form);
    return isOk && second.status <= 500 ? second : undecided(`the service failed (${first.status})`);
  }

  async #request(method: string, path: string, form?: Readonly<Record<string, string>>): Promise<Answer> {
    const { accountSid, authToken, baseUrl, legacyBaseUrl, wait, now } = this.options;
    const url = (path.startsWith("3.0/") ? legacyBaseUrl : baseUrl) ?? undecided("needs --legacy-base-url");
    if (this.#left <= 0) return undecided("no request is left");
    // 40 requests a second are below every limit.
    await wait(25);
    this.sent += 1;
    this.#left -= 1;
    const base = readBaseUrl(url, false);
    const transport = this.#transports.get(url) ?? createUndiciTransport(base);
    this.#transports.set(url, transport);
    const { header: authorization } = basicCredentials(accountSid, authToken);
    const file = /\/count$|\.[a-z]+$/.test(path) ? path : path.replace(/(?=\?)|$/, ".json");
    const request = {
      method,
      path: base.path + file.replace(/^3\.0/, ""),
      headers: { authorization, "content-type": "application/x-www-form-urlencoded" },
      body: form && `${new URLSearchParams(form)}`,
      timeout: 30_000,
      finishOnceSent: true,
    };
    const response = await transport.send(request).catch(({ message }) => undecided(message));
    const { status, headers } = response;
    if (status === 401) throw new Error("The service refused the credentials (401).");
    // The header is about the second or the hour, whichever has fewer requests left.
    const { "ratelimit-remaining": remaining = this.#left, "ratelimit-reset": reset } = headers;
    if (Number(reset) > 1) this.#left = Math.min(this.#left, Number(remaining));
    if (status === 429) {
      const seconds = Number(headers["retry-after"]);
      if (!(seconds <= 60)) return undecided("the limit of the hour is reached");
      await wait(seconds * 1_000);
      return this.#request(method, path, form);
    }
    const answer = readAnswer(`${method} ${path} ${status}`, response, now());
    const kind = kindNames.find((each) => method === "POST" && kinds[each].path === path);
    const sids = kind && answer.isOk ? answer.all.map((object) => sidIn(kind, object)) : [];
    for (const sid of sids) if (sid && !this.#existing.has(sid)) this.#created.add(sid);
    return answer;
  }
}
