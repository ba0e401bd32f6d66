import { createRequire } from "node:module";
import type { TerraformStack } from "cdktf";
import { closeAccounts, openAccount } from "../acceptance/account";
import { libraries, sid, synthesised } from "./libraries";
import { synthesise } from "./synthesise";

afterEach(closeAccounts);

describe.each(libraries)("features of new Terraform versions for %s", (name, library) => {
  const { Contact, EphemeralRblmonitorManualCheck, RblmonitorFunctions, RblmonitorProvider } =
    library.constructs;
  const { App, TerraformOutput, TerraformStack: Stack, TerraformVariable } = library.sdk;

  it("include the ephemeral manual check, which stops a plan while a host is listed", async () => {
    const account = await openAccount();
    const { workspace } = account;
    const declare = (host: string) => (stack: TerraformStack) => {
      const provider = new RblmonitorProvider(stack, "rblmonitor", { alias: "mail" });
      const check = new EphemeralRblmonitorManualCheck(stack, "sender", { host, provider, timeout: 60 });
      const condition = `\${${check.fqn}.listed == false}`;
      new TerraformOutput(stack, "address", {
        value: host,
        precondition: { condition, errorMessage: "The sender is listed." },
      });
    };
    await synthesise(library, workspace, declare("192.0.2.1"));
    const { workspace: real, plan } = await account.another({
      plugin: { mirror: "dist/mirror" },
      folder: workspace.folder,
    });
    expect(await real.run("init")).toMatchObject({ code: 0 });
    const checks = () => account.service.requestCount;
    const before = checks();
    expect(await plan()).toMatchObject({ code: 0 });
    expect(checks()).toBeGreaterThan(before);
  });

  it("give the attributes of the ephemeral manual check, and its meta-arguments", () => {
    const { ephemeral } = synthesised(library, (stack) => {
      const check = new EphemeralRblmonitorManualCheck(stack, "sender", {
        host: "192.0.2.1",
        count: 2,
        lifecycle: { postcondition: [{ condition: true, errorMessage: "The sender is listed." }] },
      });
      const second = new EphemeralRblmonitorManualCheck(stack, "second", {
        host: "192.0.2.2",
        dependsOn: [check],
      });
      second.addOverride("timeout", 30);
      new TerraformOutput(stack, "status", { value: check.status, ephemeral: true } as never);
    }) as unknown as { ephemeral: { rblmonitor_manual_check: Record<string, unknown> } };
    expect(ephemeral.rblmonitor_manual_check).toMatchObject({
      sender: {
        host: "192.0.2.1",
        count: 2,
        lifecycle: { postcondition: [{ condition: true, error_message: "The sender is listed." }] },
      },
      second: { host: "192.0.2.2", depends_on: ["ephemeral.rblmonitor_manual_check.sender"], timeout: 30 },
    });
  });

  it("let functions name the provider: its construct, an alias, or another local name", () => {
    const { output } = synthesised(library, (stack) => {
      const aliased = new RblmonitorProvider(stack, "rblmonitor", { alias: "mail" });
      const { expandSubnet, sidKind } = RblmonitorFunctions;
      new TerraformOutput(stack, "a", { value: sidKind("HT", aliased) });
      new TerraformOutput(stack, "b", { value: expandSubnet("192.0.2.0/30", "blocklists") });
    });
    expect(output.a?.value).toBe(`\${provider::rblmonitor::sid_kind("HT")}`);
    expect(output.b?.value).toBe(`\${provider::blocklists::expand_subnet("192.0.2.0/30")}`);
  });

  if (name === "CDK Terrain") {
    const errorFor = (terraform: string, declare: (stack: TerraformStack) => void): string => {
      const context = { targetVersions: { terraform } };
      const outdir = `${process.env.TMPDIR ?? "/tmp"}/features-${process.pid}`;
      const app = new App({ outdir, context, stackTraces: false });
      const stack = new Stack(app, "stack");
      new RblmonitorProvider(stack, "rblmonitor");
      declare(stack);
      try {
        app.synth();
        return "";
      } catch (error) {
        return String(error);
      }
    };
    const contact = (stack: TerraformStack) => {
      const key = new TerraformVariable(stack, "key", { type: "string" });
      new Contact(stack, "alerts", {
        contact: "https://alerts.example.com",
        type: "endpoint",
        contactGroups: [sid("CG")],
        argsWo: { key: key.stringValue },
        argsWoVersion: 1,
      });
    };

    it("are checked against the target versions: write-only attributes", () => {
      expect(errorFor(">=1.10", contact)).toMatch(/write-only attributes/i);
      expect(errorFor(">=1.11", contact)).toBe("");
      expect(
        errorFor(">=1.5", (stack) => {
          new Contact(stack, "a", { contact: "a@example.com", type: "email", contactGroups: [sid("CG")] });
        }),
      ).toBe("");
    });

    it("are checked against the target versions: ephemeral resources", () => {
      const check = (stack: TerraformStack): void => {
        new EphemeralRblmonitorManualCheck(stack, "check", { host: "192.0.2.1" });
      };
      expect(errorFor(">=1.9", check)).toMatch(/ephemeral resources/i);
      expect(errorFor(">=1.11", check)).toBe("");
    });
  }
});

it("the features are tested with the libraries that are installed", () => {
  const require = createRequire(__filename);
  expect(require("cdktf/package.json").version).toMatch(/^0\.21\./);
  expect(require("cdktn/package.json").version).toMatch(/^0\.24\./);
});
