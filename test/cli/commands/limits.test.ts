import { type Emulator, type EmulatorOptions, startEmulator } from "../../../src/emulator/emulator";
import { commandRun } from "./drift/command";

let service: Emulator;
afterEach(() => service.close());

async function limits(options: EmulatorOptions, ...args: string[]) {
  service = await startEmulator(options);
  return commandRun(service, ["limits", ...args]);
}

describe("rblmonitor limits", () => {
  it("shows the remaining requests of the hour, for one request", async () => {
    const { code, stdout } = await limits({ limits: { hour: 50 } });
    expect(code).toBe(0);
    expect(stdout).toBe(
      "49 of 50 requests are left in this hour.\nThe hour ends in 1 h.\nLimits: 50 requests an hour, 100 requests a second.\n",
    );
    expect(service.requestCount).toBe(1);
  });

  it("shows a lower bound where the service reports only the second", async () => {
    const { stdout } = await limits({});
    expect(stdout).toBe(
      "At least 99 of 1,000 requests are left in this hour; this run has sent 1. The exact number is unknown: the API reports only the tightest limit, now 99 requests for 1 s.\nLimits: 1,000 requests an hour, 100 requests a second.\n",
    );
  });

  it.each([
    [{ limits: { hour: 50 } }, { remaining: 49, at_least: 49, reset: 3600 }],
    [{}, { remaining: null, at_least: 99, reset: null }],
  ])("says in JSON whether the hour itself is known: with %j", async (options, hour) => {
    expect(JSON.parse((await limits(options, "--json")).stdout)).toMatchObject({ hour, sent: 1 });
  });

  it("says that there is no limit, and not a number that no account reaches", async () => {
    expect((await limits({ limits: "off" })).stdout).toBe("There is no hourly limit.\n");
  });

  it("shows that no requests are left, without an error and without waiting", async () => {
    let now = 0;
    service = await startEmulator({ limits: { hour: 1 }, now: () => now });
    await commandRun(service, ["limits"]);
    now = 3_590_000;
    const { code, stdout } = await commandRun(service, ["limits"]);
    expect([code, service.requestCount]).toEqual([0, 2]);
    expect(stdout).toMatch(/^0 of 1 requests are left in this hour\.\nThe hour ends in 10 s\.\n/);
  });
});
