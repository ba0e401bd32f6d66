import { setTimeout as sleep } from "node:timers/promises";
import { post } from "../../service/post";
import { eventTypes, sampleEvent, signatureHeader } from "../../webhooks";
import type { Account } from "../account/account";
import { newSid } from "../account/new-object";
import type { ContactObject, Fields } from "../account/objects";
import type { Environment } from "../options";

/** A sent event, with the receiver's responses so far. */
export interface SentEvent {
  readonly url: string;
  readonly event: EventBody;
  /** The HTTP status of each attempt; 0 without a response. */
  readonly answers: number[];
}

/** The body of an event (docs/design/api.md#events: common fields and those of the type). */
export interface EventBody {
  readonly event_sid: string;
  readonly event_type: string;
  /** Missing in events for contacts of type endpoint. */
  readonly event_date?: string;
  readonly [field: string]: unknown;
}

/** The URL of a contact of type endpoint; undefined if it has none. */
export function endpointUrl({ args, contact }: ContactObject): string | undefined {
  return [args?.url, contact].map(String).find((text) => URL.canParse(text));
}

/** The parts that whatever sends events works with. */
export interface EventParts extends Environment {
  readonly account: Account;
  readonly events: EventSender;
}

/** Events kept for those who ask what was sent. */
const maxKept = 1_000;

/** Sends events asynchronously, in order for each receiver. */
export class EventSender {
  /** The last events, in order. */
  readonly sent: SentEvent[] = [];
  readonly #queues = new Map<string, Promise<void>>();

  constructor(private readonly service: Omit<EventParts, "events">) {}

  /** Sends one event to every webhook endpoint, and its summary to the active contacts of type endpoint in those groups. */
  notify(
    groups: readonly string[],
    type: string,
    fields: Fields,
    summary: { readonly title: string; readonly message: string },
  ): void {
    this.send(type, fields);
    const event = this.#event("contact.trigger", {
      ...summary,
      url: "https://portal.example.com/main/",
    });
    for (const contact of this.service.account.objects("contact")) {
      const isNotified = contact.contact_group.some((group) => groups.includes(group));
      if (!isNotified || !contact.confirmed || contact.paused || contact.type !== "endpoint") continue;
      const receiver = endpointUrl(contact);
      if (receiver !== undefined) this.#enqueue(receiver, event);
    }
  }

  /** Sends an event to every webhook endpoint, and returns its body. */
  send(type: string, fields: Fields): EventBody {
    const event = this.#event(type, fields);
    for (const { url, secret } of this.service.settings.webhooks) this.#enqueue(url, event, secret);
    return event;
  }

  /** Sends an event to every webhook endpoint. Omitted documented fields are those of a sample. */
  sendSample(type: string, fields: Fields = {}): EventBody {
    const known = eventTypes.find((each) => each === type);
    const { event_sid, event_type, event_date, ...sample } = known ? sampleEvent(known) : {};
    return this.send(type, { ...sample, ...fields });
  }

  /** Sends an event to one URL: the callback of a check, or a contact of type endpoint. */
  sendTo(url: string, type: string, fields: Fields): void {
    this.#enqueue(url, this.#event(type, fields));
  }

  /** The secret of the webhook endpoint with the URL, or else the account's. Undefined for unsigned events of contacts. */
  #secretOf(url: string, type: string): string | undefined {
    const { settings, signingSecret } = this.service;
    if (type.startsWith("contact.") && settings.endpointPosts === "unsigned") return undefined;
    return settings.webhooks.find((endpoint) => endpoint.url === url)?.secret ?? signingSecret;
  }

  /** Resolves when all events are delivered or have failed. */
  async idle(): Promise<void> {
    await Promise.all(this.#queues.values());
  }

  /** An event. Those for contacts have no date, and a confirmation has an id of its own (docs/design/open-points.md#19). */
  #event(type: string, fields: Fields): EventBody {
    const { settings, now } = this.service;
    const isConfirmation = type === "contact.confirm" && settings.confirmationForm === "documented";
    const hasDate = !isConfirmation && type !== "contact.trigger";
    return {
      event_sid: newSid(isConfirmation ? "EA" : settings.eventPrefix),
      event_type: type,
      ...(hasDate && { event_date: new Date(now()).toISOString().replace(/\.\d+Z$/, "+00:00") }),
      ...fields,
    };
  }

  #enqueue(url: string, event: EventBody, secret = this.#secretOf(url, event.event_type)): void {
    const sent: SentEvent = { url, event, answers: [] };
    this.sent.push(sent);
    if (this.sent.length > maxKept) this.sent.shift();
    const before = this.#queues.get(url) ?? Promise.resolve();
    this.#queues.set(
      url,
      before.then(() => this.#deliver(sent, secret)),
    );
  }

  async #deliver(sent: SentEvent, secret: string | undefined): Promise<void> {
    const { settings, stopping: signal } = this.service;
    const attempts = settings.webhookRetries === "three" ? 4 : 1;
    for (let attempt = 1; attempt <= attempts && !signal.aborted; attempt += 1) {
      if (attempt > 1) await sleep(settings.webhookRetryDelay, undefined, { signal }).catch(() => undefined);
      const status = await this.#post(sent, secret);
      sent.answers.push(status);
      if (status >= 200 && status < 300) return;
    }
  }

  async #post({ url, event }: SentEvent, secret: string | undefined): Promise<number> {
    const body = JSON.stringify(event);
    // Receivers compare the time of a signature with their clock, not with the emulated one.
    const headers = {
      "content-type": "application/json",
      ...(secret !== undefined && { "x-webhook-signature": signatureHeader(body, secret) }),
    };
    try {
      const answer = await post(new URL(url), headers, body, this.service.stopping);
      answer.destroy();
      return answer.statusCode ?? 0;
    } catch {
      return 0;
    }
  }
}
