import { basic } from "../../../emulator/api";
import { bridges } from "./bridges";
import { rawConnection, requestText } from "./sockets";

const start = bridges();

describe("/healthz", () => {
  test("answers without credentials, and asks the service nothing", async () => {
    const bridge = await start();
    const url = bridge.url.replace("/3.0", "/healthz");
    const answers = [];
    for (const method of ["GET", "HEAD"]) answers.push(await fetch(url, { method }));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await answers[0]?.text()).toBe("ok\n");
    expect([bridge.service.requestCount, bridge.uses]).toEqual([0, []]);
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
