import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Emulator, startEmulator } from "../../src/emulator/emulator";
import { commandRun } from "./commands/drift/command";

const name = "Équipe café";
/** As macOS stores it: accents are separate characters. */
const stored = name.normalize("NFD");

let service: Emulator;
beforeAll(async () => {
  service = await startEmulator({ limits: "off" });
  const { account, checks } = service;
  const contact_group = [account.add("contact_group", { name: stored }).id];
  const profile = account.add("monitoring_profile", { name: stored }).id;
  account.add("host", { host: "192.0.2.1", name: stored, tags: [stored], profile, contact_group });
  account.add("contact", {
    contact: `${stored}@example.com`,
    type: "email",
    confirmed: false,
    contact_group,
  });
  checks.list("192.0.2.1", ["spam.bl.example.net"]);
});
afterAll(() => service.close());

describe.each(["NFC", "NFD"])("a name of the account, asked for in the normal form %s of Unicode", (form) => {
  it.each([
    ["contacts list --group NAME", `${stored}@example.com`],
    ["contacts resend NAME@example.com", `${stored}@example.com`],
    ["hosts --group NAME", stored],
    ["hosts --profile NAME", stored],
    ["hosts --tag NAME", stored],
    ["listings --tag NAME", stored],
    ["check NAME --wait", stored],
    ["adopt --template hcl --output FOLDER --tag NAME", "1 host"],
    ["pause NAME --kind host --yes", stored],
    ["resume --tag NAME --yes", stored],
  ])("is found, and shown as it is stored: %s", async (line, shown) => {
    const folder = await mkdtemp(join(tmpdir(), "unicode-"));
    const args = line
      .split(" ")
      .map((word) => word.replace("NAME", name.normalize(form)).replace("FOLDER", folder));
    const { code, stdout, stderr } = await commandRun(service, args);
    expect([code, stderr]).toEqual([0, expect.not.stringContaining("No ")]);
    expect(stdout).toContain(shown);
  });
});
