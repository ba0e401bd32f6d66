import { randomBytes } from "node:crypto";
import { createRedactor } from "../../client/redaction";
import { Secrets } from "../../client/secrets";
import { type Kind, kindNames, kinds } from "../../service/kinds";
import { isSid } from "../../service/sids";
import { readNumber, readObject } from "../../service/wire-forms";
import type { Received } from "./listener";

/** Where and how an account is probed. */
export interface ProbeOptions {
  readonly baseUrl: string;
  readonly legacyBaseUrl?: string | undefined;
  readonly accountSid: string;
  readonly authToken: string;
  /** The URL at which the service reaches the listener, and the events that arrived. */
  readonly listener?: { readonly publicUrl: string; readonly received: readonly Received[] } | undefined;
  /** Reports an object that could not be removed. */
  readonly warn: (text: string) => void;
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Ends the experiments after the request in flight; the objects are removed nevertheless. */
  readonly signal: AbortSignal;
}

type Values = Readonly<Record<string, unknown>>;
type Form = Readonly<Record<string, string>>;

/** An answer of the service. `body` is empty unless the text is a JSON object. */
export interface Answer {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly isOk: boolean;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Values;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** An object that the probe created. */
export interface Made {
  readonly id: string;
  readonly created: Answer;
  readonly read: Answer;
  readonly data: Values;
}

/** Why an experiment cannot decide. */
export class Undecided extends Error {}

/** Requests of a run; the reserve is for the removal of objects. */
export const maxRequests = 300;
const reserve = 80;
/** Milliseconds between requests: 40 a second, below every limit. */
const gap = 25;
const maxPages = 20;
const markPattern = /rblmonitor-probe-[0-9a-f]{8}/;

/** The account, and the objects that the probe creates in it. Their names, hosts or addresses have a random mark. */
export class ProbedAccount {
  readonly mark = `rblmonitor-probe-${randomBytes(4).toString("hex")}`;
  /** A random number, for addresses. */
  readonly number = Number.parseInt(this.mark.slice(-8), 16);
  /** The answer of a list without objects. */
  emptyList: Answer | undefined;
  sent = 0;
  #isRemoving = false;
  readonly #createdKinds = new Set<Kind>();
  readonly #shared = new Map<Kind, Promise<Made>>();
  readonly #redactor;

  constructor(readonly options: ProbeOptions) {
    this.#redactor = createRedactor(new Secrets([options.accountSid, options.authToken]));
  }

  readonly get = (path: string) => this.#send(this.options.baseUrl, "GET", path);
  readonly post = (path: string, form: Form = {}) => this.#send(this.options.baseUrl, "POST", path, form);
  readonly put = (path: string, form: Form) => this.#send(this.options.baseUrl, "PUT", path, form);
  readonly delete = (path: string) => this.#send(this.options.baseUrl, "DELETE", path);
  readonly read = (kind: Kind, id: string) => this.get(`${kinds[kind].path}/${id}`);

  async legacy(path: string): Promise<Answer> {
    const { legacyBaseUrl } = this.options;
    if (legacyBaseUrl === undefined) throw new Undecided("needs --legacy-base-url");
    return this.#send(legacyBaseUrl, "GET", path);
  }

  readonly name = (label: string) => `${this.mark} ${label}`;
  readonly domain = (label: string) => `${label}-${this.mark}.example.com`;

  /** The object of a kind that experiments share. @throws Undecided if the service refuses it */
  the(kind: Kind): Promise<Made> {
    const made = this.#shared.get(kind) ?? this.make(kind, "main");
    this.#shared.set(kind, made);
    return made;
  }

  /** Creates and reads an object. @throws Undecided if the service refuses it */
  async make(kind: Kind, label: string, fields: Form = {}): Promise<Made> {
    const created = await this.create(kind, label, fields);
    if (!created.isOk) throw new Undecided(`the service refused a ${kinds[kind].title} (${created.status})`);
    return this.made(kind, label, created);
  }

  /** Reads the object that an answer confirms. @throws Undecided if it is not found */
  async made(kind: Kind, label: string, created: Answer): Promise<Made> {
    const isIt = (object: Values) =>
      [this.mark, label].every((part) => JSON.stringify(object).includes(part));
    const id = sidOf(kind, firstOf(created)) ?? sidOf(kind, (await this.list(kind)).find(isIt));
    if (id === undefined) throw new Undecided(`the service shows no SID of a new ${kinds[kind].title}`);
    const read = await this.read(kind, id);
    return { id, created, read, data: firstOf(read) };
  }

  /** Asks for an object with these fields in place of the usual ones. An empty field is left out. */
  async create(kind: Kind, label: string, fields: Form = {}): Promise<Answer> {
    const form = { ...(await this.#usualFields(kind, label)), ...fields };
    const sent = Object.entries(form).filter(([, value]) => value !== "");
    const answer = await this.post(kinds[kind].path, Object.fromEntries(sent));
    if (answer.isOk) this.#createdKinds.add(kind);
    return answer;
  }

  /** All objects of a kind. @throws Undecided if the list is refused */
  async list(kind: Kind): Promise<Values[]> {
    const objects: Values[] = [];
    for (let page = 1; ; page += 1) {
      const answer = await this.get(`${kinds[kind].path}?page_size=1000&page=${page}`);
      const { data, total_pages } = answer.body;
      if (!answer.isOk || !Array.isArray(data))
        throw new Undecided(`the service refused the list of ${kinds[kind].plural} (${answer.status})`);
      if (page === 1 && data.length === 0) this.emptyList ??= answer;
      objects.push(...data.map((each) => readObject(each) ?? {}));
      if (page >= Math.min(readNumber(total_pages) ?? 1, maxPages)) return objects;
    }
  }

  /** Removes the objects of this run, and those that a killed one left. Returns the SIDs of those that remain. */
  async removeAll(): Promise<readonly string[]> {
    this.#isRemoving = true;
    const left: string[] = [];
    // In this order, objects that refer to others come first.
    for (const kind of kindNames) {
      const objects = await this.list(kind).catch(() => undefined);
      if (objects === undefined && this.#createdKinds.has(kind)) left.push(kinds[kind].plural);
      for (const object of objects ?? []) {
        const id = sidOf(kind, object);
        if (id === undefined || !markPattern.test(JSON.stringify(object))) continue;
        // A name has the SID of a source, which no list has while it is paused, or of the default that it replaced.
        const [source] = /RB[0-9a-f]{32}/.exec(String(object.name)) ?? [];
        const [profile] = /CP[0-9a-f]{32}/.exec(String(object.name)) ?? [];
        if (profile !== undefined) await this.put(`/cert/profiles/${profile}`, { is_default: "true" });
        const { isOk, status } = await this.delete(`${kinds[kind].path}/${id}`);
        if (source !== undefined) await this.delete(`/rbl/sources/${source}`);
        if (!isOk && status !== 404) left.push(id);
      }
    }
    this.#isRemoving = false;
    return left;
  }

  /** The URL of the listener at a path. @throws Undecided if nothing listens */
  callback(path: string): string {
    const { listener } = this.options;
    if (listener === undefined) throw new Undecided("needs --listen and --public-url");
    return `${listener.publicUrl.replace(/\/+$/, "")}/${this.mark}${path}`;
  }

  /** The event with that index that arrives at a path within a minute; undefined if there is none. */
  async event(path: string, index = 0): Promise<Received | undefined> {
    for (let second = 0; ; second += 1) {
      const { received = [] } = this.options.listener ?? {};
      const event = received.filter((each) => each.path.endsWith(`${this.mark}${path}`))[index];
      if (event !== undefined || second === 60) return event;
      await this.pause(1_000);
    }
  }

  async pause(milliseconds: number): Promise<void> {
    if (!this.#isRemoving) this.options.signal.throwIfAborted();
    await this.options.wait(milliseconds);
  }

  /** A request and what its answer shows, without secrets and SIDs. */
  evidence(answer: Answer | undefined, seen: unknown): string {
    const request = answer === undefined ? "" : `${answer.method} ${answer.path} ${answer.status}: `;
    const text = typeof seen === "string" ? seen : (JSON.stringify(seen) ?? "no such field");
    const masked = this.#redactor.message(`${request}${text}`.replaceAll(this.mark, "…"));
    return masked.replace(/\b([A-Z]{2})[0-9a-f]{32,64}\b/g, "$1…");
  }

  async #usualFields(kind: Kind, label: string): Promise<Form> {
    const [name, domain] = [this.name(label), this.domain(label)];
    if (kind === "contact_group") return { name };
    if (kind === "monitoring_profile") return { name, frequency: "1_hour" };
    if (kind === "certificate_profile")
      return { name, expiration_thresholds: "30,7", alert_on_expiration: "false" };
    if (kind === "source") return { host: domain, type: "rbl" };
    const contact_group = (await this.the("contact_group")).id;
    if (kind === "contact")
      return { contact: `probe@${domain}`, type: "email", schedule: "start_and_end", contact_group };
    const profile = (await this.the(kind === "host" ? "monitoring_profile" : "certificate_profile")).id;
    if (kind === "host") return { host: domain, name, contact_group, profile };
    return { hostname: domain, protocol: "https", name, contact_group, profile };
  }

  async #send(base: string, method: string, path: string, form?: Form): Promise<Answer> {
    const { accountSid, authToken, now } = this.options;
    if (this.sent >= maxRequests - (this.#isRemoving ? 0 : reserve))
      throw new Undecided("the probe has no request left");
    await this.pause(gap);
    this.sent += 1;
    const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString("base64")}`;
    const hasOwnForm = /\/count$|\.\w+$/.test(path);
    const file = hasOwnForm ? path : path.replace(/(?=\?)|$/, ".json");
    const response = await fetch(base.replace(/\/+$/, "") + file, {
      method,
      headers: { authorization },
      redirect: "error",
      signal: AbortSignal.timeout(30_000),
      ...(form !== undefined && { body: new URLSearchParams(form) }),
    }).catch((error: Error) => {
      throw new Error(
        `The service did not answer: ${(error.cause as Error | undefined)?.message ?? error.message}`,
      );
    });
    const { status, ok: isOk, headers } = response;
    const text = await response.text();
    const body = readJson(text) ?? {};
    if (status === 401) throw new Error("The service refused the credentials (401).");
    if (status === 429) {
      const seconds = Number(headers.get("retry-after"));
      if (!(seconds <= 60)) throw new Undecided("the limit of the hour is reached");
      await this.pause(seconds * 1_000);
      return this.#send(base, method, path, form);
    }
    this.#redactor.learn(body);
    return { method, path, status, isOk, headers, text, body, at: now() };
  }
}

/** The only or first object of an answer. */
export function firstOf({ body }: Answer): Values {
  return readObject([body.data].flat()[0]) ?? {};
}

/** The SID of an object, whatever its key. */
export function sidOf(kind: Kind, object: Values | undefined): string | undefined {
  return Object.values(object ?? {})
    .map(String)
    .find((value) => isSid(kind, value));
}

/** A JSON object; undefined for another text. */
export function readJson(text: string): Values | undefined {
  try {
    return readObject(JSON.parse(text));
  } catch {
    return undefined;
  }
}
