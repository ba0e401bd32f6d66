import { once } from "node:events";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
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

/** Runs the built command to its end. */
const run = (...args: string[]) => start(args).ended;

/** Starts the built command, and resolves when it listens. */
async function listening(args: readonly string[], where: Where = {}) {
  const command = start(args, where);
  const [, url = ""] = await command.says(/Listening on (\S+)\n/);
  return { ...command, url };
}

function start(args: readonly string[], where: Where = {}): RunningCommand {
  const env = { PATH: process.env.PATH };
  const command = startRblmonitor(["bridge", "--port", "0", ...args], { ...where, env });
  running.push(command);
  return command;
}

describe("rblmonitor bridge", () => {
  test.each(["SIGINT", "SIGTERM"] as const)(
    "answers old programs, and ends by %s with a summary",
    async (signal) => {
      const service = await emulator();
      const where = { spawned: true };
      const { kill, url, ended } = await listening(["--base-url", service.url], where);
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
    const args = ["--base-url", service.url, "--json", "--log", log];
    const { kill, url, ended } = await listening(args);
    const program = oldProgram({ url, service });
    const { id } = service.account.add("contact_group", { name: "Night" });
    await program.post(`/contactgroup/update/${id.toUpperCase()}.json`, { name: "Secret name" });
    await program.get("/nothing.json");
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
      { operation: null, method: "GET", path: "/nothing", now: null, status: 404 },
    ]);
    expect((await stat(log)).mode & 0o077).toBe(0);
  });

  test("reports no credentials, codes or contents anywhere, even where programs put them in their name", async () => {
    const service = await emulator();
    const log = join(folder, "secrets.jsonl");
    const { kill, url, ended } = await listening(["--base-url", service.url, "--log", log]);
    const { accountSid, authToken } = service;
    const { id } = service.account.add("contact", { confirmed: false });
    const headers = { authorization: basic(accountSid, authToken), "user-agent": `panel (${authToken})` };
    const confirm = (authcode: string) =>
      send(`${url}/contact/confirm/${id}.json?key=${authcode}`, {
        ...{ method: "POST", headers, body: new URLSearchParams({ authcode }) },
      });
    const codes = ["WRONG-CODE-7", service.account.authcode(id)];
    for (const code of codes) await confirm(code);
    kill("SIGTERM");
    const { stdout, stderr } = await ended;
    const reported = stdout + stderr + (await readFile(log, "utf8"));
    expect(reported).toContain("panel (***)");
    for (const secret of [authToken, headers.authorization.slice(6), ...codes])
      expect(reported).not.toContain(secret);
  });

  test("warns when programs on other machines can reach it", async () => {
    const service = await emulator();
    const { kill, ended } = await listening(["--base-url", service.url, "--host", "0.0.0.0"]);
    kill("SIGTERM");
    expect((await ended).stderr).toContain("send their credentials here unencrypted");
  });

  test("says that the port is taken", async () => {
    const service = await emulator();
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const { code, stderr } = await run("--base-url", service.url, "--port", String(port));
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining("the port is in use; choose another with --port"),
    ]);
    other.close();
  });

  test.each([
    [[], "No service is configured. Set --base-url or RBLMONITOR_BASE_URL."],
    [["--base-url", "https://api.example.com/3.0"], "the base URL ends in /3.0"],
    [["--base-url", "http://api.example.com/4.0"], "plain HTTP sends the credentials unencrypted"],
    [
      ["--base-url", "https://api.example.com/4.0", "--log", "/dev/null/log"],
      "The log /dev/null/log cannot be opened",
    ],
    [["--base-url", "https://api.example.com/4.0", "--request-timeout", "0"], "It must be 1 or more."],
  ])("says what is wrong with %j", async (args, words) => {
    const { code, stderr } = await run(...args);
    expect([code, stderr]).toEqual([1, expect.stringContaining(words)]);
  });
});
