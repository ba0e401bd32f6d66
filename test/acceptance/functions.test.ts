import { newSid } from "../../src/emulator/account/new-object";
import { receivers } from "../emulator/receiver";
import { describeWith } from "../real-core";
import { stateJson } from "../shown-json";
import { closeAccounts, openAccount, type TestAccount } from "./account";

const receiver = receivers();

/** An output of that name. */
function output(name: string, expression: string): string {
  return `output "${name}" {\n  value = ${expression}\n}\n`;
}

const call = (name: string, ...args: readonly string[]): string =>
  `provider::rblmonitor::${name}(${args.join(", ")})`;

describeWith("provider functions")("the functions of the provider", () => {
  let account: TestAccount;

  beforeAll(async () => {
    account = await openAccount();
  });
  afterAll(closeAccounts);

  it("return values in outputs, and send no requests", async () => {
    const host = newSid("HT");
    await account.write(
      [
        output("kind", call("sid_kind", `"${host}"`)),
        output("check", call("sid_kind", `"${newSid("PP", 64)}"`)),
        output("addresses", call("expand_subnet", '"192.0.2.1/30"')),
        output("count", `length(${call("expand_subnet", '"198.51.0.0/16"')})`),
        output("forged", call("verify_webhook", '"whsec"', '"t=1,v1=00"', '"{}"')),
      ].join(""),
    );
    await account.apply();
    const { outputs } = (await stateJson(account.workspace)).values ?? {};
    expect(
      Object.fromEntries(Object.entries(outputs ?? {}).map(([name, { value }]) => [name, value])),
    ).toEqual({
      kind: "host",
      check: "check",
      addresses: ["192.0.2.0", "192.0.2.1", "192.0.2.2", "192.0.2.3"],
      count: 65_536,
      forged: false,
    });
    expect(account.service.requestCount).toBe(0);
  });

  it("verify what the service sends, byte for byte, without showing the secret", async () => {
    const secret = "whsec-4be1c07d";
    const { url, received } = await receiver();
    account.service.configure({ webhooks: [{ url, secret }] });
    account.service.events.sendSample("expiring.card.alert", {
      payment_source: { details: `Zoë "4242" ${"$"}{x}` },
    });
    await account.service.events.idle();
    const [event] = received;
    await account.workspace.write("event.json", event?.raw ?? "");
    const args = ["var.secret", `"${event?.headers["x-webhook-signature"]}"`, 'file("event.json")'];
    await account.write(
      [
        'variable "secret" {\n  sensitive = true\n}\n',
        output("genuine", `nonsensitive(${call("verify_webhook", ...args)})`),
        output("altered", `nonsensitive(${call("verify_webhook", args[0] ?? "", args[1] ?? "", '"{}"')})`),
      ].join(""),
    );
    const { text } = await account.apply(`-var=secret=${secret}`);
    const { outputs } = (await stateJson(account.workspace)).values ?? {};
    expect(outputs).toMatchObject({ genuine: { value: true }, altered: { value: false } });
    expect(text).not.toContain(secret);
  });

  it.each([
    ["sid_kind", ['"HT12"'], /Invalid value for "sid" parameter: must be a SID/],
    [
      "expand_subnet",
      ['"10.0.0.0/8"'],
      /Invalid value for "cidr" parameter: must have at most 65,536 addresses \(\/16\); a \/8 has 16,777,216/,
    ],
    [
      "verify_webhook",
      ['""', '"t=1,v1=00"', '"{}"'],
      /Invalid value for "secret" parameter: must not be empty/,
    ],
  ])("point at the argument that they refuse: %s", async (name, args, says) => {
    await account.write(output("refused", call(name, ...args)));
    const { diagnostics } = await account.plan();
    expect(diagnostics).toEqual([
      expect.objectContaining({
        severity: "error",
        detail: expect.stringMatching(says),
        code: expect.stringContaining(name),
      }),
    ]);
  });

  it("wait for what is known only after apply", async () => {
    await account.write(
      [
        'resource "rblmonitor_contact_group" "ops" {\n  name = "Operations"\n}\n',
        output("kind", call("sid_kind", "rblmonitor_contact_group.ops.id")),
      ].join(""),
    );
    await account.apply();
    expect((await stateJson(account.workspace)).values?.outputs?.kind?.value).toBe("contact_group");
  });
});
