import { inspect } from "node:util";
import type { ServiceError } from "../../src/client/errors";
import type { CreateRequest } from "../../src/service/requests";
import { accountSid, authToken, clientOf, closeAll, connected, errorOf } from "./support/client";
import { keptLog } from "./support/clock";
import type { Reply } from "./support/local-service";
import { cut, failure, sid, success } from "./support/replies";

afterEach(closeAll);

const apiKey = 'datadog "key" ä/=';
const authcode = "c0de42";
const basic = Buffer.from(`${accountSid}:${authToken}`).toString("base64");
const contact: CreateRequest<"contact"> = {
  contact: "hook",
  type: "endpoint",
  schedule: "start_and_end",
  contact_group: [sid("CG")],
  args: { key: apiKey },
};

/** Everything of an error or a client that a person or a log could get to see. */
function shown(value: unknown): string {
  return [inspect(value, { depth: 20, showHidden: true }), JSON.stringify(value), String(value)].join("\n");
}

function expectNoSecret(text: string): void {
  const secrets = [authToken, basic, apiKey, authcode];
  const spelt = secrets.flatMap((secret) => [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    new URLSearchParams({ "": secret }).toString().slice(1),
  ]);
  for (const secret of spelt) expect(text).not.toContain(secret);
}

/** The service answers with all that it was sent. */
const echoing: [string, (status: number) => Reply][] = [
  [
    "in its message",
    (status) => (response, request) => {
      const status_message = `${request.headers.authorization} ${authToken} ${request.form}`;
      response.end(JSON.stringify({ status_code: status, status_message }));
    },
  ],
  [
    "in a body that is not JSON",
    (status) => (response, request) => {
      response.writeHead(status).end(`<p>${request.headers.authorization} ${authToken} ${request.form}</p>`);
    },
  ],
  [
    "in a JSON body without an id",
    (status) => (response, request) => {
      const form = Object.fromEntries(request.form);
      response.end(JSON.stringify({ form, authToken, key: apiKey, status_code: status }));
    },
  ],
];

async function failuresOf(reply: (status: number) => Reply, status: number) {
  const logger = keptLog();
  const { client } = await connected(() => reply(status), { logger });
  const errors: ServiceError[] = [await errorOf(client.collection("contact").create(contact))];
  if (status !== 200) errors.push(await errorOf(client.contacts.confirm(sid("CO"), authcode)));
  return { client, errors, logger };
}

describe.each(echoing)("a service that echoes secrets %s", (_where, reply) => {
  it.each([200, 422, 500])("with status %i does not get them into an error or a log line", async (status) => {
    const { errors, logger } = await failuresOf(reply, status);
    for (const error of errors) expectNoSecret(shown(error));
    expect(logger.lines.length).toBeGreaterThan(0);
    expectNoSecret(shown(logger.lines));
  });
});

describe("a secret", () => {
  it("is not seen in the client", async () => {
    const client = clientOf("https://api.example.com/4.0");
    expectNoSecret(shown(client) + shown(client.collection("contact")));
  });

  it("is not seen in an error about the connection", async () => {
    const { client } = await connected(() => cut);
    expectNoSecret(shown(await errorOf(client.collection("contact").create(contact))));
  });

  it("is not seen in an error about the body", async () => {
    const { client } = await connected(() => success());
    const body = { ...contact, args: { key: apiKey, other: 5 } } as unknown as CreateRequest<"contact">;
    const error = await errorOf(client.collection("contact").create(body));
    expect(error.message).toContain("args.other must be a string");
    expectNoSecret(shown(error));
  });

  it("of another contact is not seen when a list cannot be read", async () => {
    const body = `{"status_code":200,"data":[{"id":"${sid("CO")}","args":{"key":"${apiKey}"`;
    const { client } = await connected(() => ({ body }));
    const error = await errorOf(client.collection("contact").page(1));
    expect(error.kind).toMatch(/^(?:unreadable|transport)$/);
    expectNoSecret(shown(error));
  });

  it("does not keep the service's message from being read", async () => {
    const { client } = await connected(() => failure(422, "The key is not valid."));
    const error = await errorOf(client.collection("contact").create(contact));
    expect(error.serviceMessage).toBe("The key is not valid.");
  });
});
