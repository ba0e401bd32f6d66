import { createHmac } from "node:crypto";
import type { Account } from "../account/account";
import { newSid } from "../account/new-object";
import type { ContactObject } from "../account/objects";
import type { ChangeableSettings } from "../options";

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

/** The `X-Webhook-Signature` header of a body. @param timestamp seconds since 1970 (docs/design/api.md#webhook-signatures) */
function signature(secret: string, timestamp: number, body: string): string {
  const hex = createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
  return `t=${timestamp},v1=${hex}`;
}

/** Sends events asynchronously, in order for each receiver. */
export class EventSender {
  /** All sent events, in order. */
  readonly sent: SentEvent[] = [];
  private readonly queues = new Map<string, Promise<void>>();
  private readonly stop = new AbortController();

  constructor(
    private readonly account: Account,
    private readonly settings: ChangeableSettings,
    private readonly signingSecret: string,
    private readonly now: () => number,
  ) {}

  /** Sends one event to every webhook endpoint, and to the active contacts of type endpoint in those groups. */
  notify(groups: readonly string[], type: string, fields: Readonly<Record<string, unknown>>): void {
    const event = this.send(type, fields);
    for (const contact of this.account.objects("contact")) {
      const isNotified = contact.contact_group.some((group) => groups.includes(group));
      if (!isNotified || !contact.confirmed || contact.paused || contact.type !== "endpoint") continue;
      const url = endpointUrl(contact);
      if (url !== undefined) this.enqueue(url, this.secretOf(url), event);
    }
  }

  /** Sends an event to every webhook endpoint, and returns its body. */
  send(type: string, fields: Readonly<Record<string, unknown>>): EventBody {
    const event = this.event(type, fields);
    for (const { url, secret } of this.settings.webhooks) this.enqueue(url, secret, event);
    return event;
  }

  /**
   * Sends an event to a contact of type endpoint: with a different id prefix and, in the documented form, without a date;
   * unsigned depending on the settings.
   */
  sendToContact(url: string, type: string, fields: Readonly<Record<string, unknown>>): EventBody {
    const { confirmationForm } = this.settings;
    const { event_sid, event_date, ...event } = this.event(type, fields);
    const isLean = confirmationForm === "lean";
    const prefix = type === "contact.confirm" && !isLean ? "EA" : event_sid.slice(0, 2);
    const body = { event_sid: prefix + event_sid.slice(2), ...event, ...(isLean && { event_date }) };
    this.enqueue(url, this.secretOf(url), body);
    return body;
  }

  /** The signing secret for a contact of type endpoint; undefined for unsigned events. */
  private secretOf(url: string): string | undefined {
    const known = this.settings.webhooks.find((endpoint) => endpoint.url === url);
    return this.settings.endpointPosts === "unsigned" ? undefined : (known?.secret ?? this.signingSecret);
  }

  /** Sends an event to one URL, signed with the secret of its webhook endpoint, or else with the account's. */
  sendTo(url: string, type: string, fields: Readonly<Record<string, unknown>>): EventBody {
    const event = this.event(type, fields);
    const known = this.settings.webhooks.find((endpoint) => endpoint.url === url);
    this.enqueue(url, known?.secret ?? this.signingSecret, event);
    return event;
  }

  /** Resolves when all events are delivered or have failed. */
  async idle(): Promise<void> {
    await Promise.all(this.queues.values());
  }

  /** Aborts pending deliveries. */
  async close(): Promise<void> {
    this.stop.abort();
    await this.idle();
  }

  private event(type: string, fields: Readonly<Record<string, unknown>>) {
    return {
      event_sid: newSid(this.settings.eventPrefix),
      event_type: type,
      event_date: new Date(this.now()).toISOString().replace(/\.\d+Z$/, "+00:00"),
      ...fields,
    };
  }

  private enqueue(url: string, secret: string | undefined, event: EventBody): void {
    const sent: SentEvent = { url, event, answers: [] };
    this.sent.push(sent);
    const before = this.queues.get(url) ?? Promise.resolve();
    this.queues.set(
      url,
      before.then(() => this.deliver(sent, secret)),
    );
  }

  private async deliver(sent: SentEvent, secret: string | undefined): Promise<void> {
    const attempts = this.settings.webhookRetries === "three" ? 4 : 1;
    for (let attempt = 1; attempt <= attempts && !this.stop.signal.aborted; attempt += 1) {
      if (attempt > 1) await pause(this.settings.webhookRetryDelay, this.stop.signal);
      const status = await this.post(sent, secret);
      sent.answers.push(status);
      if (status >= 200 && status < 300) return;
    }
  }

  private async post({ url, event }: SentEvent, secret: string | undefined): Promise<number> {
    const body = JSON.stringify(event);
    const headers = {
      "content-type": "application/json",
      ...(secret !== undefined && {
        "x-webhook-signature": signature(secret, Math.floor(this.now() / 1000), body),
      }),
    };
    try {
      const answer = await fetch(url, {
        method: "POST",
        headers,
        body,
        redirect: "manual",
        signal: this.stop.signal,
      });
      await answer.body?.cancel();
      return answer.status;
    } catch {
      return 0;
    }
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, milliseconds);
    function done() {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    }
    signal.addEventListener("abort", done);
  });
}
