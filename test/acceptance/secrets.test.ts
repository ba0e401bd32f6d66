import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { closeAccounts, openAccount } from "./account";
import { callOn } from "./api-version";
import { resource } from "./resource-block";
import { started } from "./running-plugin";

describe("the auth token", () => {
  afterEach(closeAccounts);

  it("is in no output, log or state, and neither is its encoded form, whatever is logged and fails", async () => {
    const authToken = randomBytes(32).toString("hex");
    const environment = {
      TF_LOG: "TRACE",
      TF_LOG_PATH: "trace.log",
      TF_VAR_token: authToken,
      RBLMONITOR_AUTH_TOKEN: undefined,
    };
    const account = await openAccount({ authToken }, { ...started, environment });
    const { accountSid } = account.service;
    await account.write(
      `variable "token" {\n  sensitive = true\n}\n${resource("contact_group", "one", { name: "One" })}` +
        resource("contact_group", "two", { name: "Two" }) +
        resource("monitoring_profile", "one", { name: "One", frequency: "weekly" }),
      "auth_token = var.token",
    );
    account.service.faults.arm({ fault: "500-before", ...callOn("create", "monitoring_profile"), times: 3 });
    account.service.faults.arm({ fault: "drop-after", ...callOn("create", "contact_group") });
    account.service.faults.arm({ fault: "500-before", ...callOn("create", "contact_group"), times: 10 });
    const reported = await account.tryApply();
    expect(reported.code).toBe(1);

    const folder = account.workspace.folder;
    const log = await readFile(join(folder, "trace.log"), "utf8");
    expect(log).toContain(`${callOn("create", "contact_group").path}.json`);
    const basic = Buffer.from(`${accountSid}:${authToken}`).toString("base64");
    const everything = [reported.text, log, await readFile(join(folder, "terraform.tfstate"), "utf8")].join(
      "\n",
    );
    for (const secret of [authToken, basic, authToken.slice(0, 32), basic.slice(-40)])
      expect(everything.includes(secret)).toBe(false);
  });
});
