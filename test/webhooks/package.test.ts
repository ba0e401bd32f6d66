import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

const TSC = resolve("node_modules/typescript/bin/tsc");

const APP = `
import { createServer } from "node:http";
import { createReceiver, isKnownEvent, parseEvent, sampleEvent, verifySignature, type EventOf, type WebhookEvent } from "rblmonitor/webhooks";

const listings: EventOf<"rbl.host.listed">[] = [];
const receiver = createReceiver({
  secret: "s",
  on: {
    "rbl.host.listed": (event) => { listings.push(event); },
    "cert.expiration.trigger": async ({ monitor, expiry_days }) => console.log(monitor?.hostname, expiry_days - 1),
    "contact.confirm": ({ authcode, event_sid }) => console.log(authcode.length, event_sid?.length),
  },
  otherwise: (event, { rawBody }) => console.log(event.event_type, rawBody.byteLength),
});
export const server = createServer(receiver.node);
export const answer: Promise<Response> = receiver.fetch(new Request("http://localhost"));

export function summary(event: WebhookEvent): string {
  if (!isKnownEvent(event)) return String(event.severity);
  switch (event.event_type) {
    case "rbl.host.delisted": {
      const never: false = event.listed;
      const none: readonly [] = event.details;
      return \`\${event.host.host} \${never} \${none.length}\`;
    }
    case "billing.renewal.success": return \`\${event.plan.name}: \${event.payment.amount}\`;
    default: return event.event_date ?? "";
  }
}
export const total: number = sampleEvent("rbl.host.listed", { total: 2 }).total;
export const right: boolean = verifySignature(undefined, "", "s") && parseEvent("{}").event_type === "x";
`;

describe("the webhooks of the package, in another project without dependencies", () => {
  let project: string;

  beforeAll(async () => {
    project = await mkdtemp(join(tmpdir(), "consumer-"));
    const installed = join(project, "node_modules", "rblmonitor");
    // A copy, which cannot resolve files of this project.
    await mkdir(join(installed, "dist"), { recursive: true });
    await cp("package.json", join(installed, "package.json"));
    await cp("dist/webhooks", join(installed, "dist", "webhooks"), { recursive: true });
    await symlink(resolve("node_modules/@types"), join(project, "node_modules", "@types"));
  });
  afterAll(() => rm(project, { recursive: true, force: true }));

  const node = async (...args: string[]): Promise<string> => {
    const run = promisify(execFile)(process.execPath, args, { cwd: project });
    const { stdout } = await run.catch((error: { stdout?: string; stderr?: string }) => ({
      stdout: `${error.stdout}${error.stderr}`,
    }));
    return stdout.trim();
  };
  const compile = async (programs: Readonly<Record<string, string>>, options: object): Promise<string> => {
    for (const [file, code] of Object.entries(programs)) await writeFile(join(project, file), code);
    const compilerOptions = { ...options, target: "es2022", types: ["node"], strict: true, noEmit: true };
    const files = Object.keys(programs);
    await writeFile(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
    return node(TSC);
  };

  it("are required by a CommonJS program", async () => {
    const code =
      'console.log(require("rblmonitor/webhooks").parseEvent({ event_type: "contact.confirm", authcode: "x" }).authcode)';
    expect(await node("-e", code)).toBe("x");
  });

  it("are imported by an ES module, by names", async () => {
    const code =
      'import { createReceiver, verifySignature } from "rblmonitor/webhooks"; console.log(typeof createReceiver, typeof verifySignature);';
    expect(await node("--input-type=module", "-e", code)).toBe("function function");
  });

  it.each([
    ["a CommonJS program and an ES module", { "main.ts": APP, "main.mts": APP }, { module: "nodenext" }],
    ["a bundled program", { "main.ts": APP }, { module: "preserve", moduleResolution: "bundler" }],
  ])("have types for %s, which need nothing else either", async (_, programs, options) => {
    // Declarations of libraries are checked, too: what they import must be there.
    expect(await compile(programs, { ...options, exactOptionalPropertyTypes: true })).toBe("");
  });

  it("have types that refuse unknown events, unknown fields, and fields before the event is known", async () => {
    const mistakes = [
      ["event.ts", '"rbl.host.listed": (event)', '"rbl.host.lists": (event)', /TS2353.*rbl\.host\.lists/],
      ["field.ts", "event.payment.amount", "event.payment_source.type", /TS2339.*payment_source/],
      ["early.ts", "if (!isKnownEvent(event))", "if (event.total)", /TS2339.*total/],
    ] as const;
    const programs = mistakes.map(([file, right, wrong]) => [file, APP.replace(right, wrong)] as const);
    const said = await compile(Object.fromEntries(programs), { module: "nodenext" });
    for (const [file, , , message] of mistakes) {
      const [first] = said.split("\n").filter((line) => line.startsWith(file));
      expect(first).toMatch(message);
    }
  });

  it("load only modules of Node", async () => {
    const code = await readFile("dist/webhooks/index.js", "utf8");
    const loaded = [...code.matchAll(/require\("([^"]+)"\)/g)].map(([, name]) => name);
    expect(new Set(loaded)).toEqual(new Set(["node:crypto"]));
  });
});
