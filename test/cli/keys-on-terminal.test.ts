import { Readable } from "node:stream";
import { certificates } from "../../src/cli/commands/certificates/run";
import { hosts } from "../../src/cli/commands/hosts/run";
import { listings } from "../../src/cli/commands/listings/run";
import { pauseOrResume } from "../../src/cli/commands/pause/run";
import { type Emulator, startEmulator } from "../../src/emulator/emulator";

const address = "2001:db8:85a3:8d3:1319:8a2e:370:7334";
const hostname = "a-rather-long-label.department.example.com";
const long = "A label of many words, as portals suggest them";

let service: Emulator;
beforeAll(async () => {
  service = await startEmulator({ limits: "off" });
  const { account, certificateErrors } = service;
  const profile = account.add("monitoring_profile", { name: long }).id;
  const contact_group = [account.add("contact_group", { name: long }).id];
  const { id } = account.add("host", { host: address, name: long, profile, contact_group });
  const listings = [...account.objects("source")].slice(0, 4).map(({ id: sid, host }) => ({ sid, host }));
  account.change(id, { listed: true, listings });
  const monitor = account.add("certificate_monitor", { hostname, name: long, contact_group });
  certificateErrors.raise(monitor.id, [{ type: "name_mismatch", message: long }]);
});
afterAll(() => service.close());

/** The lines that a command prints on a terminal of 80 columns. */
async function linesOf(command: (options: object, processContext: Parameters<typeof hosts>[1]) => unknown) {
  let text = "";
  const output = { isTTY: true, columns: 80, write: (part: string) => (text += part) };
  const access = { baseUrl: service.url, accountSid: service.accountSid };
  const env = { RBLMONITOR_AUTH_TOKEN: service.authToken, NO_COLOR: "1" };
  const [stdin, ignored] = [Readable.from([]), () => undefined];
  await command(access, { env, stdin, stdout: output, stderr: output, once: ignored, off: ignored });
  return text.split("\n");
}

describe("a table on a terminal of 80 columns", () => {
  it.each<[string, string, Parameters<typeof linesOf>[0]]>([
    ["hosts", address, (options, context) => hosts(options, context)],
    ["listings", address, (options, context) => listings({ ...options, by: "host" }, context)],
    ["certificates", hostname, (options, context) => certificates("monitors", options, context)],
    ["certificate errors", hostname, (options, context) => certificates("errors", options, context)],
    [
      "pause",
      address,
      (options, context) => pauseOrResume("pause", [address], { ...options, yes: true }, context),
    ],
  ])("of %s shortens labels and names, not the %s of the row", async (_, key, command) => {
    const lines = await linesOf(command);
    expect(lines.join("\n")).toContain(`${key} `);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
  });
});

it("a warning on a terminal of 80 columns ends its lines between words", async () => {
  const lines = await linesOf(async (options, context) => {
    const env = { ...context.env, RBLMONITOR_AUTH_TOKEN: "0000" };
    await expect(hosts(options, { ...context, env })).rejects.toThrow("Authentication failed");
  });
  expect(lines.join(" ")).toContain("the auth token is not 64 hexadecimal digits");
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
});
