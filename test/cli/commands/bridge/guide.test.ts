import { execFile } from "node:child_process";
import { access, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { emulators } from "../../../emulator/api";
import { type RunningCommand, startRblmonitor } from "../../rblmonitor";

const execute = promisify(execFile);
const emulator = emulators();
let guide: string;
let folder: string;
const running: RunningCommand[] = [];

/** The code blocks of a language, in their order. */
const blocks = (language: string) =>
  [...guide.matchAll(/^```(\w+)\n(.*?)^```/gms)]
    .filter((block) => block[1] === language)
    .map((block) => `${block[2]}`);
const lines = (text: string) => text.split("\n");

beforeAll(async () => {
  guide = await readFile("docs/guides/bridge.md", "utf8");
  folder = await mkdtemp(join(tmpdir(), "bridge-guide-"));
});
afterEach(async () => {
  for (const command of running.splice(0)) {
    command.kill("SIGTERM");
    await command.ended;
  }
});
afterAll(() => rm(folder, { recursive: true }));

/** Starts a command line of the guide, on a free port and with the emulator's account, and resolves with its root. */
async function begun(line: string) {
  const service = await emulator();
  const args = line
    .split(" ")
    .slice(1)
    .filter((word, index, all) => word !== "--port" && all[index - 1] !== "--port");
  const log = join(folder, "requests.jsonl");
  const own = args.map((word) => (word.startsWith("/var/log/") ? log : word));
  const env = {
    PATH: process.env.PATH,
    RBLMONITOR_BASE_URL: service.url,
    RBLMONITOR_ACCOUNT_SID: service.accountSid,
    RBLMONITOR_AUTH_TOKEN: service.authToken,
  };
  const command = startRblmonitor([...own, "--port", "0"], { env });
  running.push(command);
  const [, root = ""] = await command.says(/Listening on (\S+)\/3\.0\n/);
  return { command, root, service, log };
}

/** Runs a curl line of the guide against that root. */
async function curl(line: string, root: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
  const text = line.replace("curl", "curl --silent --fail").replace("http://127.0.0.1:4012", root);
  return (await execute("sh", ["-c", text], { env: { ...process.env, ...env } })).stdout;
}

test("its first commands start a bridge, and read a list through it", async () => {
  const [first = "", second = ""] = blocks("shell");
  const command = lines(first).find((line) => line.startsWith("rblmonitor"));
  const { root, service } = await begun(command ?? "");
  const env = { RBLMONITOR_ACCOUNT_SID: service.accountSid, RBLMONITOR_AUTH_TOKEN: service.authToken };
  expect(JSON.parse(await curl(second.trim(), root, env))).toMatchObject({
    status_code: 200,
    total_hosts: 0,
  });
});

test("its unit starts a bridge whose metrics and log are those that it shows", async () => {
  const unit = blocks("ini")[0] ?? "";
  const start = /^ExecStart=(\S+\/bin\/)?(.*)$/m.exec(unit)?.[2] ?? "";
  const { command, root, service, log } = await begun(start);
  const { accountSid, authToken } = service;
  const authorization = `Basic ${btoa(`${accountSid}:${authToken}`)}`;
  const body = new URLSearchParams({ host: "192.0.2.1", name: "Mail", type: "rbl" });
  const headers = { authorization, "user-agent": "panel/1.2" };
  expect((await fetch(`${root}/3.0/host/add`, { method: "POST", headers, body })).status).toBe(200);
  const scrape = blocks("shell").find((block) => block.includes("/metrics")) ?? "";
  const names = (await curl(scrape.trim(), root)).matchAll(/^# TYPE (\S+)/gm);
  const shown = guide.matchAll(/^\| `(rblmonitor_bridge_\w+)`/gm);
  expect([...shown].map(([, name]) => name)).toEqual([...names].map(([, name]) => name));
  command.kill("SIGTERM");
  await command.ended;
  const [example] = blocks("json");
  const line = JSON.parse(await readFile(log, "utf8"));
  const { operation, method, path, now, program, status } = JSON.parse(example ?? "");
  expect(Object.keys(line)).toEqual(Object.keys(JSON.parse(example ?? "")));
  expect(line).toMatchObject({ operation, method, path, now, program, status });
});

test("every option that it names is an option", async () => {
  const helps = [
    ["bridge", "--help"],
    ["help", "account"],
  ].map((args) => startRblmonitor(args).ended);
  const stdout = (await Promise.all(helps)).map((help) => help.stdout).join("\n");
  const prose = guide.replace(/^```.*?^```/gms, "");
  const named = new Set([...prose.matchAll(/`(--[\w-]+)/g)].map(([, option]) => option));
  expect(named.size).toBeGreaterThan(6);
  for (const option of named) expect(stdout).toMatch(new RegExp(`^ {2}${option} `, "m"));
});

test("its package, installed as it says, starts the bridge", async () => {
  const install = blocks("shell").find((block) => block.includes("npm pack")) ?? "";
  const [, , last = ""] = lines(install);
  await execute("npm", ["pack", "--ignore-scripts", "--pack-destination", folder], { cwd: resolve(".") });
  const command = last.replace("/opt/rblmonitor", join(folder, "opt"));
  await execute("sh", ["-c", `${command} --offline --no-audit --no-fund`], { cwd: folder });
  expect(await readdir(join(folder, "opt", "lib", "node_modules"))).toEqual(["rblmonitor"]);
  const program = join(folder, "opt", "bin", "rblmonitor");
  await access(program);
  expect((await execute(program, ["bridge", "--help"])).stdout).toContain("--metrics");
});

test("systemd accepts its unit, where systemd is installed", async () => {
  const file = join(folder, "rblmonitor-bridge.service");
  // The program of the unit is not installed here.
  const unit = (blocks("ini")[0] ?? "").replace(/^ExecStart=\S+/m, "ExecStart=/bin/true");
  await writeFile(file, unit);
  const found = await execute("systemd-analyze", ["verify", file]).catch((error) => error);
  if (found.code === "ENOENT") return;
  expect([found.code ?? 0, found.stderr]).toEqual([0, ""]);
});

test("its recipe runs the commands of the guide, and publishes the default port", async () => {
  const [recipe = ""] = blocks("dockerfile");
  const [, entry = "[]"] = /^ENTRYPOINT (.*)$/m.exec(recipe) ?? [];
  expect((JSON.parse(entry) as string[]).slice(0, 2)).toEqual(["rblmonitor", "bridge"]);
  const { root } = await begun((JSON.parse(entry) as string[]).join(" "));
  const health = /^HEALTHCHECK.* (http:\S+)$/m.exec(recipe)?.[1] ?? "";
  expect(
    (await fetch(health.replace("http://127.0.0.1:4012", root.replace("0.0.0.0", "127.0.0.1")))).status,
  ).toBe(200);
  expect(recipe).toMatch(/^EXPOSE 4012$/m);
});
