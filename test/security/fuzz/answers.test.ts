import fc from "fast-check";
import { type Client, createClient } from "../../../src/client/client";
import { ServiceError } from "../../../src/client/errors";
import { readAllPages } from "../../../src/client/paging";
import type { TransportResponse } from "../../../src/client/transport";
import { kindNames, kinds } from "../../../src/service/kinds";
import { isNestedDeeper } from "../../../src/service/nesting";
import { accountSid, authToken, clientOf, closeAll } from "../../client/support/client";
import { manualClock } from "../../client/support/clock";
import { sid } from "../../client/support/replies";

afterEach(closeAll);

const checkId = `PP${"0".repeat(64)}`;
const apiKey = "k3y-of-a-contact";

/** The operations of the client. Each reads a different part of a response. */
const operations: Readonly<Record<string, (client: Client) => Promise<unknown>>> = {
  ...Object.fromEntries(
    kindNames.flatMap((kind) => [
      [`get ${kind}`, (client: Client) => client.collection(kind).get(sid(kinds[kind].prefix))],
      [`list ${kind}`, (client: Client) => readAllPages((number) => client.collection(kind).page(number))],
    ]),
  ),
  "create contact": (client) =>
    client.collection("contact").create({
      contact: "hook",
      type: "endpoint",
      schedule: "start_and_end",
      contact_group: [sid("CG")],
      args: { key: apiKey },
    }),
  "create host": (client) =>
    client.collection("host").create({
      host: "192.0.2.0/30",
      name: "net",
      profile: sid("RP"),
      contact_group: [sid("CG")],
    }),
  "delete host": (client) => client.collection("host").delete(sid("HT")),
  "confirm contact": (client) => client.contacts.confirm(sid("CO"), apiKey),
  listings: (client) => client.listings(),
  "certificate errors": (client) => client.certificateErrors(),
  "start check": (client) => client.checks.start({ host: "192.0.2.1" }),
  "check status": (client) => client.checks.status(checkId, { details: true }),
};

/** Texts that a terminal, JavaScript, a parser or a careless message would trip over. */
const nasty = fc.oneof(
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.constantFrom(
    ...[
      "__proto__",
      "constructor",
      "\u001b[2J\u001b]0;title\u0007",
      "\u009b31m",
      "\u202etxt.exe",
      "\r\n[fake] done",
    ],
    ...[
      "9".repeat(400),
      "-1",
      "1e999",
      "NaN",
      "0x10",
      authToken,
      btoa(`${accountSid}:${authToken}`),
      apiKey,
      sid("HT"),
      sid("CO", 2),
    ],
  ),
);
const value = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    nasty,
    fc.constantFrom(null, true, 0, -0, 1e308, 2 ** 53, 200, 404, 1_000_000),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(
      fc.oneof(nasty, fc.constantFrom("id", "sid", "name", "hosts", "children", "details")),
      tie("value"),
      { maxKeys: 4 },
    ),
  ),
})).value;
const envelope = fc.dictionary(
  fc.constantFrom(
    "status_code",
    "status_message",
    "data",
    "total",
    "total_pages",
    "page",
    "page_size",
    "total_errors",
    "__proto__",
  ),
  value,
);
const objects = fc.array(
  fc.dictionary(
    fc.constantFrom(
      "host",
      "name",
      "tags",
      "contact_group",
      "listed_details",
      "entries",
      "args",
      "profile",
      "status",
    ),
    value,
  ),
  { maxLength: 3 },
);
/** Args are learned as secrets, and searched for in the message. */
const repeating = fc
  .record({ unit: fc.constantFrom("a", "ab", "&#97;", "\\u0061"), count: fc.integer({ min: 1, max: 2_000 }) })
  .map(({ unit, count }) => {
    const text = unit.repeat(count);
    const args = [text, ...Array.from({ length: count }, (_, n) => `${unit}${n}`)];
    return JSON.stringify({ status_code: 422, status_message: text, data: [{ args }], args });
  });
const nested = fc
  .integer({ min: 80, max: 2_000 })
  .map((depth) => `${'{"data":['.repeat(depth)}${"]}".repeat(depth)}`);
const body = fc.oneof(
  repeating,
  nested,
  fc.string({ unit: "binary" }),
  nasty,
  fc.json(),
  envelope.map((fields) => JSON.stringify(fields)),
  // What can be read as an answer, so that the readers behind the envelope get their share.
  fc.tuple(envelope, objects, fc.constantFrom(...kindNames)).map(([fields, data, kind]) =>
    JSON.stringify({
      ...fields,
      status_code: 200,
      data: data.map((object, n) => ({ ...object, id: sid(kinds[kind].prefix, n) })),
    }),
  ),
);
const headers = fc.dictionary(
  fc.constantFrom("retry-after", "ratelimit-limit", "ratelimit-remaining", "ratelimit-reset", "location"),
  fc.oneof(
    nasty,
    fc.array(nasty, { maxLength: 2 }),
    fc.constantFrom("0", "1", "3600", "1000;w=3600, 100;w=1", `${"9".repeat(400)};w=1`),
  ),
);
const answer: fc.Arbitrary<TransportResponse> = fc.record({
  status: fc.constantFrom(200, 200, 200, 201, 301, 400, 401, 404, 409, 422, 429, 500, 503, 999),
  headers,
  text: body,
  overflow: fc.boolean().map((is) => is && false),
});

/** What comes of an operation if the service answers so, in turn and then again from the start. */
async function outcomeOf(
  operation: (client: Client) => Promise<unknown>,
  answers: readonly TransportResponse[],
) {
  let sent = 0;
  const transport = {
    send: async () => answers[sent++ % answers.length] as TransportResponse,
    close: async () => {},
  };
  const client = clientOf("https://api.example.com/4.0", { transport });
  const outcome = await operation(client).then(
    () => undefined,
    (error: unknown) => error,
  );
  return { outcome, sent, rateLimit: client.rateLimit };
}

const anyOperation = fc.constantFrom(...Object.entries(operations));
const answers = fc.array(answer, { minLength: 1, maxLength: 4 });

/** An error on one line that cannot act on a terminal and has no secret. */
function expectClear(name: string, error: unknown): void {
  expect(error).toBeInstanceOf(ServiceError);
  const { message } = error as ServiceError;
  expect(message).toMatch(/^[a-z ]+\b.*: ./);
  expect(message.length).toBeLessThan(1_500);
  expect(message).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
  for (const secret of [authToken, btoa(`${accountSid}:${authToken}`)]) expect(message).not.toContain(secret);
  if (/create contact|confirm/.test(name)) expect(message).not.toContain(apiKey);
}

function expectFinite({ remaining, reset, policies = [] }: NonNullable<Client["rateLimit"]>): void {
  for (const number of [remaining, reset, ...policies.flatMap(Object.values)])
    if (number !== undefined) expect(Number.isFinite(number)).toBe(true);
}

it("whatever the service answers, an operation comes to a result or to a clear error, in few requests, leaves rate limits of finite numbers, and changes nothing about the objects of JavaScript", async () => {
  const before = Object.getOwnPropertyNames(Object.prototype).length;
  await fc.assert(
    fc.asyncProperty(anyOperation, answers, async ([name, operation], given) => {
      const { outcome, sent, rateLimit } = await outcomeOf(operation, given);
      expect(sent).toBeLessThan(400);
      if (outcome !== undefined) expectClear(name, outcome);
      if (rateLimit !== undefined) expectFinite(rateLimit);
      expect(Object.getOwnPropertyNames(Object.prototype)).toHaveLength(before);
    }),
    { numRuns: 250 },
  );
});

describe("an answer nested a million levels deep", () => {
  const deep = "[".repeat(1e6) + "]".repeat(1e6);
  const texts = [
    deep,
    `{"status_code":200,"data":${deep}}`,
    `{"status_code":200,"data":[${'{"data":'.repeat(1e6)}`,
  ];

  it.each(Object.entries(operations))("is an error like others: %s", async (_name, operation) => {
    for (const text of texts) {
      const { outcome } = await outcomeOf(operation, [{ status: 200, headers: {}, text, overflow: false }]);
      expect(outcome).toMatchObject({ kind: "unreadable" });
    }
  });

  it("is not what brackets in texts make", async () => {
    const text = JSON.stringify({ status_code: 200, status_message: `"${"[{".repeat(1e4)}\\`, data: [] });
    expect(
      await outcomeOf((client) => client.listings(), [{ status: 200, headers: {}, text, overflow: false }]),
    ).toMatchObject({ outcome: undefined });
  });

  it("is found to be nested exactly as it is", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6, stringUnit: "binary" }), (json) => {
        const levels = levelsOf(json);
        expect(isNestedDeeper(JSON.stringify(json), levels)).toBe(false);
        if (levels > 0) expect(isNestedDeeper(JSON.stringify(json), levels - 1)).toBe(true);
      }),
    );
  });
});

function levelsOf(json: unknown): number {
  if (typeof json !== "object" || json === null) return 0;
  return 1 + Math.max(0, ...Object.values(json).map(levelsOf));
}

describe("a client", () => {
  it("is made, or refused without showing what it was given", () => {
    const part = fc.oneof(
      nasty,
      fc.webUrl(),
      fc.constantFrom("https://u:s3cret@h/4.0", "http://h/4.0", "https://h/4.0"),
    );
    fc.assert(
      fc.property(part, part, part, (baseUrl, sidText, token) => {
        try {
          void createClient({
            baseUrl,
            accountSid: sidText,
            authToken: `s3cret${token}`,
            clock: manualClock(),
          }).close();
        } catch (error) {
          expect(error).toBeInstanceOf(ServiceError);
          expect((error as Error).message).not.toContain("s3cret");
        }
      }),
    );
  });
});
