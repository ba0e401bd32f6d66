import { closeAccounts, openAccount, type TestAccount } from "../account";
import { callOn, isCallOn } from "../api-version";
import { resource } from "../resource-block";
import { instances } from "../state-file";
import { outputOf } from "../terraform-messages";

afterEach(closeAccounts);

const host = ({ service }: TestAccount) =>
  resource("host", "mail", {
    host: "mail.example.com",
    name: "Mail",
    profile: service.account.objects("monitoring_profile")[0]?.id,
    contact_groups: [service.account.objects("contact_group")[0]?.id],
    paused: true,
  });

/** Milliseconds within which Terraform passes on an interrupt, also on a busy machine. */
const passedOn = 1_500;

/** Applies, and presses Ctrl-C when that write of a host arrives, which is answered after that. */
async function interruptedAt(account: TestAccount, write: "create" | "pause") {
  const { service } = account;
  await account.write(host(account));
  await account.keptPlan();
  const { start } = await account.startingPlugins();
  service.configure({
    latency(request) {
      if (!isCallOn(request, write, "host")) return 0;
      process.interrupt();
      return passedOn;
    },
  });
  const process = start(["apply", "-json", "planned"]);
  const result = outputOf(await process.finished);
  service.configure({ latency: 0 });
  return result;
}

const stored = async ({ workspace }: TestAccount) =>
  (await instances(workspace.folder)).get("rblmonitor_host.mail");

describe("Ctrl-C", () => {
  it("while a host is created leaves it in state, not tainted, and the next apply pauses it", async () => {
    const account = await openAccount();
    const { diagnostics } = await interruptedAt(account, "create");
    expect(diagnostics).toContainEqual(
      expect.objectContaining({ severity: "warning", summary: "Created, but not paused" }),
    );
    const made = account.named("host", "Mail");
    expect(await stored(account)).toMatchObject({ attributes: { id: made.id } });
    expect((await stored(account))?.status).toBeUndefined();
    expect((await account.apply()).planned).toEqual({ "rblmonitor_host.mail": "update" });
    expect(account.named("host", "Mail").paused).toBe(true);
    expect((await account.plan()).planned).toEqual({});
  });

  it("while a new host is paused lets that finish", async () => {
    const account = await openAccount();
    await interruptedAt(account, "pause");
    expect(account.named("host", "Mail").paused).toBe(true);
    expect((await stored(account))?.status).toBeUndefined();
    expect((await account.plan()).planned).toEqual({});
  });

  it("while the answer of a create is lost reports the host that may exist, and sends nothing more", async () => {
    const account = await openAccount();
    account.service.faults.arm({ fault: "drop-after", ...callOn("create", "host") });
    const { diagnostics } = await interruptedAt(account, "create");
    expect(diagnostics).toContainEqual(
      expect.objectContaining({
        address: "rblmonitor_host.mail",
        detail: expect.stringMatching(/may have been created, but .*"mail\.example\.com".*terraform import/s),
      }),
    );
    const { requests } = account.service;
    expect(requests.at(-1)).toMatchObject(callOn("create", "host"));
  });
});
