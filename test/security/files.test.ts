import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeAtomically } from "../../src/cli/output/print";
import { startEmulator } from "../../src/emulator/emulator";
import { builtPlugin, terraformWorkspace } from "../../src/tasks/real-terraform/workspace";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "files-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs an emulator that keeps its account in that file. */
async function keepIn(data: string): Promise<void> {
  const emulator = await startEmulator({ data });
  emulator.account.add("contact_group", { name: "One" });
  await emulator.close();
}

describe("the emulator's file, which holds an auth token", () => {
  it("can be read by its owner alone, whatever it was before", async () => {
    const data = join(folder, "account.json");
    await keepIn(data);
    expect(statSync(data).mode & 0o777).toBe(0o600);
    chmodSync(data, 0o644);
    await keepIn(data);
    expect(statSync(data).mode & 0o777).toBe(0o600);
  });

  it("leaves no other file in its folder", async () => {
    await keepIn(join(folder, "account.json"));
    expect(readdirSync(folder)).toEqual(["account.json"]);
  });

  it("leaves no other file if it cannot be written, and the error names it", async () => {
    const data = join(folder, "account.json");
    const emulator = await startEmulator({ data });
    rmSync(data, { force: true });
    mkdirSync(join(data, "in-the-way"), { recursive: true });
    emulator.account.add("contact_group", { name: "One" });
    await expect(emulator.close()).rejects.toThrow(data);
    expect(readdirSync(folder)).toEqual(["account.json"]);
  });

  it("is not written through a symbolic link that another user created in its folder", async () => {
    const [data, victim] = [join(folder, "account.json"), join(folder, "victim")];
    writeFileSync(victim, "theirs");
    symlinkSync(victim, `${data}.${process.pid}.tmp`);
    await keepIn(data);
    expect(readFileSync(victim, "utf8")).toBe("theirs");
  });

  it("is read, but never replaced, when it is not a file of the emulator", async () => {
    const data = join(folder, "account.json");
    writeFileSync(data, "{}");
    await expect(startEmulator({ data })).rejects.toThrow("It was not changed");
    expect(readFileSync(data, "utf8")).toBe("{}");
  });
});

describe("a report that is written to a file", () => {
  it("leaves no other file in its folder, and is complete", async () => {
    const file = join(folder, "report.json");
    await writeAtomically(file, "first");
    await writeAtomically(file, "second");
    expect([readdirSync(folder), readFileSync(file, "utf8")]).toEqual([["report.json"], "second"]);
  });

  it.each([0o600, 0o640, 0o666])("keeps the mode of the file that it replaces (%d)", async (mode) => {
    const file = join(folder, "report.json");
    writeFileSync(file, "first");
    chmodSync(file, mode);
    await writeAtomically(file, "second");
    expect([statSync(file).mode & 0o777, readFileSync(file, "utf8")]).toEqual([mode, "second"]);
  });

  it("does not take the place of a device", async () => {
    const device = join(folder, "device");
    symlinkSync("/dev/null", device);
    await writeAtomically(device, "text");
    expect(lstatSync(device).isSymbolicLink()).toBe(true);
  });

  it("leaves no other file if it cannot be written", async () => {
    await expect(writeAtomically(join(folder, "no", "report.json"), "text")).rejects.toThrow(
      /^Cannot write .*report\.json: /,
    );
    await expect(writeAtomically(folder, "text")).rejects.toThrow(`Cannot write ${folder}: `);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("the plugin", () => {
  it("writes no file, in the folder of its own or elsewhere", async () => {
    const before = readdirSync(builtPlugin());
    const service = await startEmulator({ limits: "off" });
    const workspace = await terraformWorkspace({
      account: service,
      environment: { TMPDIR: folder, HOME: folder },
    });
    try {
      const source = 'rblmonitor = {\n      source = "rblmonitor/rblmonitor"\n    }';
      await workspace.write(
        "main.tf",
        `terraform {\n  required_providers {\n    ${source}\n  }\n}\nresource "rblmonitor_contact_group" "one" {\n  name = "One"\n}\n`,
      );
      expect(await workspace.run("apply", "-auto-approve")).toMatchObject({ code: 0 });
      expect(readdirSync(builtPlugin())).toEqual(before);
      expect(readdirSync(folder)).toEqual([]);
      expect(existsSync(join(workspace.folder, "terraform.tfstate"))).toBe(true);
    } finally {
      await workspace.remove();
      await service.close();
    }
  });
});
