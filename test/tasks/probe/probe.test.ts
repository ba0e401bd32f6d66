import { execFile } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { type Emulator, startEmulator } from "../../../src/emulator/emulator";
import {
  type OpenPointSettings,
  openPointValues,
  readSettings,
  settingsFile,
} from "../../../src/emulator/settings";
import { kindNames } from "../../../src/service/kinds";
import type { ProbeOptions } from "../../../src/tasks/probe/account";
import { experiments } from "../../../src/tasks/probe/experiments";
import { probe, type Row } from "../../../src/tasks/probe/index";
import { startReceiver } from "../../../src/tasks/probe/receiver";
import { isLong } from "../../properties";

type Setting = keyof OpenPointSettings;
type Settings = Partial<OpenPointSettings>;
const settings = Object.keys(openPointValues) as Setting[];

/** A quarter of an hour before the clock's next hour. */
const now = () => Date.UTC(2026, 10, 21, 12, 45);

/** Waits of a second and more are shortened, others left out. */
const wait = (milliseconds: number) => (milliseconds < 1_000 ? Promise.resolve() : sleep(milliseconds / 400));

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function emulator(chosen: Settings = {}): Promise<Emulator> {
  const service = await startEmulator({ now, limits: "off", checkDuration: 100, ...chosen });
  closing.push(() => service.close());
  const firstListed = Date.UTC(2026, 10, 18, 11, 44, 3);
  if (chosen.listedPeriod) service.account.add("host", { host: "192.0.2.99", listed: true, firstListed });
  return service;
}

/** Probes the service, which it knows only by HTTP and by its events. */
async function probed(service: Emulator, options: Partial<ProbeOptions> = {}) {
  const receiver = await startReceiver("127.0.0.1", 0);
  closing.push(receiver.close);
  return probe({
    receiver,
    baseUrl: service.url,
    legacyBaseUrl: service.legacyUrl,
    accountSid: service.accountSid,
    authToken: service.authToken,
    wait,
    now,
    signal: new AbortController().signal,
    ...options,
  });
}

const census = ({ account }: Emulator) => kindNames.flatMap((kind) => account.objects(kind));

/** The values that the probe found; and those that it claimed although the service has others. */
async function recovered(chosen: Settings): Promise<{ found: string[]; wrong: string[] }> {
  const service = await emulator(chosen);
  const before = census(service);
  const rows = (await probed(service)).rows.filter(({ setting }) => setting in openPointValues);
  expect(census(service)).toEqual(before);
  const decided = rows.filter(({ result }) => result !== "undecided");
  const isRight = (row: Row) =>
    row.observed === (chosen[row.setting as Setting] ?? openPointValues[row.setting as Setting][0]);
  const texts = (of: readonly Row[]) => of.map(({ setting, observed }) => `${setting}=${observed}`);
  return { found: texts(decided.filter(isRight)), wrong: texts(decided.filter((row) => !isRight(row))) };
}

/** Settings that show only together with another. */
const companions: { readonly [N in Setting]?: Settings } = {
  parentDelete: { subnetCreate: "parent-and-children" },
  contactAfterChange: { newContact: "active" },
};

/** Those with which a service shows its objects late. They would hide what other experiments create. */
const late: readonly Setting[] = ["memberLag", "readLag"];
const atOnce = settings.filter((setting) => !late.includes(setting));

/** One run for each value of each setting. */
const oneByOne: readonly Settings[] = atOnce.flatMap((setting) =>
  openPointValues[setting].map((value) => ({ [setting]: value, ...companions[setting] })),
);

/** All values of all settings in a few runs; where two settings hide each other, one of them has another value. */
const apart: readonly Settings[] = [
  {},
  { newContact: "pending", validationStatus: 500 },
  {},
  { newContact: "pending", endpointConfirmation: "sent" },
  { newContact: "active" },
  { unknownFields: "validation", customFlag: "number" },
  {},
];
const together: readonly Settings[] = apart.map((different, run) => ({
  ...Object.fromEntries(
    atOnce
      // Needs a listed host; `emptyTotalPages` needs an account without one.
      .filter((setting) => setting !== "listedPeriod" || run < 2)
      .map((setting) => [setting, openPointValues[setting][run % openPointValues[setting].length]]),
  ),
  ...different,
}));

it("finds the values of all settings that it requests, which are most, and claims no other", async () => {
  const found = new Set<string>();
  for (const chosen of isLong ? oneByOne : together) {
    const result = await recovered(chosen);
    expect([chosen, result.wrong]).toEqual([chosen, []]);
    for (const each of result.found) found.add(each);
    for (const close of closing.splice(0).reverse()) await close();
  }
  const isShown = (setting: Setting) => experiments[setting].see !== "needs a person at the portal";
  const isRequested = (setting: Setting) => typeof experiments[setting].see !== "string";
  const isFound = (setting: Setting) =>
    openPointValues[setting].every((value) => found.has(`${setting}=${value}`));
  const [shown, recoveredSettings] = [settings.filter(isShown), settings.filter(isFound)];
  process.stdout.write(
    `The probe recovers ${recoveredSettings.length} of ${shown.length} settings that requests or events show, and none wrongly; ${settings.length} exist.\n`,
  );
  expect(recoveredSettings).toEqual(settings.filter(isRequested));
  expect(recoveredSettings.length / shown.length).toBeGreaterThanOrEqual(0.85);
});

/** How a service differs from the emulator. */
interface Oddity {
  /** The status with which it refuses a request, if it does. @param count of the requests until this one */
  readonly refusal?: (request: string, count: number) => number | undefined;
  readonly edit?: (body: string) => string;
  readonly headers?: (count: number) => Record<string, string>;
}

/** Starts a service that behaves as the emulator, except for an oddity. Requests have the form `POST /4.0/rbl/hosts.json name=…`. */
async function oddService(service: Emulator, { refusal, edit = String, headers = () => ({}) }: Oddity) {
  const authorization = `Basic ${Buffer.from(`${service.accountSid}:${service.authToken}`).toString("base64")}`;
  let [connections, count] = [0, 0];
  const proxy = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = "", url = "" } = request;
    const type = request.headers["content-type"] ?? "";
    const body = method === "GET" || method === "DELETE" ? null : Buffer.concat(chunks);
    count += 1;
    const refused = refusal?.(`${method} ${url} ${body ?? ""}`, count);
    if (refused) return void response.writeHead(refused, headers(count)).end("{}");
    const answer = await fetch(new URL(url, service.url), {
      method,
      body,
      headers: { authorization, "content-type": type },
    });
    response.writeHead(answer.status, headers(count)).end(edit(await answer.text()));
  });
  proxy.on("connection", () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  closing.push(() => proxy.close());
  const { port } = proxy.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/4.0`, connections: () => connections };
}

async function probedWith(service: Emulator, oddity: Oddity): Promise<readonly Row[]> {
  return (await probed(service, { baseUrl: (await oddService(service, oddity)).url })).rows;
}

it("reports what the service shows although it is not a known value, without secrets", async () => {
  const service = await emulator();
  const edit = (body: string) =>
    body
      .replaceAll('"paused"', `"frozen ${service.authToken}"`)
      .replaceAll(/:(true|false)/g, ':"is $1"')
      .replaceAll(/("expiration_thresholds":)\[.*?\]/g, '$1{"30":1}');
  const rows = await probedWith(service, { edit });
  const { unknown, settings: decided } = JSON.parse(settingsFile(rows));
  expect(unknown).toEqual({
    lists: 'GET /cert/profiles/CP… 200: {"30":1}',
    booleans: expect.stringMatching(/^GET \/cert\/profiles\/CP… 200: is true$/),
    "point 28": expect.stringContaining("[null,null]"),
    pausedWord: expect.stringMatching(/^GET \/rbl\/hosts\/HT… 200: frozen \*\*\*$/),
  });
  expect(decided).toMatchObject({ idKey: "id", sameHost: "conflict" });
  expect(JSON.stringify(rows)).not.toContain(service.authToken);
  // No answer has headers with limits.
  expect(decided).not.toHaveProperty("hourWindow");
});

test.each<[string, RegExp, string[]]>([
  [
    "pauses",
    /^POST .*\/pause/,
    ["pausedWord", "pausedHostCheck", "contactAfterResume", "pausedSources", "listOmits", "pausePaused"],
  ],
  ["updates", /^PUT .*hosts/, ["emptyList"]],
  ["contacts", /^POST .*contacts.json/, ["inUseStatus"]],
  ["profiles with sources", /^POST .*entries=/, ["sourceInUse", "pausedSources"]],
  ["domains", /^POST .*hosts.json .*host=(mx|twice)/, ["mailHosts", "sameHost"]],
  ["checks", /^POST .*check\/start/, ["eventPrefix", "webhookRetries", "checkWords"]],
])("concludes nothing from what follows if the service refuses %s", async (_, refused, undecided) => {
  const refusal = (request: string) => (refused.test(request) ? 422 : undefined);
  const rows = await probedWith(await emulator(), { refusal });
  const results = rows.filter(({ setting }) => undecided.includes(setting));
  expect(results.map(({ setting, result }) => [setting, result])).toEqual(
    undecided.toSorted(bySetting).map((setting) => [setting, "undecided"]),
  );
});

const order = Object.keys(experiments);
const bySetting = (a: string, b: string) => order.indexOf(a) - order.indexOf(b);

test.each([500, 503])("takes no failure of the service (%d) for an answer", async (status) => {
  const service = await emulator();
  const before = census(service);
  const isOutage = (count: number) => count > 60 && count < 80;
  const refusal = (_: string, count: number) => (isOutage(count) || count % 10 === 0 ? status : undefined);
  const rows = await probedWith(service, { refusal });
  const others = rows.filter(
    ({ result, observed, expected }) => result !== "undecided" && observed !== expected,
  );
  expect(others).toEqual([]);
  expect(rows.filter(({ result }) => result === "undecided").length).toBeLessThan(35);
  expect(census(service)).toEqual(before);
});

it("concludes nothing from a URL that is not that of version 3.0", async () => {
  const service = await emulator();
  const { rows } = await probed(service, { legacyBaseUrl: service.url });
  const legacy = rows.filter(({ evidence }) => evidence.includes("3.0"));
  expect(legacy.map(({ setting, result }) => [setting, result])).toEqual([
    ["legacyErrors", "undecided"],
    ["legacyAcls", "undecided"],
    ["point 39", "unknown"],
  ]);
});

it("leaves requests of the account's hour for the removal of objects", async () => {
  const service = await emulator();
  const before = census(service);
  const headers = (count: number) => ({
    "ratelimit-remaining": `${Math.max(0, 170 - count)}`,
    "ratelimit-reset": "3000",
  });
  const refusal = (_: string, count: number) => (count > 170 ? 429 : undefined);
  const rows = await probedWith(service, { headers, refusal });
  expect(rows.at(-1)?.evidence).toBe("the hour or the probe has no request left");
  expect(rows.filter(({ result }) => result === "settings").length).toBeGreaterThan(15);
  expect(census(service)).toEqual(before);
});

it("removes no object that only mentions its own", async () => {
  const service = await emulator();
  const before = census(service);
  const members = '"members":["rblmonitor-probe-0123abcd"],';
  await probedWith(service, {
    edit: (body) => body.replaceAll('"total_members"', `${members}"total_members"`),
  });
  expect(census(service)).toEqual(before);
});

it("uses one connection", async () => {
  const service = await emulator();
  const { url, connections } = await oddService(service, {});
  await probed(service, { baseUrl: url });
  expect(connections()).toBe(1);
});

it("ends at a URL that is not that of the API", async () => {
  const service = await emulator();
  await expect(probed(service, { baseUrl: `${service.url}/4.0` })).rejects.toThrow(
    "the service refused GET /contact/groups?page_size=1000&page=1 404",
  );
  expect(service.requestCount).toBe(1);
});

it("writes settings with which the emulator behaves like the account", async () => {
  const chosen = { idKey: "sid", pausedWord: 0, booleans: "number" } as const;
  const file = settingsFile((await probed(await emulator(chosen))).rows);
  expect(readSettings(file)).toMatchObject(chosen);
  expect(JSON.parse(file)).toMatchObject({
    undecided: { portalSettings: "needs a person at the portal" },
    unknown: {},
  });
});

it("leaves an account as it was, also after an interrupt or a failure", async () => {
  const service = await emulator();
  const before = census(service);
  await probed(service);
  expect(census(service)).toEqual(before);

  const stop = new AbortController();
  const last = service.requestCount + 60;
  const interrupted = (milliseconds: number) => {
    if (service.requestCount > last) stop.abort();
    return wait(milliseconds);
  };
  await expect(probed(service, { wait: interrupted, signal: stop.signal })).rejects.toThrow("aborted");
  expect(census(service)).toEqual(before);

  service.faults.arm({ fault: "drop-after", method: "POST", path: "/rbl/check/start" });
  const { rows } = await probed(service);
  const broken = rows.filter(({ evidence }) => evidence.startsWith("the connection broke"));
  expect(broken.map(({ setting }) => setting)).toContain("checkWords");
  expect(census(service)).toEqual(before);
});

it("removes what a killed run left", async () => {
  const service = await emulator();
  const before = census(service);
  const mark = "rblmonitor-probe-0123abcd";
  const source = service.account.add("source", { host: `main-${mark}.example.com`, paused: true });
  service.account.add("monitoring_profile", { name: `${mark} selects ${source.id}`, entries: [source.id] });
  service.account.add("contact", { contact: `probe@member-${mark}.example.com` });
  await probed(service);
  expect(census(service)).toEqual(before);
});

it("has no secret of an event in its report", async () => {
  const receiver = await startReceiver("127.0.0.1", 0);
  closing.push(receiver.close);
  const report = JSON.stringify(await probed(await emulator(), { receiver }));
  const authcodes = receiver.deliveries.flatMap(
    ({ event }) => (event as { authcode?: string }).authcode ?? [],
  );
  expect(authcodes.length).toBeGreaterThan(1);
  expect(authcodes.filter((code) => report.includes(code))).toEqual([]);
});

const ofEvents = [
  "eventPrefix",
  "confirmationForm",
  "endpointConfirmation",
  "endpointPosts",
  "webhookRetries",
  "contactAfterConfirm",
];

const reasonsOf = (rows: readonly Row[]) =>
  rows.filter(({ setting }) => ofEvents.includes(setting)).map(({ evidence }) => evidence);

it("needs a receiver for events, and says so", async () => {
  const { rows } = await probed(await emulator(), { receiver: undefined });
  expect(reasonsOf(rows)).toEqual(ofEvents.map(() => "needs --listen"));
});

it("concludes nothing from silence if no event arrives at all, and waits less for others", async () => {
  const receiver = await startReceiver("127.0.0.1", 0, "http://127.0.0.1:9/elsewhere/");
  closing.push(receiver.close);
  let seconds = 0;
  const counted = (milliseconds: number) => {
    seconds += milliseconds / 1_000;
    return wait(milliseconds);
  };
  const { rows } = await probed(await emulator(), { receiver, wait: counted });
  expect(seconds).toBeLessThan(300);
  expect(reasonsOf(rows)).toEqual(
    ofEvents.map(() => "no event has arrived: can the service reach the public URL?"),
  );
});

it("receives nothing from anyone who does not know the mark", async () => {
  const receiver = await startReceiver("127.0.0.1", 0);
  closing.push(receiver.close);
  const post = (path: string, body: string) => fetch(receiver.publicUrl + path, { method: "POST", body });
  expect((await post("/", "{}")).status).toBe(404);
  expect((await post("/rblmonitor-probe-0123abcd/1/event", "x".repeat(100_000))).status).toBe(404);
  expect(receiver.deliveries).toEqual([]);
});

it("says that the credentials are wrong", async () => {
  await expect(probed(await emulator(), { authToken: "0".repeat(64) })).rejects.toThrow("credentials (401)");
});

it("says what it will do, and sends nothing unless a person agrees", async () => {
  const service = await emulator();
  const env = {
    ...process.env,
    RBLMONITOR_BASE_URL: service.url,
    RBLMONITOR_ACCOUNT_SID: service.accountSid,
    RBLMONITOR_AUTH_TOKEN: service.authToken,
  };
  const task = promisify(execFile)(process.execPath, ["src/tasks/run.mjs", "probe"], { env });
  task.child.stdin?.end("no\n");
  const { code, stdout, stderr } = await task.catch((error) => error);
  expect(code).toBe(1);
  expect(stdout).toContain("at most 300 requests");
  expect(stderr).toContain("Nothing was sent");
  expect(service.requestCount).toBe(0);
});

it("answers points without a setting, except those that need a person", async () => {
  const { rows } = await probed(await emulator());
  const others = rows.filter(({ setting }) => setting.startsWith("point"));
  expect(others.map(({ point, observed }) => [point, observed])).toEqual([
    [13, undefined],
    [23, undefined],
    [24, undefined],
    [27, undefined],
    [28, "as documented"],
    [30, "as documented"],
    [31, undefined],
    [39, "as documented"],
  ]);
});

it("sends at most 300 requests", async () => {
  const { sent } = await probed(await emulator({ maxPageSize: 50, subnetCreate: "parent-and-children" }));
  expect(sent).toBeLessThan(250);
});
