import { destroyLimit } from "../../../../src/cli/commands/review/destroy-limit";
import { commandRun } from "../drift/command";

describe("--max-destroyed", () => {
  it.each([
    ["5", 5, 80, false],
    ["5", 6, 80, true],
    ["0", 0, 80, false],
    ["0", 1, 80, true],
    ["10%", 8, 80, false],
    ["10%", 9, 80, true],
    ["10%", 1, 9, true],
    ["100%", 9, 9, false],
  ])("%s of %i destroyed objects of %i", (text, destroyed, all, beyond) => {
    expect(destroyLimit(text).isExceeded(destroyed, all)).toBe(beyond);
  });

  it.each(["", "-1", "5.5", "many", "101%", "%"])("is not %j", (text) => {
    expect(() => destroyLimit(text)).toThrow(
      "It must be a number of objects, such as 5, or a share, such as 10%.",
    );
  });
});

/** A plan that destroys a number of hosts. */
function plan(destroyed: number, all: number): string {
  const host = (n: number) => ({
    address: `rblmonitor_host.h${n}`,
    mode: "managed",
    type: "rblmonitor_host",
    name: `h${n}`,
    values: { id: `HT${String(n).padStart(32, "0")}`, host: `192.0.2.${n}`, name: `h${n}` },
  });
  const hosts = Array.from({ length: all }, (_, n) => host(n));
  return JSON.stringify({
    format_version: "1.2",
    prior_state: { values: { root_module: { resources: hosts } } },
    planned_values: { root_module: { resources: hosts.slice(destroyed) } },
    resource_changes: hosts.slice(0, destroyed).map(({ values, ...one }) => ({
      ...one,
      change: { actions: ["delete"], before: values, after: null },
    })),
  });
}

describe("rblmonitor review with --max-destroyed", () => {
  const noAccount = { url: "", accountSid: "", authToken: "" };
  const review = (input: string, ...args: string[]) =>
    commandRun(noAccount, ["review", "-", "--offline", ...args], { input });

  it.each([
    ["3", 0],
    ["2", 2],
    ["30%", 0],
    ["20%", 2],
  ])("%s ends with %i for three of ten hosts, and warns of nothing else", async (limit, code) => {
    const run = await review(plan(3, 10), "--max-destroyed", limit, "--json");
    const warnings = JSON.parse(run.stdout).warnings as { kind: string; text: string }[];
    expect([run.code, warnings.map(({ kind }) => kind)]).toEqual([code, code === 2 ? ["destroy_limit"] : []]);
    if (code === 2)
      expect(warnings[0]?.text).toBe(
        `3 of 10 objects are destroyed or replaced. --max-destroyed allows ${limit}.`,
      );
  });

  it("leaves the built-in warning of mass destruction, unless it is exceeded", async () => {
    const kinds = async (...args: string[]) =>
      (JSON.parse((await review(plan(8, 10), "--json", ...args)).stdout).warnings as { kind: string }[]).map(
        ({ kind }) => kind,
      );
    expect(await kinds()).toEqual(["many_destroyed"]);
    expect(await kinds("--max-destroyed", "8")).toEqual(["many_destroyed"]);
    expect(await kinds("--max-destroyed", "7")).toEqual(["destroy_limit"]);
  });
});
