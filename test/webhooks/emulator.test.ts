import { eventTypes, isKnownEvent, parseEvent, sampleEvent, verifySignature } from "../../src/webhooks";
import { call, emulators } from "../emulator/api";
import { createBodies } from "../emulator/bodies";
import { receivers } from "../emulator/receiver";
import { documentedEvents } from "./documented-events";

const start = emulators();
const receiver = receivers();
const secret = "whsec-8d2e";

describe.each(["lean", "rich"] as const)(
  "what the emulated service sends, with %s objects",
  (webhookObjects) => {
    it.each(["TA", "EA", "EV"] as const)(
      "is signed and read, every event of it, with ids of %s",
      async (eventPrefix) => {
        const { url, received } = await receiver();
        const service = await start({ webhookObjects, eventPrefix, webhooks: [{ url, secret }] });
        const { account, certificateErrors, events: sender } = service;

        const host = account.add("host", { host: "192.0.2.1" });
        const check = async (form: Record<string, string>) => {
          const id = (await call(service, "POST", "/rbl/check/start", form)).body.data.id;
          const isRunning = async () =>
            (await call(service, "GET", `/rbl/check/status/${id}`)).body.data.status !== "completed";
          while (await isRunning());
        };
        service.configure({ listedOn: () => ["spam.bl.example.net"] });
        await check({ host: host.id });
        service.configure({ listedOn: {} });
        await check({ host: host.id });
        await check({ host: "198.51.100.1", callback: url });

        const monitor = account.add("certificate_monitor", { hostname: "www.example.org" }).id;
        certificateErrors.raise(monitor, [{ type: "expired", message: "It has expired." }]);
        certificateErrors.resolve(monitor);
        for (const type of ["cert.expiration.trigger", "cert.expiration.resolve", "cert.changed"] as const) {
          const { monitor: _, event_sid, event_date, event_type, ...fields } = sampleEvent(type);
          certificateErrors.send(type, monitor, fields);
        }
        for (const type of ["cert.flapping", "cert.flapping.resolve"]) certificateErrors.send(type, monitor);
        for (const type of eventTypes.filter((each) =>
          /^(billing|expiring|agent)\.|contact\.trigger/.test(each),
        )) {
          const { event_sid, event_date, event_type, ...fields } = sampleEvent(type);
          sender.sendSample(type, fields);
        }
        const contact = { ...createBodies(service).contact, type: "endpoint", contact: url };
        await call(service, "POST", "/contact/contacts", contact);

        await sender.idle();
        const events = received.map(({ raw, headers }) => {
          expect(verifySignature(String(headers["x-webhook-signature"]), raw, secret)).toBe(true);
          const event = parseEvent(raw);
          // Parsing preserves all fields.
          expect(event).toEqual({ event_date: null, ...JSON.parse(raw) });
          return event;
        });
        expect(events.every(isKnownEvent)).toBe(true);
        const types = Object.keys(documentedEvents);
        expect([...new Set(events.map((event) => event.event_type))].sort()).toEqual(types.sort());
      },
    );
  },
);
