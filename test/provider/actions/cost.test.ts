import type { Emulator, EmulatorOptions } from "../../../src/emulator/emulator";
import type { ObjectValue } from "../../../src/terraform/values/object-value";
import { commandRun } from "../../cli/commands/drift/command";
import { actionsOf, closeAll, emulated } from "./run";

afterEach(closeAll);

/** The same operation as an action and as a command. */
interface Operation {
  readonly options?: EmulatorOptions;
  /** Prepares the account, and names the operation. */
  readonly of: (service: Emulator) => {
    readonly type: string;
    readonly config: ObjectValue;
    readonly command: readonly string[];
  };
  /** Requests that only the command sends: it does not trust the answer for a host that nothing may check. */
  readonly more?: readonly string[];
}

const listedOn = { "192.0.2.1": ["abuse.bl.example.net"] };
const check: Operation["of"] = () => ({
  ...{ type: "check", config: { host: "192.0.2.1" }, command: ["check", "192.0.2.1", "--fail-if-listed"] },
});
const pausing =
  (type: string, paused: boolean, kept: readonly boolean[]): Operation["of"] =>
  ({ account }) => {
    const ids = kept.map((is, last) =>
      is ? account.add("host", { host: `192.0.2.${last}`, paused }).id : `HT${"0".repeat(31)}${last}`,
    );
    return { type, config: { objects: ids }, command: [type, ...ids] };
  };
const confirming =
  (fields: Readonly<Record<string, unknown>>): Operation["of"] =>
  ({ account }) => {
    const { id } = account.add("contact", { confirmed: false, ...fields });
    const code = "paused" in fields || !("confirmed" in fields) ? account.authcode(id) : "AAAAAA";
    return {
      type: "confirm_contact",
      config: { contact: id, confirmation_code_wo: code },
      command: ["contacts", "confirm", id, code],
    };
  };
const resending =
  (fields: Readonly<Record<string, unknown>>): Operation["of"] =>
  ({ account }) => {
    const { id } = account.add("contact", { confirmed: false, ...fields });
    return { type: "resend_confirmation", config: { contact: id }, command: ["contacts", "resend", id] };
  };

const operations: Readonly<Record<string, Operation>> = {
  "a check of a clean host": { of: check, more: ["GET /rbl/hosts", "GET /rbl/profiles", "GET /rbl/sources"] },
  "a check of a listed host": { options: { listedOn }, of: check },
  "a pause": { of: pausing("pause", false, [true, true, true]) },
  "a pause of paused hosts": { of: pausing("pause", true, [true, true]) },
  "a pause of hosts when one is unknown": { of: pausing("pause", false, [true, false, true]) },
  "a resume": { of: pausing("resume", true, [true, true, true]) },
  "a resume of active hosts": { of: pausing("resume", false, [true, true]) },
  "a confirmation": { of: confirming({}) },
  "a confirmation of a paused contact": { of: confirming({ paused: true }) },
  "a confirmation of a confirmed contact": { of: confirming({ confirmed: true }) },
  "another confirmation message": { of: resending({}) },
  "another confirmation message of a confirmed contact": { of: resending({ confirmed: true }) },
};

const sentBy = ({ requests }: Emulator): string[] =>
  requests.map(({ method, path }) => `${method} ${path.replaceAll(/\b(PP|HT|CO)\w+/g, "$1")}`).sort();

describe.each(Object.entries(operations))("%s", (_, { options, of, more = [] }) => {
  it("sends the same requests as an action and as a command, and those that only the command needs", async () => {
    const [ofAction, ofCommand] = await Promise.all([emulated(options), emulated(options)]);
    const { type, config } = of(ofAction);
    await (await actionsOf(ofAction)).invoke(type, config);
    await commandRun(ofCommand, of(ofCommand).command);
    expect(sentBy(ofAction).length).toBeGreaterThan(0);
    expect([...sentBy(ofAction), ...more].sort()).toEqual(sentBy(ofCommand));
  });
});
