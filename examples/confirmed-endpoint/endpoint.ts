// The endpoint that main.ts declares: it confirms itself and then receives notifications.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createReceiver } from "rblmonitor/webhooks";
import { confirmContact } from "./confirm-contact";

const server = createServer();

/** The address that the contact has. Behind a proxy it is another one than that on which we listen. */
const address = () =>
  process.env.ENDPOINT_URL ?? `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

const receiver = createReceiver({
  // Requests with another signature get 401 and reach no handler.
  secret: process.env.RBLMONITOR_WEBHOOK_SECRET,
  // The service may not sign this event. A code that it did not send confirms nothing.
  unsigned: ["contact.confirm"],
  on: {
    "contact.confirm": async ({ authcode }) => {
      // If this throws, the response is 500, and the service may resend the event.
      console.log(await confirmContact(address(), authcode));
    },
    // A summary of any alert. Webhook endpoints receive the whole events.
    "contact.trigger": ({ title, message }) => console.log(`${title}: ${message}`),
  },
});

server.on("request", receiver.node);
server.listen(Number(process.env.PORT ?? 4011), "127.0.0.1", () => console.log(`Listening on ${address()}`));
