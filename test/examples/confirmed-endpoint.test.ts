import { type ChildProcess, spawn } from "node:child_process";
import { join, resolve } from "node:path";
import type { TerraformWorkspace } from "../../src/tasks/real-terraform/workspace";
import { call } from "../emulator/api";
import { type Application, application, succeed } from "./application";

const secret = "whsec-0d3f";
const example = resolve("dist/examples/confirmed-endpoint");

describe("the example of an endpoint that confirms itself", () => {
  let app: Application;
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
  const run = (...args: string[]) => succeed(workspace, ...args, `-var=endpoint_address=${url}`);

  beforeAll(async () => {
    app = await application("confirmed-endpoint", { listedOn: { "192.0.2.1": ["spam.bl.example.net"] } });
    const { service } = app;
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
    workspace = await app.stack("confirmed-endpoint");
  });
  afterAll(async () => {
    endpoint.kill("SIGKILL");
    await app.remove();
  });

  it("confirms the contact that Terraform creates, without a person", async () => {
    await run("apply", "-auto-approve");
    const [, id] = await prints(/Confirmed (CO\w+)/);
    expect(app.service.account.objects("contact")).toEqual([
      expect.objectContaining({ id, type: "endpoint", contact: url, confirmed: true }),
    ]);
  });

  it("plans nothing afterwards", () => run("plan", "-detailed-exitcode"));

  it("receives alerts of listings from then on", async () => {
    const [host] = app.service.account.objects("host");
    await call(app.service, "POST", "/rbl/check/start", { host: `${host?.id}` });
    await prints(/ is listed: 192\.0\.2\.1 is listed on spam\.bl\.example\.net/);
  });

  it("prints no secret", () => {
    const { service } = app;
    const [contact] = service.account.objects("contact");
    for (const kept of [secret, service.authToken, contact?.authcode]) expect(printed).not.toContain(kept);
  });

  it("is destroyed without leaving anything", async () => {
    await run("destroy", "-auto-approve");
    expect(app.service.account.objects("contact")).toEqual([]);
  });
});
