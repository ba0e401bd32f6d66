import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { startEmulator } from "../../src/emulator/emulator";

const program = resolve("dist/cli/rblmonitor");
const state = JSON.stringify({ format_version: "1.0", values: { root_module: { resources: [] } } });
const plan = JSON.stringify({
  format_version: "1.2",
  terraform_version: "1.9.0",
  planned_values: { root_module: {} },
  resource_changes: [
    {
      address: "rblmonitor_contact_group.a",
      mode: "managed",
      type: "rblmonitor_contact_group",
      name: "a",
      provider_name: "registry.terraform.io/rblmonitor/rblmonitor",
      change: { actions: ["create"], before: null, after: { name: "A" }, after_unknown: { id: true } },
    },
  ],
  configuration: {},
});
const sid = (prefix: string) => prefix + "0".repeat(32);

let folder: string;
/** A service that takes every request and answers none. Each test has its own: requests can arrive after their client's end. */
let silent: Server;
/** Resolves at the first request to the service. */
let isAsked: Promise<unknown>;
const running: ChildProcess[] = [];

beforeEach(async () => {
  silent = createServer().listen(0, "127.0.0.1");
  isAsked = once(silent, "request");
  await once(silent, "listening");
  folder = mkdtempSync(join(tmpdir(), "interrupts-"));
  writeFileSync(join(folder, "state.json"), state);
  writeFileSync(join(folder, "plan.json"), plan);
});
afterEach(() => {
  for (const child of running.splice(0)) child.kill("SIGKILL");
  silent.close();
  silent.closeAllConnections();
  rmSync(folder, { recursive: true });
});

const root = () => `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
const environment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  RBLMONITOR_BASE_URL: `${root()}/4.0`,
  RBLMONITOR_LEGACY_BASE_URL: `${root()}/3.0`,
  RBLMONITOR_ACCOUNT_SID: sid("AC"),
  RBLMONITOR_AUTH_TOKEN: "0".repeat(64),
  RBLMONITOR_WEBHOOK_SECRET: "whsec",
});

/** A command under way. Its standard input never ends. */
function start(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    env: { ...environment(), ...env },
    stdio: "pipe",
  });
  running.push(child);
  const printed = { stdout: "", stderr: "" };
  const says = (text: RegExp) =>
    new Promise<RegExpMatchArray>((found) => {
      for (const name of ["stdout", "stderr"] as const)
        child[name].on("data", () => {
          const match = text.exec(printed[name]);
          if (match !== null) found(match);
        });
    });
  for (const name of ["stdout", "stderr"] as const)
    child[name].setEncoding("utf8").on("data", (text: string) => {
      printed[name] += text;
    });
  const ended = once(child, "close").then(([code, signal]) => ({ code, signal, ...printed }));
  return { child, says, ended };
}

const writing: readonly (readonly string[])[] = [
  ["contacts", "resend", "someone@example.com"],
  ["pause", "mx-*", "--yes"],
  ["resume", "--tag", "mx", "--yes"],
  ["check", `PP${"0".repeat(64)}`, "--wait"],
];

const reading: readonly (readonly string[])[] = [
  ["listings"],
  ["certificates"],
  ["contacts", "list"],
  ["limits"],
  ["report", "--html", "report.html"],
  ["drift", "state.json", "--output", "drift.txt"],
  ["review", "plan.json", "--output", "review.txt"],
  ["imports", "plan.json"],
  ["adopt"],
  ["migrate", "--output", "migrate.txt"],
];

/** Says on standard error that an interrupt would wait for the event loop. */
const sayingHeld =
  "process.on('newListener', (name) => /^SIG(INT|TERM)$/.test(name) && process.stderr.write('held'))";

it.each(reading.map((args) => [args.join(" "), args]))(
  "rblmonitor %s, which only reads, leaves its interrupts to the system, which ends it whatever it computes",
  async (_, args) => {
    const preload = `--import=data:text/javascript,${encodeURIComponent(sayingHeld)}`;
    const { child, ended } = start(args, { NODE_OPTIONS: preload });
    await Promise.race([isAsked, ended]);
    child.kill("SIGTERM");
    expect(await ended).toEqual({ code: null, signal: "SIGTERM", stdout: "", stderr: "" });
  },
);

describe("Ctrl-C ends by its signal", () => {
  it.each([...reading, ...writing].map((args) => [args.join(" "), args]))(
    "rblmonitor %s, which waits for the service, and no file is left",
    async (_, args) => {
      const before = readdirSync(folder);
      const { child, ended } = start(args);
      await Promise.race([isAsked, ended]);
      child.kill("SIGINT");
      expect(await ended).toMatchObject({ code: null, signal: "SIGINT", stdout: "" });
      expect(readdirSync(folder)).toEqual(before);
    },
  );

  it.each([
    ["check", "192.0.2.1"],
    ["contacts", "resend", sid("CO")],
    ["pause", sid("HT")],
  ])("rblmonitor %s %s, soon after the first, though the answer to a write never comes", async (...args) => {
    const { child, ended } = start([...args, "--request-timeout", "600"]);
    await Promise.race([isAsked, ended]);
    child.kill("SIGINT");
    const { signal, stderr } = await ended;
    expect(signal).toBe("SIGINT");
    expect(stderr).toMatch(/^rblmonitor: Stopped(?!.*Nothing was changed)/);
  });

  it("rblmonitor drift, though Terraform waits for its backend and does not end", async () => {
    const terraform = join(folder, "terraform");
    const says = join(folder, "said");
    writeFileSync(terraform, `#!/bin/sh\ntrap '' INT\necho ready > ${says}\nwhile :; do sleep 0.1; done\n`);
    chmodSync(terraform, 0o755);
    const { child, ended } = start(["drift"], { TERRAFORM_BINARY_NAME: terraform });
    while (readFileIfThere(says) !== "ready\n") await new Promise(setImmediate);
    child.kill("SIGINT");
    expect((await ended).signal).toBe("SIGINT");
  });

  it.each([
    ["check", "192.0.2.1"],
    ["contacts", "resend", sid("CO")],
    ["pause", sid("HT")],
    ["webhooks", "send", "SILENT", "agent"],
  ])("rblmonitor %s %s, at once at the second, while an answer to a write is awaited", async (...args) => {
    const { child, ended } = start(args.map((text) => text.replace("SILENT", root())));
    await Promise.race([isAsked, ended]);
    for (let interrupted = false; !interrupted; ) {
      interrupted = !child.kill("SIGINT") || child.signalCode !== null;
      await new Promise(setImmediate);
    }
    expect((await ended).signal).toBe("SIGINT");
  });

  it.each([["webhooks verify --header t=1,v1=00"], [`contacts confirm ${sid("CO")} -`], ["drift -"]])(
    "rblmonitor %s, which reads standard input",
    async (line) => {
      const args = line.split(" ");
      const { child, ended } = start(args, { NODE_DEBUG: "module" });
      // The last module is loaded before anything is read.
      await new Promise((loaded) => child.stderr?.once("data", loaded));
      child.kill("SIGINT");
      expect((await ended).signal).toBe("SIGINT");
    },
  );

  it.each([
    ["emulator --port 0 --data account.json", /RBLMONITOR_BASE_URL=(\S+)/],
    ["bridge --port 0", /Listening on (\S+)/],
    ["webhooks listen --port 0", /Listening on (\S+)/],
  ])("rblmonitor %s, although a client has sent half a request", async (line, ready) => {
    const { child, says, ended } = start(line.split(" "));
    const { hostname: host, port } = new URL((await says(ready))[1] ?? "");
    const half = connect({ host, port: Number(port) });
    half.on("error", () => undefined);
    const credentials = btoa(`${sid("AC")}:${"0".repeat(64)}`);
    half.write(
      `POST /3.0/host/add.json HTTP/1.1\r\nHost: x\r\nAuthorization: Basic ${credentials}\r\nContent-Length: 9\r\n\r\na`,
    );
    // A second connection is answered only after the first was taken.
    await fetch(`http://${host}:${port}/`, { method: "HEAD" });
    child.kill("SIGINT");
    expect((await ended).signal).toBe("SIGINT");
    half.destroy();
    expect(readdirSync(folder).filter((name) => name.includes("tmp"))).toEqual([]);
  });

  it("so that the loop of a shell ends, too", async () => {
    const loop = `for n in 1 2 3; do "${process.execPath}" "${program}" limits; echo again; done`;
    const shell = spawn("bash", ["-c", loop], {
      cwd: folder,
      env: environment(),
      stdio: "pipe",
      detached: true,
    });
    running.push(shell);
    let output = "";
    shell.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
    const ended = once(shell, "close");
    await Promise.race([isAsked, ended]);
    process.kill(-Number(shell.pid), "SIGINT");
    expect((await ended)[1]).toBe("SIGINT");
    expect(output).toBe("");
  });
});

describe("SIGTERM", () => {
  it.each([
    ["emulator --port 0", /RBLMONITOR_BASE_URL=(\S+)/],
    ["bridge --port 0", /Listening on (\S+)/],
    ["webhooks listen --port 0", /Listening on (\S+)/],
  ])("is the normal end of rblmonitor %s", async (line, ready) => {
    const { child, says, ended } = start(line.split(" "));
    await says(ready);
    child.kill("SIGTERM");
    expect(await ended).toMatchObject({ code: 0, signal: null });
  });
});

/** Has the command get Ctrl-C when it is about to put a file that it has written into its place. */
const hook = `
const fs = require("node:fs/promises");
let isSent = false;
for (const name of ["rename", "link"]) {
  const real = fs[name];
  fs[name] = async (...args) => {
    if (!isSent) process.kill(process.pid, "SIGINT");
    isSent = true;
    // Until it has come.
    while (process.listenerCount("SIGINT") > 0) await new Promise(setImmediate);
    return real(...args);
  };
}`;

describe("Ctrl-C while files are written", () => {
  it.each([
    ["report --html out/report.html", ["report.html"]],
    ["drift state.json --output out/drift.txt", ["drift.txt"]],
    ["imports plan.json --output out/imports.tf", ["imports.tf"]],
    ["adopt --template hcl --output out", undefined],
    ["install --mirror out", ["registry.opentofu.org", "registry.terraform.io"]],
  ])("leaves whole files and nothing else: rblmonitor %s", async (line, expected) => {
    const service = await startEmulator({ limits: "off" });
    service.account.add("contact_group", { name: "A" });
    writeFileSync(join(folder, "hook.cjs"), hook);
    mkdirSync(join(folder, "out"));
    const { ended } = start(line.split(" "), {
      RBLMONITOR_BASE_URL: service.url,
      RBLMONITOR_ACCOUNT_SID: service.accountSid,
      RBLMONITOR_AUTH_TOKEN: service.authToken,
      NODE_OPTIONS: `--require ${join(folder, "hook.cjs")}`,
    });
    const { signal, stderr } = await ended;
    await service.close();
    expect([signal, stderr]).toEqual(["SIGINT", ""]);
    const written = readdirSync(join(folder, "out"), { recursive: true }).map(String);
    expect(written.filter((name) => /(^|\/)\.(?!gitignore)|tmp|[0-9a-f]{8}-[0-9a-f]{4}-/.test(name))).toEqual(
      [],
    );
    if (expected !== undefined) expect(readdirSync(join(folder, "out")).sort()).toEqual(expected);
    else expect(written.length).toBeGreaterThan(2);
  });

  it("leaves no plan of Terraform's behind, and has Terraform end", async () => {
    const terraform = join(folder, "terraform");
    const says = join(folder, "said");
    const temporary = join(folder, "tmp");
    mkdirSync(temporary);
    writeFileSync(
      terraform,
      `#!/bin/sh\nfor last; do :; done\necho secret > "\${last#-out=}"\ntrap 'echo interrupted > ${says}; exit 1' INT\necho ready > ${says}\nwhile :; do sleep 0.1; done\n`,
    );
    chmodSync(terraform, 0o755);
    const { child, ended } = start(["imports"], { TERRAFORM_BINARY_NAME: terraform, TMPDIR: temporary });
    while (readFileIfThere(says) !== "ready\n") await new Promise(setImmediate);
    child.kill("SIGINT");
    expect((await ended).signal).toBe("SIGINT");
    expect([readdirSync(temporary), readFileIfThere(says)]).toEqual([[], "interrupted\n"]);
  });
});

function readFileIfThere(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
