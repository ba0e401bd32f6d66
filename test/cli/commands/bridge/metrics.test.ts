import { legacyCalls } from "../../../../src/legacy/calls";
import { basic, send } from "../../../emulator/api";
import { oldProgram } from "../../../legacy/program";
import { bridges, type TestBridge } from "./bridges";
import { rawConnection, requestText } from "./sockets";

const start = bridges();
const root = ({ url }: TestBridge) => url.replace("/3.0", "");

/** The samples of a scrape, by name and labels. Fails for a line that the text format of Prometheus does not have. */
async function scrape(bridge: TestBridge): Promise<Map<string, number>> {
  const answer = await fetch(`${root(bridge)}/metrics`);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([
    200,
    "text/plain; version=0.0.4; charset=utf-8",
  ]);
  const text = await answer.text();
  expect(text).toMatch(/\n$/);
  const [samples, types] = [new Map<string, number>(), new Map<string, string>()];
  for (const line of text.trimEnd().split("\n")) {
    const [, name = "", type = ""] = /^# TYPE (\S+) (counter|gauge|histogram)$/.exec(line) ?? [];
    if (name !== "") types.set(name, type);
    if (line.startsWith("#")) {
      expect(line).toMatch(/^# (HELP [a-z_]+ \S.*|TYPE [a-z_]+ (counter|gauge|histogram))$/);
      continue;
    }
    const sample = /^([a-z_]+)(?:\{[a-z]+="[^"\\\n]*"(?:,[a-z]+="[^"\\\n]*")*\})? (\d+(?:\.\d+)?)$/.exec(
      line,
    );
    expect([line, sample !== null]).toEqual([line, true]);
    const family = (sample?.[1] ?? "").replace(/_(bucket|sum|count)$/, "");
    expect(types.has(sample?.[1] ?? "") || types.get(family) === "histogram").toBe(true);
    const series = line.slice(0, line.lastIndexOf(" "));
    expect(samples.has(series)).toBe(false);
    samples.set(series, Number(sample?.[2]));
  }
  return samples;
}

describe("/healthz", () => {
  test("answers without credentials, and asks the service nothing", async () => {
    const bridge = await start();
    const answers = [];
    for (const method of ["GET", "HEAD"]) answers.push(await fetch(`${root(bridge)}/healthz`, { method }));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await answers[0]?.text()).toBe("ok\n");
    expect([bridge.service.requestCount, bridge.uses]).toEqual([0, []]);
  });
});

describe("/metrics", () => {
  test("is there only on demand", async () => {
    const bridge = await start();
    expect((await fetch(`${root(bridge)}/metrics`)).status).toBe(401);
  });

  test("counts requests by operation and status, and what is open", async () => {
    const bridge = await start({}, { metrics: true, limits: { connectionsPerAddress: 10 } });
    const program = oldProgram(bridge);
    for (let number = 0; number < 3; number += 1) await program.get("/hosts.json");
    await program.post("/contactgroup/add.json", {});
    await send(`${bridge.url}/hosts.json`, {});
    const open = await Promise.all(Array.from({ length: 12 }, () => rawConnection(bridge, "127.0.0.9")));
    await Promise.race(open.map(({ ended }) => ended));
    const samples = await scrape(bridge);
    const of = (name: string) => samples.get(`rblmonitor_bridge_${name}`);
    expect(of('requests_total{operation="List hosts",status="200"}')).toBe(3);
    expect(of('requests_total{operation="Add group",status="422"}')).toBe(1);
    expect(of('requests_total{operation="List hosts",status="401"}')).toBe(1);
    expect([of("request_duration_seconds_count"), of('request_duration_seconds_bucket{le="+Inf"}')]).toEqual([
      5, 5,
    ]);
    expect([of("service_requests_total"), of("requests_under_way")]).toEqual([3, 0]);
    expect(of("connections_refused_total")).toBeGreaterThan(0);
    expect(of("connections")).toBeGreaterThan(0);
    expect(of("resident_memory_bytes")).toBeGreaterThan(1_000_000);
  });

  test("has no more series, whatever clients invent, and no word of theirs", async () => {
    const bridge = await start({}, { metrics: true });
    await oldProgram(bridge).get("/hosts.json");
    const { size } = await scrape(bridge);
    for (let number = 0; number < 300; number += 1) {
      await send(`${bridge.url}/invented${number}/x.json?a=${number}`, {
        headers: { authorization: basic(`invented${number}`, "x"), "user-agent": `invented/${number}` },
      });
    }
    const samples = await scrape(bridge);
    expect(samples.size).toBeLessThanOrEqual(size + 2);
    expect([...samples.keys()].join()).not.toContain("invented");
  });

  test("has an operation for each call of version 3.0", () => {
    expect(new Set(legacyCalls.map(({ name }) => name)).size).toBe(36);
  });
});

describe("what is logged of a request", () => {
  test("is short, and without a name if it has other credentials", async () => {
    const bridge = await start();
    const { send, ended } = await rawConnection(bridge);
    const long = "x".repeat(6_000);
    send(
      requestText(bridge, {
        target: `/${long}?${long}`,
        authorization: basic(long.slice(0, 100), "x"),
        headers: [`User-Agent: ${long.slice(0, 2_000)}`, "Connection: close"],
      }),
    );
    await ended;
    expect(JSON.stringify(bridge.uses).length).toBeLessThan(400);
    expect(bridge.uses).toMatchObject([{ status: 401, path: "/*", program: null, address: "127.0.0.1" }]);
  });

  test.each([
    ["GET", "/3.0/hosts.json", "/hosts"],
    ["GET", `/3.0/host/HT${"0".repeat(32)}.json`, `/host/HT${"0".repeat(32)}`],
    ["POST", `/3.0/host/pause/HT${"A".repeat(32)}`, `/host/pause/HT${"a".repeat(32)}`],
    ["GET", `/3.0/check/status/PP${"1".repeat(64)}.json`, `/check/status/PP${"1".repeat(64)}`],
    ["GET", "/3.0/monitoringprofiles", "/rblprofiles"],
    ["GET", "/3.0/listings.nagios", "/listings.nagios"],
    // Programs put credentials, codes and destinations into the paths of calls that there are not.
    ["GET", "/3.0/{token}/hosts.json", "/*/hosts"],
    ["GET", "/3.0/host/{token}.json", "/host/*"],
    ["POST", `/3.0/contact/confirm/CO${"0".repeat(32)}/K7X2M9`, `/contact/confirm/CO${"0".repeat(32)}/*`],
    ["GET", "/3.0/hosts;token={token}", "/*"],
    ["GET", "/3.0/hosts%2f{token}", "/*"],
    ["GET", "/login/{token}", "/*/*"],
    ["OPTIONS", "*", "/*"],
    ["GET", `/3.0${"/host".repeat(200)}`, "/host".repeat(20)],
    ["GET", "/3.0/__proto__/constructor", "/*/*"],
  ])("has only words and SIDs of version 3.0 in its path: %s %s", async (method, target, expected) => {
    const bridge = await start();
    const { send, ended } = await rawConnection(bridge);
    const path = target.replaceAll("{token}", bridge.service.authToken);
    send(requestText(bridge, { method, target: path, headers: ["Connection: close"] }));
    await ended;
    expect(bridge.uses.map((use) => use.path)).toEqual([expected]);
  });
});
