import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { foreignReason } from "../../src/service/foreign-requests";
import { sampleEvent } from "../../src/webhooks";
import { bridges } from "../cli/commands/bridge/bridges";
import { endCommands, listening } from "../cli/commands/webhooks/rblmonitor";
import { startRblmonitor } from "../cli/rblmonitor";
import { basic, emulators } from "../emulator/api";
import { receivers } from "../emulator/receiver";

const emulator = emulators();
const bridge = bridges();
const receiver = receivers();
afterEach(endCommands);

/** Sends a request as a browser does, with the Host and Origin of a page. */
async function from(url: string, headers: Record<string, string>, body?: string) {
  const sent = request(url, { method: body === undefined ? "GET" : "POST", headers, agent: false });
  sent.end(body);
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  return { status: answer.statusCode, body: await text(answer) };
}

/** A page of another site, and one whose name resolves to this machine. */
const pages: (readonly [page: string, headers: Record<string, string>])[] = [
  ["another site", { origin: "https://evil.example" }],
  ["another server on this machine", { origin: "http://localhost:3000" }],
  ["a sandboxed frame", { origin: "null" }],
  ["a name that resolves to this machine", { host: "evil.example:4011" }],
  ["that name, as its own origin", { host: "evil.example:4011", origin: "http://evil.example:4011" }],
  ["a name that begins with an address", { host: "127.0.0.1.evil.example" }],
];

describe.each(pages)("a page of %s", (_, headers) => {
  it("posts no event to webhooks listen, which would forward it", async () => {
    const { url: forward, received } = await receiver();
    const accepting = [
      ["--allow-unsigned", { RBLMONITOR_WEBHOOK_SECRET: "" }],
      ["--unsigned=contact.confirm", {}],
    ] as const;
    for (const [option, environment] of accepting) {
      const { url, kill, ended } = await listening([option, "--forward", forward], environment);
      const event = JSON.stringify(sampleEvent("contact.confirm"));
      expect(await from(url, headers, event)).toMatchObject({ status: 403 });
      kill("SIGTERM");
      expect(await ended).toMatchObject({ stdout: "", stderr: expect.stringContaining("Refused with 403") });
    }
    expect(received).toEqual([]);
  });

  it("reads no metrics of the bridge", async () => {
    const { url } = await bridge({}, { metrics: true });
    expect(await from(new URL("/metrics", url).href, headers)).toMatchObject({ status: 403 });
  });

  it("reaches nothing of the emulator, even with the credentials", async () => {
    const service = await emulator({ control: true, allowedHost: [] });
    const authorization = basic(service.accountSid, service.authToken);
    for (const url of [
      `${service.url}/rbl/hosts`,
      `${service.legacyUrl}/hosts.json`,
      `${service.controlUrl}/secrets`,
    ])
      expect(await from(url, { ...headers, authorization })).toMatchObject({ status: 403 });
    expect(service.requestCount).toBe(0);
  });
});

it("a page whose name resolves to this machine reaches nothing of rblmonitor emulator", async () => {
  const allowed = ["--allowed-host", "hooks.example.org"];
  const { says, kill, ended } = startRblmonitor(["emulator", "--port", "0", ...allowed]);
  const [, url = ""] = await says(/RBLMONITOR_BASE_URL=(.+)/);
  expect(await from(url, { host: "evil.example" })).toMatchObject({ status: 403 });
  expect(await from(url, { host: "hooks.example.org" })).toMatchObject({ status: 401 });
  kill("SIGTERM");
  await ended;
});

describe("a program", () => {
  it.each([
    {},
    { host: "localhost:4011" },
    { host: "[::1]:4011" },
    { host: "192.0.2.7" },
    { host: "emulator:4010" },
    { host: "hooks.localhost" },
    { host: "127.0.0.1:4011", origin: "http://127.0.0.1:4011" },
  ])("that addresses this machine, or a page from here, is answered: %j", (headers) => {
    expect(foreignReason({ headers }, [])).toBeUndefined();
  });

  it("is answered at a name that is allowed", async () => {
    const host = "hooks.example.org";
    const service = await emulator({ allowedHost: [host] });
    expect(await from(`${service.url}/rbl/hosts`, { host })).toMatchObject({ status: 401 });
    const open = await listening(["--allow-unsigned", "--allowed-host", host], {
      RBLMONITOR_WEBHOOK_SECRET: "",
    });
    const event = JSON.stringify(sampleEvent("contact.confirm"));
    expect(await from(open.url, { host: `${host}:443` }, event)).toMatchObject({ status: 200 });
    const { url } = await bridge({}, { metrics: true, allowedHost: [host] });
    expect(await from(new URL("/metrics", url).href, { host })).toMatchObject({ status: 200 });
  });

  it("is answered at any name by webhooks listen if its events are signed", async () => {
    const { url } = await listening();
    const event = JSON.stringify(sampleEvent("contact.confirm"));
    expect(await from(url, { host: "tunnel.example.org" }, event)).toMatchObject({ status: 401 });
  });
});
