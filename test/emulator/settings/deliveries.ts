import { receivers } from "../receiver";
import { create, type Shown } from "./shown";

const receiver = receivers();

/** What is sent to receivers. */
export const deliveries = {
  eventPrefix: {
    observe: async (service) => {
      const { url, received } = await receiver();
      service.configure({ webhooks: [{ url, secret: "s" }] });
      service.events.sendSample("agent.timeout");
      await service.events.idle();
      return received[0]?.body.event_sid.slice(0, 2);
    },
    values: { TA: "TA", EA: "EA", EV: "EV" },
  },
  endpointConfirmation: {
    observe: async (service) => {
      const { url, received } = await receiver();
      await create(service, "contact", { type: "endpoint", contact: url });
      await service.events.idle();
      return received.length;
    },
    values: { sent: 1, none: 0 },
  },
  confirmationForm: {
    observe: async (service) => {
      const { url, received } = await receiver();
      await create(service, "contact", { type: "endpoint", contact: url });
      await service.events.idle();
      const { event_sid, ...event } = received[0]?.body ?? {};
      return [event_sid.slice(0, 2), Object.keys(event)];
    },
    values: {
      documented: ["EA", ["event_type", "title", "message", "url", "authcode"]],
      lean: ["TA", ["event_type", "event_date", "authcode"]],
    },
  },
  endpointPosts: {
    observe: async (service) => {
      const { url, received } = await receiver();
      await create(service, "contact", { type: "endpoint", contact: url });
      await service.events.idle();
      return "x-webhook-signature" in (received[0]?.headers ?? {});
    },
    values: { signed: true, unsigned: false },
  },
  webhookRetries: {
    observe: async (service) => {
      const { url, received } = await receiver([500, 404, 200]);
      service.configure({ webhooks: [{ url, secret: "s" }], webhookRetryDelay: 1 });
      service.events.sendSample("agent.timeout");
      await service.events.idle();
      return [service.events.sent[0]?.answers, new Set(received.map(({ raw }) => raw)).size];
    },
    values: { none: [[500], 1], three: [[500, 404, 200], 1] },
  },
  webhookObjects: {
    observe: async (service) => {
      const { url, received } = await receiver();
      service.configure({ webhooks: [{ url, secret: "s" }] });
      const { id } = service.account.add("certificate_monitor", { hostname: "www.example.org" });
      service.certificateErrors.raise(id, [{ type: "expired", message: "Expired." }]);
      await service.events.idle();
      return [Object.keys(received[0]?.body.monitor), Object.keys(received[0]?.body.errors[0])];
    },
    values: {
      lean: [
        ["sid", "name", "hostname", "protocol"],
        ["monitor", "hostname", "protocol", "type", "message"],
      ],
      rich: [
        ["sid", "name", "hostname", "protocol", "port", "tags", "profile"],
        ["monitor", "hostname", "protocol", "type", "message", "chain"],
      ],
    },
  },
} satisfies Partial<Shown>;
