import { readFile } from "node:fs/promises";
import type { EmulatorOptions } from "../../src/emulator/emulator";
import { openAccount as openReal } from "./account";
import { callOn, isCallOn } from "./api-version";
import { closeAccounts, openAccount, type TestAccount } from "./driven/account";
import { fleet } from "./fleet";

afterEach(closeAccounts);

const hosts = 8;

/** An account, and a configuration for it that is not applied yet. */
async function declared(settings: EmulatorOptions = {}, provider = ""): Promise<TestAccount> {
  const account = await openAccount(settings);
  await account.write(fleet(hosts), provider);
  return account;
}

/** Everything is as declared: each host once, and nothing to plan. */
async function expectAsDeclared(account: TestAccount): Promise<void> {
  expect(account.service.account.objects("host")).toHaveLength(hosts);
  expect((await account.plan()).planned).toEqual({});
}

/** A test of each row of README's table, by the words of its first column. */
const proofs: Readonly<Record<string, () => Promise<void>>> = {
  "The answer to a create is lost": async () => {
    const account = await declared();
    account.service.faults.arm({ fault: "drop-after", ...callOn("create", "host") });
    const { code, diagnostics } = await account.tryApply();
    expect(code).toBe(0);
    expect(diagnostics.map(({ severity }) => severity)).toEqual(["warning"]);
    await expectAsDeclared(account);
    const missing = await declared();
    missing.service.faults.arm({ fault: "drop-before", ...callOn("create", "host") });
    expect((await missing.tryApply()).code).toBe(1);
    expect(missing.service.requests.filter((request) => isCallOn(request, "create", "host"))).toHaveLength(
      hosts,
    );
    await missing.apply();
    await expectAsDeclared(missing);
  },

  "The request limit is reached": async () => {
    const account = await declared({ limits: { hour: 10 } }, "max_wait = 5");
    const { code, diagnostics } = await account.tryApply();
    expect(code).toBe(1);
    const [first] = diagnostics.filter(({ severity }) => severity === "error");
    expect(first?.detail).toMatch(/try again at \d{4}-.*max_wait/s);
    account.service.configure({ limits: "off" });
    await account.apply();
    await expectAsDeclared(account);
  },

  "You press Ctrl-C": async () => {
    const account = await openReal({
      latency: (request) => (isCallOn(request, "create", "host") ? 300 : 0),
    });
    await account.write(fleet(hosts));
    let isInterrupted = false;
    const { start } = await account.startingPlugins();
    const apply = start(["apply", "-auto-approve", "-parallelism=2"], (output) => {
      if (isInterrupted || !/fleet\[\d+\]: Creation complete/.test(output)) return;
      isInterrupted = true;
      apply.interrupt();
    });
    expect((await apply.finished).code).toBe(1);
    expect(account.service.account.objects("host").length).toBeLessThan(hosts);
    account.service.configure({ latency: 0 });
    await account.apply();
    await expectAsDeclared(account);
  },

  "An object is deleted by hand": async () => {
    const account = await declared();
    await account.apply();
    account.service.account.remove(account.named("host", "mail 3").id);
    expect((await account.apply()).planned).toEqual({ "rblmonitor_host.fleet[3]": "create" });
    await expectAsDeclared(account);
  },

  "The credentials are wrong": async () => {
    const account = await openAccount();
    const token = "f".repeat(64);
    await account.write(fleet(hosts), `auth_token = "${token}"`);
    const { code, diagnostics, text } = await account.tryApply("-parallelism=1");
    expect(code).toBe(1);
    expect(diagnostics[0]).toMatchObject({ severity: "error", summary: "Authentication failed" });
    expect(diagnostics[0]?.detail).toContain("RBLMONITOR_AUTH_TOKEN");
    expect(text).not.toContain(token);
    expect(account.service.account.objects("host")).toEqual([]);
  },

  "The service is down": async () => {
    const account = await declared();
    await account.apply();
    await account.write(fleet(hosts).replaceAll("weekly", "24_hours"));
    account.service.faults.arm({ fault: "refuse" });
    const { code, diagnostics } = await account.tryApply();
    expect(code).toBe(1);
    expect(diagnostics[0]).toMatchObject({ severity: "error", summary: "Connection failed" });
    await account.service.faults.clear();
    expect((await account.apply()).planned).toEqual({ "rblmonitor_monitoring_profile.fleet": "update" });
    await expectAsDeclared(account);
  },
};

describe("what README says happens", () => {
  it("is all tested here", async () => {
    const [, table = ""] =
      /## What happens when\n([\s\S]*?)\n##/.exec(await readFile("README.md", "utf8")) ?? [];
    const rows = [...table.matchAll(/^\| ([^|]+?) \|/gm)].map(([, first]) => first).slice(2);
    expect(rows).toEqual(Object.keys(proofs));
  });

  it.each(Object.entries(proofs))("%s", (_, prove) => prove());
});
