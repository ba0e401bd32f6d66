import { once } from "node:events";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Emulator } from "../../../../src/emulator/emulator";
import { basic, emulators, send } from "../../../emulator/api";
import { addedId } from "../../../legacy/kinds";
import { oldProgram } from "../../../legacy/program";
import { type RunningCommand, startRblmonitor, type Where } from "../../rblmonitor";

const emulator = emulators();
const running: RunningCommand[] = [];
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "bridge-"));
});
afterEach(async () => {
  for (const command of running.splice(0)) {
    command.kill("SIGTERM");
    await command.ended;
  }
});
afterAll(() => rm(folder, { recursive: true }));

/** Starts the built command for an account, and resolves when it listens. */
async function listening(service: Account, args: readonly string[], where: Where = {}) {
  const command = start(service, args, where);
  const [, url = ""] = await command.says(/Listening on (\S+)\n/);
  return { ...command, url };
}

type Account = Pick<Emulator, "url" | "accountSid" | "authToken">;

function start(account: Partial<Account>, args: readonly string[], where: Where = {}): RunningCommand {
  const env = {
    PATH: process.env.PATH,
    RBLMONITOR_BASE_URL: account.url,
    RBLMONITOR_ACCOUNT_SID: account.accountSid,
    RBLMONITOR_AUTH_TOKEN: account.authToken,
  };
  const command = startRblmonitor(["bridge", "--port", "0", ...args], { ...where, env });
  running.push(command);
  return command;
}

/** An account at an address to which nothing is sent. */
const elsewhere: Account = {
  url: "https://api.example.com/4.0",
  accountSid: `AC${"0".repeat(32)}`,
  authToken: "1".repeat(64),
};

describe("rblmonitor bridge", () => {
  test.each(["SIGINT", "SIGTERM"] as const)(
    "answers old programs, and ends by %s with a summary",
    async (signal) => {
      const service = await emulator();
      const where = { spawned: true };
      const { kill, url, ended } = await listening(service, [], where);
      const program = oldProgram({ url, service });
      const added = await program.post("/host/add/.json", { host: "192.0.2.1", name: "Mail", type: "rbl" });
      expect(service.account.find(addedId(added))).toMatchObject({ name: "Mail" });
      expect((await program.get("/listings.json")).body.total_listed).toBe(0);
      await program.get("/listings.json");
      kill(signal);
      const { code, stdout, stderr } = await ended;
      expect(code).toBe(signal === "SIGTERM" ? 0 : null);
      expect(stderr).toMatch(/^Listening on http:\/\/127\.0\.0\.1:\d+\/3\.0\n/);
      expect(stderr.split("\n").slice(1)).toEqual([
        "In use: POST /host/add, by panel/1.2; now POST /rbl/hosts",
        "In use: GET /listings, by panel/1.2; now GET /rbl/listings",
        "",
      ]);
      expect(stdout).toContain("3 requests of version 3.0:\n");
      expect(stdout).toMatch(/GET \/listings +GET \/rbl\/listings +panel\/1\.2 +2 +20\d\d-/);
    },
  );

  test("prints the summary as JSON, and a line for each request to a file that its owner alone reads", async () => {
    const service = await emulator();
    const log = join(folder, "requests.jsonl");
    const args = ["--json", "--log", log];
    const { kill, url, ended } = await listening(service, args);
    const program = oldProgram({ url, service });
    const { id } = service.account.add("contact_group", { name: "Night" });
    await program.post(`/contactgroup/update/${id.toUpperCase()}.json`, { name: "Secret name" });
    await program.get(`/nothing/${service.authToken}.json`);
    kill("SIGTERM");
    const { stdout } = await ended;
    expect(JSON.parse(stdout)).toMatchObject({
      requests: 2,
      calls: [
        {
          operation: "Update group",
          call: "POST /contactgroup/update/{id}",
          now: "PUT /contact/groups/{id}",
          failed: 0,
        },
        { operation: null, failed: 1 },
      ],
    });
    const lines = (await readFile(log, "utf8")).trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      {
        operation: "Update group",
        method: "POST",
        now: "PUT /contact/groups/{id}",
        program: "panel/1.2",
        status: 200,
      },
      { operation: null, method: "GET", path: "/*/*", now: null, status: 404 },
    ]);
    expect((await stat(log)).mode & 0o077).toBe(0);
  });

  test("reports no credentials, codes or contents anywhere, even where programs put them in their name", async () => {
    const service = await emulator();
    const log = join(folder, "secrets.jsonl");
    const { kill, url, ended } = await listening(service, ["--log", log]);
    const { accountSid, authToken } = service;
    const { id } = service.account.add("contact", { confirmed: false });
    const headers = { authorization: basic(accountSid, authToken), "user-agent": `panel (${authToken})` };
    const confirm = (authcode: string) =>
      send(`${url}/contact/confirm/${id}.json?key=${authcode}`, {
        method: "POST",
        headers,
        body: new URLSearchParams({ authcode }),
      });
    const codes = ["WRONG-CODE-7", service.account.authcode(id)];
    for (const code of codes) {
      await confirm(code);
      await send(`${url}/contact/confirm/${id}/${code}.json`, { method: "POST", headers });
      await send(`${url}/contact/${authToken}/${code}`, { headers });
    }
    kill("SIGTERM");
    const { stdout, stderr } = await ended;
    const reported = stdout + stderr + (await readFile(log, "utf8"));
    expect(reported).toContain("panel (***)");
    for (const secret of [authToken, headers.authorization.slice(6), ...codes])
      expect(reported).not.toContain(secret);
  });

  test("warns when programs on other machines can reach it", async () => {
    const service = await emulator();
    const { kill, ended } = await listening(service, ["--host", "0.0.0.0"]);
    kill("SIGTERM");
    expect((await ended).stderr).toContain("send their credentials here unencrypted");
  });

  test("says that the port is taken", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const { code, stderr } = await start(elsewhere, ["--port", String(port)]).ended;
    expect([code, stderr]).toEqual([1, expect.stringContaining("the port is in use; choose another")]);
    other.close();
  });

  test("serves the account of its options and of the environment, and no other", async () => {
    const service = await emulator();
    const { accountSid, authToken, url: baseUrl } = service;
    const args = ["--base-url", baseUrl, "--account-sid", accountSid];
    const { url } = await listening({ ...elsewhere, authToken }, args);
    expect((await oldProgram({ url, service }).get("/hosts.json")).status).toBe(200);
    const others = [elsewhere, { accountSid, authToken: elsewhere.authToken }];
    for (const other of others)
      expect((await oldProgram({ url, service }, other).get("/hosts.json")).status).toBe(401);
    expect(service.requestCount).toBe(1);
  });

  test.each<[args: string[], words: string, account?: Partial<Account>]>([
    [[], "Set RBLMONITOR_BASE_URL, RBLMONITOR_ACCOUNT_SID and RBLMONITOR_AUTH_TOKEN.", {}],
    [[], "Set RBLMONITOR_AUTH_TOKEN.", { ...elsewhere, authToken: "" }],
    [["--base-url", "https://api.example.com/3.0"], "the base URL ends in /3.0"],
    [["--base-url", "http://api.example.com/4.0"], "plain HTTP sends the credentials unencrypted"],
    [["--api-version", "3.0"], "The bridge sends requests of API version 4.0"],
    [["--log", "/dev/null/log"], "The log /dev/null/log cannot be opened"],
    [["--request-timeout", "0"], "the request timeout must be greater than 0"],
    [["--max-connections", "0"], "It must be 1 or more."],
    [["--default-profile", `HT${"0".repeat(32)}`], "It is not RP and 32 hexadecimal digits."],
  ])("says what is wrong with %j", async (args, words, account = elsewhere) => {
    const { code, stderr } = await start(account, args).ended;
    expect([code, stderr]).toEqual([1, expect.stringContaining(words)]);
  });

  test("shows how long it waits for rate limits in its help", async () => {
    const { stdout } = await start({}, ["--help"]).ended;
    expect(stdout).toMatch(/--max-wait <seconds> .*\(default: 20\)/s);
  });
});
