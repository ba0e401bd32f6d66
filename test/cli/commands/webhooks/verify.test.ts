import { createHmac } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endCommands, run, secret } from "./rblmonitor";

afterEach(endCommands);

const body = '{"event_type":"rbl.host.listed","name":"ü"}';
const now = () => Math.floor(Date.now() / 1_000);

/** The header as the service makes it. */
function header(of: string | Buffer, { at = now(), key = secret } = {}): string {
  const input = Buffer.concat([Buffer.from(`${at}.`), Buffer.from(of)]);
  return `t=${at},v1=${createHmac("sha256", key).update(input).digest("hex")}`;
}

describe("rblmonitor webhooks verify", () => {
  it("says that a body from standard input was signed with the secret", async () => {
    expect(await run(["verify", "--header", header(body)], {}, body, { spawned: true })).toEqual({
      code: 0,
      stdout: "The signature is valid.\n",
      stderr: "",
    });
  });

  it("reads a file byte by byte", async () => {
    const folder = await mkdtemp(join(tmpdir(), "verify-"));
    const bytes = Buffer.from([0x7b, 0xff, 0x0d, 0x0a]);
    await writeFile(join(folder, "body"), bytes);
    const { code } = await run(["verify", join(folder, "body"), "--header", header(bytes)]);
    await rm(folder, { recursive: true });
    expect(code).toBe(0);
  });

  it.each([
    ["another body", header(body), `${body} `, "The signature does not match this body and secret.\n"],
    [
      "another secret",
      header(body, { key: "x" }),
      body,
      "The signature does not match this body and secret.\n",
    ],
    ["a line feed too many", header(body), `${body}\n`, "It matches without the line feed at the end.\n"],
    ["a line feed too few", header(`${body}\n`), body, "It matches with a line feed at the end.\n"],
    ["a header of another form", "v1=0", body, "The header is not t=<unix_timestamp>,v1=<hex_signature>.\n"],
    [
      "an old one",
      header(body, { at: now() - 400 }),
      body,
      /too old: it was created [45]\d\d seconds ago\. --tolerance/,
    ],
  ])("says what is wrong with %s", async (_, given, of, words) => {
    const { code, stdout, stderr } = await run(["verify", "--header", given], {}, of);
    expect([code, stderr]).toEqual([2, ""]);
    expect(stdout).toMatch(words);
  });

  it("accepts one as old as the option allows", async () => {
    const old = header(body, { at: now() - 400 });
    expect((await run(["verify", "--header", old, "--tolerance", "1000"], {}, body)).code).toBe(0);
  });

  it("says it in JSON, too", async () => {
    const right = await run(["verify", "--json", "--header", header(body)], {}, body);
    expect(JSON.parse(right.stdout)).toEqual({
      right: true,
      verdict: "right",
      message: "The signature is valid.",
    });
    const { code, stdout } = await run(["verify", "--json", "--header", header("x")], {}, body);
    expect([code, JSON.parse(stdout)]).toMatchObject([2, { right: false, verdict: "wrong" }]);
  });

  it.each([
    [[], {}, "--header <header>' not specified"],
    [["none.json", "--header", "t=1,v1=0"], {}, "Cannot read the body none.json: no such file or directory."],
    [["--header", "t=1,v1=0"], { RBLMONITOR_WEBHOOK_SECRET: undefined }, "Set RBLMONITOR_WEBHOOK_SECRET"],
  ])("refuses %j with %j", async (args, environment, words) => {
    const { code, stdout, stderr } = await run(["verify", ...args], environment, body);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(words);
    expect(stderr).not.toContain(secret);
  });
});
