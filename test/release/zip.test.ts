import { unzipSync } from "fflate";
import { zip } from "../../src/tasks/release/archives";

const program = { name: "program", content: Buffer.from("does something"), isExecutable: true };
const licence = { name: "LICENSE", content: Buffer.from("MIT") };

/** The type and mode of each file by name, from the archive's central directory (APPNOTE 4.3.12). */
function modes(archive: Uint8Array): Record<string, string> {
  const bytes = Buffer.from(archive);
  const found: Record<string, string> = {};
  for (let at = bytes.indexOf("PK\x01\x02"); at !== -1; at = bytes.indexOf("PK\x01\x02", at + 1)) {
    const name = bytes.toString("latin1", at + 46, at + 46 + bytes.readUInt16LE(at + 28));
    found[name] = (bytes.readUInt32LE(at + 38) >>> 16).toString(8);
  }
  return found;
}

describe("an archive", () => {
  it("holds the files", () => {
    const { LICENSE, program: unpacked } = unzipSync(zip([program, licence]).archive);
    expect(Buffer.from(unpacked ?? []).toString()).toBe("does something");
    expect(Buffer.from(LICENSE ?? []).toString()).toBe("MIT");
  });

  it("marks executable files", () => {
    expect(modes(zip([program, licence]).archive)).toEqual({ LICENSE: "100644", program: "100755" });
  });

  it("is independent of the order of files", () => {
    expect(zip([program, licence]).archive).toEqual(zip([licence, program]).archive);
  });

  it("is the same at any time and in any time zone", () => {
    const before = zip([program]).archive;
    jest.useFakeTimers({ now: new Date("2031-07-01T00:00:00Z") });
    const { TZ } = process.env;
    process.env.TZ = "Pacific/Apia";
    try {
      expect(zip([program]).archive).toEqual(before);
    } finally {
      jest.useRealTimers();
      if (TZ === undefined) delete process.env.TZ;
      else process.env.TZ = TZ;
    }
  });
});
