import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { kinds } from "../../src/service/kinds";
import { openAccount as openReal } from "./account";
import { callOn, rootSetting, usedApiVersion } from "./api-version";
import { closeAccounts, openAccount, type TestAccount } from "./driven/account";
import { reference, resource } from "./resource-block";
import type { CommandOutput, Diagnostic } from "./terraform-messages";

const errorsOf = ({ diagnostics }: CommandOutput) =>
  diagnostics.filter(({ severity }) => severity === "error");
const error = (more: Partial<Record<keyof Diagnostic, unknown>>) =>
  expect.objectContaining({ severity: "error", ...more });
const said = (...parts: readonly string[]) =>
  expect.stringMatching(new RegExp(parts.map((part) => `(?=[^]*${part})`).join("")));

function host(account: TestAccount, name: string, address: string, more = {}): string {
  const desk = account.service.account;
  return resource("host", name, {
    host: address,
    name,
    profile: desk.objects("monitoring_profile")[0]?.id,
    contact_groups: [desk.objects("contact_group")[0]?.id],
    ...more,
  });
}

afterEach(closeAccounts);

describe("credentials and access", () => {
  it.each([
    ["auth_token", "RBLMONITOR_AUTH_TOKEN"],
    ["account_sid", "RBLMONITOR_ACCOUNT_SID"],
    [rootSetting, `RBLMONITOR_${rootSetting.toUpperCase()}`],
  ])("names %s and %s when it is missing", async (attribute, variable) => {
    const account = await openAccount({}, { environment: { [variable]: undefined } });
    await account.write(resource("contact_group", "one", { name: "One" }));
    const output = await account.plan();
    expect(errorsOf(output)).toEqual([
      error({ summary: `Missing ${attribute}`, detail: said(attribute, variable) }),
    ]);
    expect(account.service.requestCount).toBe(0);
  });

  it.each([
    ["http://api.example.com/4.0", "allow_insecure_http"],
    ["https://me:s3cret@api.example.com/4.0", "credentials"],
  ])("are not sent to %s: that is reported once, at the setting, while planning", async (address, word) => {
    const root = address.replace("4.0", usedApiVersion);
    const variable = `RBLMONITOR_${rootSetting.toUpperCase()}`;
    const account = await openAccount({}, { environment: { [variable]: root } });
    await account.write(
      resource("contact_group", "one", { name: "One" }) + resource("contact_group", "two", { name: "Two" }),
    );
    const output = await account.plan();
    expect(errorsOf(output)).toEqual([
      error({ summary: `Invalid ${rootSetting}`, detail: said(variable, word), code: said("provider") }),
    ]);
    expect(output.text).not.toContain("s3cret");
  });

  it("says what to check when authentication fails", async () => {
    const account = await openAccount({}, { environment: { RBLMONITOR_AUTH_TOKEN: "f".repeat(64) } });
    await account.write(resource("contact_group", "one", { name: "One" }));
    expect(errorsOf(await account.tryApply())).toEqual([
      error({
        address: "rblmonitor_contact_group.one",
        summary: "Authentication failed",
        detail: said("list contact groups", "creates nothing", "401", "auth_token", "RBLMONITOR_AUTH_TOKEN"),
      }),
    ]);
  });

  it.each([
    ["the plan does not have the feature", { plan: "free" }],
    ["the address is not allowed", { allowedAddresses: ["192.0.2.1"] }],
  ] as const)("names both causes of a 403 when %s", async (_, settings) => {
    const account = await openAccount({ ...settings });
    await account.write(
      resource("monitoring_profile", "one", { name: "One", frequency: "weekly" }) +
        resource("source", "one", { host: "bl.example.net", type: "rbl" }),
    );
    const errors = [...errorsOf(await account.tryApply())].sort((a, b) => a.detail.localeCompare(b.detail));
    expect(errors).toEqual(
      (["monitoring_profile", "source"] as const).map((kind) =>
        error({
          address: `rblmonitor_${kind}.one`,
          summary: "Access denied",
          detail: said(
            `list ${kinds[kind].plural}`,
            "creates nothing",
            "403",
            "account's plan",
            "as many objects of this kind as its plan allows",
            "addresses",
            "Forbidden",
          ),
        }),
      ),
    );
  });

  it("warns that an account has lost its plan, and keeps what is in state", async () => {
    const account = await openAccount();
    await account.write(resource("source", "one", { host: "bl.example.net", type: "rbl" }));
    await account.apply();
    account.service.configure({ plan: "free" });
    const { planned, diagnostics } = await account.plan();
    expect({ planned, diagnostics }).toEqual({
      planned: {},
      diagnostics: [
        expect.objectContaining({
          severity: "warning",
          summary: "No access to sources",
          detail: said("403", "plan", "terraform state rm"),
        }),
      ],
    });
    account.service.configure({ plan: "paid" });
    expect((await account.plan()).planned).toEqual({});
  });
});

describe("a service that cannot be used", () => {
  it("is reported as unreachable, and the state keeps its objects", async () => {
    const account = await openAccount({}, { environment: {} });
    await account.write(resource("contact_group", "one", { name: "One" }), "request_timeout = 2");
    await account.apply();
    account.service.faults.arm({ fault: "refuse" });
    expect(errorsOf(await account.plan())).toEqual([
      error({
        summary: "Connection failed",
        detail: said("list contact groups", rootSetting, "network"),
      }),
    ]);
    await account.service.faults.clear();
    expect((await account.plan()).planned).toEqual({});
  });

  it("is reported as another server when a web page answers", async () => {
    const pages = createServer((_, response) => {
      response.setHeader("content-type", "text/html").end("<html><h1>Welcome to our portal</h1></html>");
    });
    await new Promise<void>((resolve) => pages.listen(0, "127.0.0.1", resolve));
    const account = await openAccount();
    const { port } = pages.address() as AddressInfo;
    await account.write(
      resource("contact_group", "one", { name: "One" }),
      `${rootSetting} = "http://127.0.0.1:${port}/portal"`,
    );
    const output = await account.tryApply();
    pages.close();
    expect(errorsOf(output)).toEqual([
      error({
        summary: "Unreadable response",
        detail: said("Welcome to our portal", rootSetting),
      }),
    ]);
  });

  it("is reported with a wrong URL when its address is not the root of the version", async () => {
    const account = await openAccount();
    await account.write(
      resource("contact_group", "one", { name: "One" }),
      `${rootSetting} = "${account.service.url}/elsewhere"`,
    );
    expect(errorsOf(await account.tryApply())).toEqual([
      error({
        summary: "Unknown API root URL",
        detail: said("list contact groups", "404", rootSetting, "root URL of that version"),
      }),
    ]);
  });

  it("does not count a 404 at an address that is not its root as a deletion", async () => {
    const account = await openReal();
    await account.write(resource("contact_group", "one", { name: "One" }));
    await account.apply();
    const { id } = account.named("contact_group", "One");
    await account.write("", `${rootSetting} = "${account.service.url}/elsewhere"`);
    const output = await account.tryApply("-refresh=false");
    expect(errorsOf(output)).toEqual([error({ detail: said("list contact groups", "404", rootSetting) })]);
    expect(await account.values("rblmonitor_contact_group.one")).toMatchObject({ id });
  });
});

describe("a share of the limit that is used up", () => {
  it("is reported with its scope of one run, and the next apply continues", async () => {
    const account = await openAccount();
    const groups = ["one", "two", "three", "four"].map((name) => resource("contact_group", name, { name }));
    // One request lists the existing groups before the first create.
    await account.write(groups.join(""), "max_requests_per_hour = 4\nmax_wait = 0");
    expect(errorsOf(await account.tryApply())).toEqual([
      error({ detail: said("max_requests_per_hour is used up", "limit applies per run") }),
    ]);
    expect(Object.values((await account.apply()).planned)).toEqual(["create"]);
  });
});

describe("a refusal of the service", () => {
  it.each([409, 422] as const)(
    "to delete an object in use (%i) names the objects that use it",
    async (inUseStatus) => {
      const account = await openAccount({ inUseStatus });
      await account.write(
        resource("contact_group", "used", { name: "Used" }) +
          resource("monitoring_profile", "used", { name: "Used", frequency: "weekly" }),
      );
      await account.apply();
      const user = account.service.account.add("host", {
        host: "192.0.2.1",
        name: "Its user",
        profile: account.named("monitoring_profile", "Used").id,
        contact_group: [account.named("contact_group", "Used").id],
      });
      const contact = account.service.account.add("contact", {
        contact_group: [account.named("contact_group", "Used").id],
      });
      await account.write("");
      const output = await account.tryApply();
      const status = `HTTP status: ${inUseStatus}`;
      expect([...errorsOf(output)].sort((a, b) => a.detail.localeCompare(b.detail))).toEqual([
        error({
          detail: said(
            "delete contact group",
            status,
            `host ${user.id} "Its user"`,
            `contact ${contact.id}\\.`,
          ),
        }),
        error({ detail: said("delete monitoring profile", status, `host ${user.id} "Its user"`) }),
      ]);
      account.service.account.remove(user.id);
      account.service.account.remove(contact.id);
      expect(Object.keys((await account.apply()).applied)).toHaveLength(2);
    },
  );

  it.each([
    ["conflict", 409],
    ["validation", 422],
  ] as const)(
    "of the same host twice (%s) names the one there is and how to import it",
    async (sameHost, status) => {
      const account = await openAccount({ sameHost });
      const there = account.service.account.add("host", { host: "mail.example.com" });
      await account.write(host(account, "mail", "MAIL.example.com."), "allow_duplicates = true");
      expect(errorsOf(await account.tryApply())).toEqual([
        error({
          address: "rblmonitor_host.mail",
          detail: said(
            `HTTP status: ${status}`,
            there.id,
            `id = "${there.id}"`,
            `terraform state list -id=${there.id}`,
            "moved block",
          ),
        }),
      ]);
      expect(account.service.account.objects("host")).toHaveLength(1);
    },
  );

  it("does not come where the same host may be there twice", async () => {
    const account = await openAccount({ sameHost: "accept" });
    account.service.account.add("host", { host: "mail.example.com" });
    await account.write(host(account, "mail", "mail.example.com"), "allow_duplicates = true");
    await account.apply();
    expect((await account.plan()).planned).toEqual({});
    await account.destroy();
    expect(account.service.account.objects("host")).toHaveLength(1);
  });

  it.each([422, 400] as const)(
    "of a value (%i) is reported with the message of the API",
    async (validationStatus) => {
      const account = await openAccount({ validationStatus });
      const profile = `RP${"0".repeat(32)}`;
      await account.write(host(account, "mail", "192.0.2.1", { profile }));
      expect(errorsOf(await account.tryApply())).toEqual([
        error({
          address: "rblmonitor_host.mail",
          detail: said(
            `${validationStatus}`,
            `there is no monitoring profile ${profile}`,
            "Correct the value",
          ),
        }),
      ]);
    },
  );

  it("of a value as a failure (500) is reported with the message of the API, and leaves no host behind", async () => {
    const account = await openAccount({ validationStatus: 500 });
    const profile = `RP${"0".repeat(32)}`;
    await account.write(host(account, "mail", "192.0.2.1", { profile }));
    expect(errorsOf(await account.tryApply())).toEqual([
      error({ detail: said("500", `there is no monitoring profile ${profile}`) }),
    ]);
    expect(account.service.account.objects("host")).toEqual([]);
  });

  it("of one host leaves the previous one in state, and the next apply creates only the other", async () => {
    const account = await openAccount();
    const there = account.service.account.add("host", { host: "192.0.2.2" });
    const both =
      host(account, "one", "192.0.2.1") +
      host(account, "two", "192.0.2.2", { name: reference(`"two \${rblmonitor_host.one.id}"`) });
    await account.write(both);
    const output = await account.tryApply();
    expect(errorsOf(output)).toEqual([error({ address: "rblmonitor_host.two" })]);
    expect(output.applied).toEqual({ "rblmonitor_host.one": "create" });
    account.service.account.remove(there.id);
    expect((await account.apply()).applied).toEqual({ "rblmonitor_host.two": "create" });
    expect((await account.plan()).planned).toEqual({});
  });

  it("to pause what was just created is a warning, and the next apply pauses it", async () => {
    const account = await openAccount();
    account.service.faults.arm({ fault: "500-before", ...callOn("pause", "host"), times: 50 });
    await account.write(host(account, "mail", "192.0.2.1", { paused: true }));
    const { diagnostics } = await account.apply();
    expect(diagnostics).toEqual([
      expect.objectContaining({
        severity: "warning",
        summary: "Created, but not paused",
        code: expect.stringContaining("paused"),
      }),
    ]);
    await account.service.faults.clear();
    expect((await account.apply()).planned).toEqual({ "rblmonitor_host.mail": "update" });
    expect(account.named("host", "mail").paused).toBe(true);
  });

  it("in the middle of an update leaves what was done in state", async () => {
    const account = await openAccount();
    await account.write(host(account, "mail", "192.0.2.1"));
    await account.apply();
    account.service.account.change(account.named("host", "mail").id, {});
    account.service.faults.arm({ fault: "502-html", ...callOn("pause", "host"), times: 50 });
    await account.write(host(account, "mail", "192.0.2.1", { name: "post", paused: true }));
    expect(errorsOf(await account.tryApply())).toEqual([error({ code: expect.stringContaining("paused") })]);
    expect(await account.values("rblmonitor_host.mail")).toMatchObject({ name: "post", paused: false });
    await account.service.faults.clear();
    expect((await account.apply()).planned).toEqual({ "rblmonitor_host.mail": "update" });
  });
});
