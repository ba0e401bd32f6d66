import { closeAccounts, openAccount, type TestAccount } from "./account";
import { callOn, isCallOn, rootSetting } from "./api-version";
import { resource } from "./resource-block";
import { started } from "./running-plugin";
import type { CommandOutput } from "./terraform-messages";

afterEach(closeAccounts);

const group = (name: string) => resource("contact_group", "ops", { name });
const source = resource("source", "own", { host: "bl.example.net", type: "rbl", paused: true });

/**
 * The same text for all SIDs of a kind and for all ports, which differ in each run. Jest runs tests in a separate realm:
 * Node's errors are not instances of its Error, and are printed with their name.
 */
const masked = (text: string) =>
  text
    .replace(/\b([A-Z]{2})[0-9a-f]{32}\b/g, "$1")
    .replace(/127\.0\.0\.1:\d+/g, "127.0.0.1")
    .replace(": Error: ", ": ");

/** What a life sends and says, command by command. */
async function life(account: TestAccount): Promise<readonly unknown[]> {
  const { service } = account;
  const facts: unknown[] = [];
  const add = async (running: Promise<CommandOutput>): Promise<void> => {
    const since = service.requestCount;
    const { code, planned, applied, diagnostics } = await running;
    const sent = service.requests
      .slice(since)
      .map(({ method, path, status }) => `${method} ${path} ${status}`);
    const said = diagnostics.map((each) => masked(JSON.stringify(each)));
    facts.push({ code, planned, applied, said: said.sort(), sent: sent.map(masked).sort() });
  };

  service.faults.arm({ fault: "drop-after", ...callOn("create", "source") });
  await account.write(group("Day") + source);
  await add(account.apply());
  await add(account.plan());
  service.account.change(account.named("contact_group", "Day").id, { name: "Dusk" });
  await account.write(group("Night") + source);
  await add(account.apply());
  service.faults.arm({ fault: "refuse" });
  await add(account.plan());
  await service.faults.clear();
  await add(account.destroy());
  return facts;
}

describe("a plugin that runs all along", () => {
  it("sends and says what plugins do that terraform starts for each command", async () => {
    const byStarted = await life(await openAccount({}, started));
    expect(await life(await openAccount())).toEqual(byStarted);
    expect(JSON.stringify(byStarted)).toContain("Response to a create was lost");
  });

  it("keeps the configurations of the provider apart", async () => {
    const account = await openAccount();
    const { service: other } = await openAccount();
    const { url, legacyUrl, accountSid, authToken } = other;
    const root = rootSetting === "base_url" ? url : legacyUrl;
    await account.write(
      `${group("Here")}${resource("contact_group", "there", { name: "There" }).replace("{", "{\n  provider = rblmonitor.other")}
provider "rblmonitor" {
  alias       = "other"
  ${rootSetting} = "${root}"
  account_sid = "${accountSid}"
  auth_token  = "${authToken}"
}
`,
    );
    await account.apply();
    const names = [account.service, other].map(({ account: desk }) =>
      desk.objects("contact_group").map(({ name }) => name),
    );
    expect(names).toEqual([
      ["Default", "Here"],
      ["Default", "There"],
    ]);
    expect((await account.plan()).planned).toEqual({});
  });

  it("carries out the next command after one was stopped", async () => {
    const account = await openAccount();
    const { service } = account;
    await account.write(group("Night"));
    service.configure({
      latency(request) {
        if (!isCallOn(request, "create", "contact_group")) return 0;
        apply.interrupt();
        return 1_500;
      },
    });
    const apply = account.start(["apply", "-auto-approve"]);
    expect((await apply.finished).code).toBe(1);
    service.configure({ latency: 0 });
    expect((await account.apply()).planned).toEqual({});
    await account.write(group("Day"));
    expect((await account.apply()).applied).toEqual({ "rblmonitor_contact_group.ops": "update" });
  });
});
