import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { itForEach, itWith } from "../real-core";
import { openAccount as openReal } from "./account";
import { callOf, callOn, needing } from "./api-version";
import { contact, kept, ops } from "./contact-block";
import { closeAccounts, openAccount } from "./driven/account";
import { changesOf } from "./planned-changes";
import { importBlock, reference } from "./resource-block";
import { started } from "./running-plugin";

afterEach(closeAccounts);

const isWriteOnly = (row: readonly unknown[]) => row.some((one) => String(one).startsWith("args_wo"));

needing("contact.args", () =>
  describe("the args of a contact", () => {
    const encodings = [
      ["brackets", "args"],
      ["json", "args"],
      ["brackets", "args_wo"],
      ["json", "args_wo"],
    ] as const;
    itForEach(
      "write-only attributes",
      encodings,
      isWriteOnly,
    )("are sent as %s, given as %s", async (encoding, attribute) => {
      const account = await openAccount({ argsEncoding: encoding });
      const args = { key: "a b&c=d", "site eu": 'é"' };
      await account.write(
        contact(account, { type: "datadog", [attribute]: reference(hcl(args)) }),
        encoding === "brackets" ? "" : `contact_args_encoding = "${encoding}"`,
      );
      await account.apply();
      expect(kept(account).args).toEqual(args);
      expect((await account.plan()).planned).toEqual({});
    });

    itWith("write-only attributes")(
      "without a version come too late for a contact that exists, and cause a warning",
      async () => {
        const account = await openAccount();
        const args_wo = reference('{ key = "k1" }');
        await account.write(contact(account, { type: "datadog" }));
        await account.apply();
        await account.write(contact(account, { type: "datadog", args_wo }));
        const { planned, diagnostics } = await account.plan();
        expect([planned, diagnostics.map(({ summary }) => summary)]).toEqual([{}, ["Args not sent"]]);
      },
    );

    itWith("write-only attributes")(
      "without a version cause no warning after the create that sent them",
      async () => {
        const account = await openAccount();
        await account.write(contact(account, { type: "datadog", args_wo: reference('{ key = "k1" }') }));
        await account.apply();
        const { planned, diagnostics } = await account.plan();
        expect([planned, diagnostics]).toEqual([{}, []]);
      },
    );

    const changes: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
      ["args", { args: reference('{ key = "new" }') }],
      ["args_wo_version", { args_wo: reference('{ key = "new" }'), args_wo_version: 2 }],
    ];
    itForEach(
      "write-only attributes",
      changes,
      isWriteOnly,
    )("force replacement when %s changes", async (attribute, second) => {
      const account = await openAccount();
      const first =
        attribute === "args"
          ? { args: reference('{ key = "old" }') }
          : { args_wo: reference('{ key = "old" }'), args_wo_version: 1 };
      await account.write(contact(account, { type: "datadog", ...first }));
      await account.apply();
      const { id } = kept(account);
      await account.write(contact(account, { type: "datadog", ...second }));
      expect((await account.apply()).planned).toEqual({ [ops]: "replace" });
      expect(kept(account)).toMatchObject({ args: { key: "new" } });
      expect(kept(account).id).not.toBe(id);
    });

    it("that a type requires and that are missing are named in the message of the API", async () => {
      const account = await openAccount({ requiredArgs: { datadog: ["key"] } });
      await account.write(contact(account, { type: "datadog" }));
      expect((await account.tryApply()).diagnostics).toEqual([
        expect.objectContaining({
          severity: "error",
          address: ops,
          detail: expect.stringContaining("args: key is required"),
        }),
      ]);
      expect(account.service.account.objects("contact")).toEqual([]);
    });
  }),
);

needing("contact.args", () =>
  describe("the args of a contact that is imported", () => {
    const forms: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
      ["args", { args: reference('{ key = "k" }') }],
      ["args_wo_version", { args_wo: reference('{ key = "k" }'), args_wo_version: 1 }],
    ];
    // Both end with write-only args.
    itWith("write-only attributes").each(forms)(
      "are imported into %s without a replacement, with a warning",
      async (name, args) => {
        const account = await openAccount();
        const [group] = account.service.account.objects("contact_group");
        const there = { type: "datadog", args: { key: "k" }, contact_group: [group?.id] };
        const { id } = account.service.account.add("contact", { ...there, contact: "ops@example.com" });
        await account.write(contact(account, { type: "datadog", ...args }) + importBlock(ops, id));
        expect(changesOf(await account.keptPlan())).toEqual({
          [ops]: { actions: "update", attributes: [name] },
        });
        const { diagnostics } = await account.plan();
        expect(diagnostics).toEqual([
          expect.objectContaining({
            severity: "warning",
            summary: "Args of imported contact not verified",
            code: expect.stringContaining(`${name} =`),
          }),
        ]);
        await account.applyKept();
        expect((await account.plan()).planned).toEqual({});
        await account.write(
          contact(account, { type: "datadog", args_wo_version: 9, args_wo: reference('{ key = "new" }') }),
        );
        expect((await account.plan()).planned).toEqual({ [ops]: "replace" });
      },
    );
  }),
);

describe("secrets of a contact", () => {
  const environment = { TF_LOG: "TRACE", TF_LOG_PATH: "trace.log" };
  const variable = (name: string, kind = "ephemeral") => `variable "${name}" {\n  ${kind} = true\n}\n`;

  needing("contact.args", () => {
    itWith("write-only attributes")("are in no plan, state, output or log", async () => {
      const [argsWo, code] = ["args-wo-9d2e55", "code-83b0aa"];
      const secrets = {
        ...environment,
        TF_VAR_args_wo: argsWo,
        TF_VAR_code: code,
      };
      const account = await openReal({ argsReturned: "whole" }, { ...started, environment: secrets });
      const secret = (version: number) => ({
        type: "datadog",
        args_wo: reference("{ key = var.args_wo }"),
        args_wo_version: version,
        confirmation_code_wo: reference("var.code"),
        confirmation_code_wo_version: version,
      });
      const write = (version: number) =>
        account.write(variable("args_wo") + variable("code") + contact(account, secret(version)));

      await write(1);
      account.service.faults.arm({ fault: "500-before", ...callOn("create", "contact"), times: 3 });
      const reported = [await account.tryApply()];
      await account.service.faults.clear();
      reported.push(await account.apply());
      const plans = [await account.keptPlan()];
      await write(2);
      plans.push(await account.keptPlan());
      reported.push(await account.applyKept(), await account.plan());

      const { folder } = account.workspace;
      const read = (file: string) => readFile(join(folder, file), "utf8");
      const everything = [
        JSON.stringify(plans),
        ...reported.map(({ text }) => text),
        await read("terraform.tfstate"),
        await read("trace.log"),
      ].join("\n");
      const { path } = callOf("confirmContact");
      expect(everything).toContain(`${path.replace("{id}", kept(account).id)}.json`);
      for (const text of [argsWo, code]) expect(everything.includes(text)).toBe(false);
    });
  });

  needing("contact.args", () => {
    it("are only in the state if they are in args", async () => {
      const args = "args-4f1c7a";
      const account = await openReal(
        { argsReturned: "whole" },
        { ...started, environment: { ...environment, TF_VAR_args: args } },
      );
      await account.write(
        variable("args", "sensitive") +
          contact(account, { type: "datadog", args: reference("{ key = var.args }") }),
      );
      const { text } = await account.apply();
      expect(text.includes(args)).toBe(false);
      const log = await readFile(join(account.workspace.folder, "trace.log"), "utf8");
      expect(log.includes(args)).toBe(false);
      expect(await account.values(ops)).toMatchObject({ args: { key: args }, args_wo: null });
    });
  });
});

function hcl(map: Readonly<Record<string, string>>): string {
  return `{ ${Object.entries(map)
    .map(([key, value]) => `${JSON.stringify(key)} = ${JSON.stringify(value)}`)
    .join(", ")} }`;
}
