import { UsageCount, type Use, usageText } from "../../../../src/cli/commands/bridge/usage";
import { plainScreen } from "../../../../src/cli/output/terminal";
import { legacyRoute, successorOf } from "../../../../src/legacy/routes";

const [noon, one] = ["2026-11-21T12:00:00.000Z", "2026-11-21T13:00:00.000Z"];

const use = (method: string, path: string, program = "panel/1.2", status = 200, time = noon): Use => {
  const route = legacyRoute(method, path);
  return {
    time,
    operation: route?.call.name ?? null,
    method,
    path,
    now: route === undefined ? null : successorOf(route),
    program,
    address: "192.0.2.1",
    status,
    milliseconds: 1,
  };
};

describe("the calls that are still in use", () => {
  test("are counted by operation and program, whatever the id, with the first and the last time", () => {
    const count = new UsageCount();
    expect(count.count(use("GET", `/host/HT${"0".repeat(32)}`))).toMatchObject({
      operation: "Get host",
    });
    expect(count.count(use("GET", `/host/HT${"1".repeat(32)}`, "panel/1.2", 404, one))).toBeUndefined();
    expect(count.count(use("GET", `/host/HT${"0".repeat(32)}`, "", 200, one))).toBeDefined();
    expect(count.usage()).toEqual({
      requests: 3,
      calls: [
        {
          operation: "Get host",
          call: "GET /host/{id}",
          now: "GET /rbl/hosts/{id}",
          program: "panel/1.2",
          requests: 2,
          failed: 1,
          first: noon,
          last: one,
        },
        {
          operation: "Get host",
          call: "GET /host/{id}",
          now: "GET /rbl/hosts/{id}",
          program: "192.0.2.1 (without a name)",
          requests: 1,
          failed: 0,
          first: one,
          last: one,
        },
      ],
    });
  });

  test("are reported once each, when they come first", () => {
    const count = new UsageCount();
    const reported = [
      use("GET", "/hosts"),
      use("GET", "/hosts"),
      use("GET", "/rbls"),
      use("GET", "/hosts", "cron"),
    ].map((each) => count.count(each)?.call);
    expect(reported).toEqual(["GET /hosts", undefined, "GET /rbls", "GET /hosts"]);
  });

  test("separate the views of the listings, whose successor is the count", () => {
    const count = new UsageCount();
    for (const view of ["", ".nagios", ".zabbix"]) count.count(use("GET", `/listings${view}`));
    expect(count.usage().calls.map(({ call, now }) => [call, now])).toEqual([
      ["GET /listings", "GET /rbl/listings"],
      ["GET /listings.nagios", "GET /rbl/listings/count"],
      ["GET /listings.zabbix", "GET /rbl/listings/count"],
    ]);
  });

  test("include unknown calls, by method", () => {
    const count = new UsageCount();
    for (const path of ["/a", "/b"]) count.count(use("GET", path, "scan", 404));
    expect(count.usage().calls).toMatchObject([
      { operation: null, call: "GET (no call of 3.0)", now: null, requests: 2, failed: 2 },
    ]);
  });

  test("are so many at most: invented names of programs do not fill the memory", () => {
    const count = new UsageCount(2);
    const programs = ["a", "b", "c", "d", "a"];
    const reported = programs.map((program) => count.count(use("GET", "/hosts", program)) !== undefined);
    expect(reported).toEqual([true, true, false, false, false]);
    const { requests, calls } = count.usage();
    expect([requests, calls.map(({ program, requests }) => [program, requests])]).toEqual([
      5,
      expect.arrayContaining([
        ["a", 2],
        ["b", 1],
        ["others", 2],
      ]),
    ]);
  });

  test("are a table for people, which nothing from elsewhere can act on", () => {
    const count = new UsageCount();
    expect(usageText(count.usage(), plainScreen)).toBe("No request came.\n");
    count.count(use("POST", "/host/add/.json", "evil\u001b[2J", 422));
    expect(usageText(count.usage(), plainScreen)).toBe(
      [
        "1 request of version 3.0:",
        "",
        "Call of 3.0     Now              Program        Requests  Failed  Last",
        "POST /host/add  POST /rbl/hosts  evil\\u{1b}[2J  1         1       2026-11-21T12:00:00.000Z",
        "",
      ].join("\n"),
    );
  });
});
