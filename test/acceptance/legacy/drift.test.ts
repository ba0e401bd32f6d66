import { join } from "node:path";
import { driftReport } from "../../cli/commands/drift/command";
import { closeAccounts, openAccount } from "../account";
import { everyKind, speaking } from "./every-kind";

afterEach(closeAccounts);

describe("rblmonitor drift over version 3.0", () => {
  it("finds changes outside Terraform, and reports that certificate monitoring was not read", async () => {
    const account = await openAccount();
    const { service, workspace } = account;
    await account.write(everyKind(), speaking("4.0"));
    await account.apply();
    const state = join(workspace.folder, "terraform.tfstate");
    const environment = { RBLMONITOR_API_VERSION: "3.0", RBLMONITOR_LEGACY_BASE_URL: service.legacyUrl };
    const report = () => driftReport(service, ["--no-undeclared", state], { environment });
    const before = await report();
    expect(before.findings).toEqual([]);
    expect(before.notes.map(({ text }) => text).filter((text) => text.includes("not read"))).toEqual([
      expect.stringContaining("Certificate monitors were not read"),
      expect.stringContaining("Certificate profiles were not read"),
    ]);
    const { id } = account.named("host", "tagged");
    service.account.change(id, { name: "other", tags: [] });
    expect((await report()).findings).toEqual([
      expect.objectContaining({
        ...{ type: "changed", kind: "host", id },
        attributes: [expect.objectContaining({ name: "name" })],
      }),
    ]);
    expect(service.requests.at(-1)?.version).toBe("3.0");
  });
});
