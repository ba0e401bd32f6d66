import type { Emulator } from "../../../src/emulator/emulator";
import { openPointValues } from "../../../src/emulator/settings";
import { unknown } from "../../../src/terraform/values/value";
import { actionsOf, closeAll, emulated } from "./run";

afterEach(closeAll);

const pending = ({ account }: Emulator, fields: Readonly<Record<string, unknown>> = {}) =>
  account.add("contact", { contact: "ops@example.com", confirmed: false, ...fields }).id;
const missing = `CO${"0".repeat(32)}`;
const versions = ["4.0", "3.0"].map((version) => [version, { RBLMONITOR_API_VERSION: version }] as const);

describe.each(versions)("rblmonitor_confirm_contact with API version %s", (_, env) => {
  it("confirms a pending contact, with one request and no code in any message", async () => {
    const service = await emulated();
    const id = pending(service);
    const code = service.account.authcode(id);
    const actions = await actionsOf(service, { env });
    const result = await actions.invoke("confirm_contact", {
      ...{ contact: id.toLowerCase(), confirmation_code_wo: code },
    });
    expect(result).toEqual({ progress: [`contact ${id}: confirmed`], completed: [] });
    expect([service.account.find(id), service.requestCount]).toEqual([
      expect.objectContaining({ confirmed: true }),
      1,
    ]);
    expect(actions.log.length).toBeGreaterThan(0);
    expect(actions.log.join("")).not.toContain(code);
  });

  it("leaves a contact alone that is confirmed already", async () => {
    const service = await emulated();
    const id = pending(service, { confirmed: true });
    const { progress, completed } = await (await actionsOf(service, { env })).invoke("confirm_contact", {
      ...{ contact: id, confirmation_code_wo: "AAAAAA" },
    });
    expect([progress, completed]).toEqual([[`contact ${id}: already confirmed`], []]);
    expect(service.requestCount).toBe(2);
  });

  it("fails for a paused contact, and says how to resume it", async () => {
    const service = await emulated();
    const id = pending(service, { paused: true });
    const { completed } = await (await actionsOf(service, { env })).invoke("confirm_contact", {
      ...{ contact: id, confirmation_code_wo: service.account.authcode(id) },
    });
    expect(completed).toEqual([expect.stringMatching(/^error at contact: .*paused.*rblmonitor_resume/s)]);
  });

  it("says what the service says of a wrong code, at the code, and shows it nowhere", async () => {
    const service = await emulated();
    const id = pending(service);
    const actions = await actionsOf(service, { env });
    const { completed } = await actions.invoke("confirm_contact", {
      ...{ contact: id, confirmation_code_wo: "WRONG7" },
    });
    expect(completed).toEqual([
      expect.stringMatching(/^error at confirmation_code_wo: .*is not the one that was sent/s),
    ]);
    expect(completed.join("") + actions.log.join("")).not.toContain("WRONG7");
    expect(service.account.find(id)).toMatchObject({ confirmed: false });
  });
});

describe("rblmonitor_confirm_contact", () => {
  it("shows no code that the service repeats in its refusal", async () => {
    const service = await emulated();
    const id = pending(service);
    // As long as a code may be, in a text that the service would quote.
    const code = "WRONG-code-of-a-contact";
    const actions = await actionsOf(service);
    const { completed } = await actions.invoke("confirm_contact", {
      contact: id,
      confirmation_code_wo: code,
    });
    expect(completed).toHaveLength(1);
    expect(completed.join("") + actions.log.join("")).not.toContain(code);
  });

  it.each(openPointValues.statusWords)(
    "knows a confirmed contact by its status in the form %s",
    async (statusWords) => {
      const service = await emulated({ statusWords });
      const actions = await actionsOf(service);
      const ofContact = async (fields: Readonly<Record<string, unknown>>) =>
        actions.invoke("confirm_contact", {
          contact: pending(service, fields),
          confirmation_code_wo: "AAAAAA",
        });
      expect((await ofContact({ confirmed: true })).completed).toEqual([]);
      expect((await ofContact({ paused: true, contact: "b@example.com" })).completed).toHaveLength(1);
    },
  );

  it("explains a code that Terraform lost", async () => {
    const service = await emulated();
    const { completed } = await (await actionsOf(service)).invoke("confirm_contact", { contact: missing });
    expect(completed).toEqual([
      expect.stringMatching(/^error at confirmation_code_wo: Missing value for .*pass no ephemeral values/s),
    ]);
    expect(service.requestCount).toBe(0);
  });

  it.each(["500-after", "drop-after", "cut-body"] as const)(
    "can be run again after the fault %s took its answer",
    async (fault) => {
      const service = await emulated();
      const id = pending(service);
      const config = { contact: id, confirmation_code_wo: service.account.authcode(id) };
      service.faults.arm({ fault });
      const actions = await actionsOf(service);
      expect((await actions.invoke("confirm_contact", config)).completed).toHaveLength(1);
      expect((await actions.invoke("confirm_contact", config)).completed).toEqual([]);
    },
  );
});

describe.each(versions)("rblmonitor_resend_confirmation with API version %s", (_, env) => {
  it("has the message of a pending contact sent again, once", async () => {
    const service = await emulated();
    const id = pending(service);
    const result = await (await actionsOf(service, { env })).invoke("resend_confirmation", { contact: id });
    expect(result).toEqual({ progress: [`contact ${id}: confirmation message resent`], completed: [] });
    expect(service.requests.map(({ path }) => path)).toEqual([expect.stringContaining("resend")]);
  });

  it.each([
    ["confirmed", { confirmed: true }, "The contact is active, not pending: there is nothing to confirm."],
    ["paused", { paused: true }, "The contact is paused, but only a pending contact can be confirmed."],
  ])("fails for a %s contact, and says why", async (_name, fields, words) => {
    const service = await emulated();
    const id = pending(service, fields);
    const { completed } = await (await actionsOf(service, { env })).invoke("resend_confirmation", {
      contact: id,
    });
    expect(completed).toEqual([expect.stringMatching(/^error at contact: /)]);
    expect(completed[0]).toContain(words);
  });
});

describe.each(["confirm_contact", "resend_confirmation"])("rblmonitor_%s", (type) => {
  const code = type === "confirm_contact" ? { confirmation_code_wo: "AAAAAA" } : {};

  it("fails for a contact that does not exist", async () => {
    const { completed } = await (await actionsOf(await emulated())).invoke(type, {
      contact: missing,
      ...code,
    });
    expect(completed).toEqual([expect.stringMatching(/^error at contact: Object not found/)]);
  });

  it("refuses the SID of another kind at validation and in the plan", async () => {
    const actions = await actionsOf(await emulated());
    const config = { contact: `CG${"0".repeat(32)}`, ...code };
    const words = [
      "error at contact: Invalid contact: contact must be the SID of a contact (CO and 32 hexadecimal digits), not that of a contact group.",
    ];
    expect(await actions.validate(type, config)).toEqual(words);
    expect(await actions.plan(type, config)).toEqual(words);
  });

  it("is planned while everything is unknown, without a request", async () => {
    const service = await emulated();
    const config = { contact: unknown, ...(type === "confirm_contact" && { confirmation_code_wo: unknown }) };
    expect(await (await actionsOf(service)).plan(type, config)).toEqual([]);
    expect(service.requestCount).toBe(0);
  });

  it("completes with an error after a request to stop", async () => {
    const actions = await actionsOf(await emulated());
    await actions.stop();
    expect((await actions.invoke(type, { contact: missing, ...code })).completed).toEqual([
      expect.stringContaining("was not started"),
    ]);
  });
});
