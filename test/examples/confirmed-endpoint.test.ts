import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { type Emulator, startEmulator } from "../../src/emulator/emulator";
import { type TerraformWorkspace, terraformWorkspace } from "../../src/tasks/terraform/workspace";
import { call } from "../emulator/api";

const secret = "whsec-0d3f";
const example = resolve("dist/examples/confirmed-endpoint");

describe("the example of an endpoint that confirms itself", () => {
  let out: string;
  let service: Emulator;
  let workspace: TerraformWorkspace;
  let endpoint: ChildProcess;
  let url: string;
  let printed = "";

  /** Resolves when the endpoint has printed that. */
  const prints = (text: RegExp) =>
    new Promise<RegExpExecArray>((found, failed) => {
      const look = () => {
        const match = text.exec(printed);
        if (match !== null) found(match);
      };
      endpoint.stdout?.on("data", look);
      endpoint.once("close", () => failed(new Error(`The endpoint ended: ${printed}`)));
      look();
    });
  const succeed = async (...args: string[]): Promise<void> => {
    expect(await workspace.run(...args)).toMatchObject({ code: 0 });
  };

  beforeAll(async () => {
    out = await mkdtemp(join(tmpdir(), "confirmed-endpoint-"));
    service = await startEmulator({ listedOn: { "192.0.2.1": ["spam.bl.example.net"] } });
    endpoint = spawn(process.execPath, [join(example, "endpoint.js")], {
      env: {
        ...process.env,
        PORT: "0",
        RBLMONITOR_BASE_URL: service.url,
        RBLMONITOR_ACCOUNT_SID: service.accountSid,
        RBLMONITOR_AUTH_TOKEN: service.authToken,
        RBLMONITOR_WEBHOOK_SECRET: secret,
      },
    });
    for (const stream of [endpoint.stdout, endpoint.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => {
        printed += text;
      });
    }
    url = `${(await prints(/Listening on (\S+)/))[1]}`;
    service.configure({ webhooks: [{ url, secret }] });
    const env = { ...process.env, CDKTF_OUTDIR: out };
    await promisify(execFile)(process.execPath, [join(example, "main.js")], { cwd: out, env });
    workspace = await terraformWorkspace({
      folder: join(out, "stacks", "confirmed-endpoint"),
      plugin: { mirror: "dist/mirror" },
      account: service,
      environment: { TF_VAR_endpoint_address: url },
    });
    await succeed("init");
  });
  afterAll(async () => {
    endpoint.kill("SIGKILL");
    await service.close();
    await workspace?.remove();
    await rm(out, { recursive: true, force: true });
  });

  it("confirms the contact that Terraform creates, without a person", async () => {
    await succeed("apply", "-auto-approve");
    const [, id] = await prints(/Confirmed (CO\w+)/);
    expect(service.account.objects("contact")).toEqual([
      expect.objectContaining({ id, type: "endpoint", contact: url, confirmed: true }),
    ]);
  });

  it("plans nothing afterwards", () => succeed("plan", "-detailed-exitcode"));

  it("receives events of listings from then on", async () => {
    const [host] = service.account.objects("host");
    await call(service, "POST", "/rbl/check/start", { host: `${host?.id}` });
    await prints(/192\.0\.2\.1 is listed by spam\.bl\.example\.net/);
  });

  it("prints no secret", () => {
    const [contact] = service.account.objects("contact");
    for (const kept of [secret, service.authToken, contact?.authcode]) expect(printed).not.toContain(kept);
  });

  it("is destroyed without leaving anything", async () => {
    await succeed("destroy", "-auto-approve");
    expect(service.account.objects("contact")).toEqual([]);
  });
});
