import { withoutSignature } from "../../src/tasks/executable/compile";

const [HEADER, SEGMENT, SIGNATURE] = [32, 72, 16];
const CODE = 4096;
const SIGNED = 64;

/** The least that is an executable for macOS: code, a segment __LINKEDIT after it, and in that a signature. */
function executable(): Buffer {
  const bytes = Buffer.alloc(CODE + 16 + SIGNED, 7);
  bytes.fill(0, 0, HEADER + SEGMENT + SIGNATURE);
  bytes.writeUInt32LE(0xfeedfacf, 0);
  bytes.writeUInt32LE(2, 16);
  bytes.writeUInt32LE(SEGMENT + SIGNATURE, 20);
  bytes.writeUInt32LE(0x19, HEADER);
  bytes.writeUInt32LE(SEGMENT, HEADER + 4);
  bytes.write("__LINKEDIT", HEADER + 8, "latin1");
  bytes.writeBigUInt64LE(BigInt(CODE), HEADER + 40);
  bytes.writeBigUInt64LE(BigInt(16 + SIGNED), HEADER + 48);
  bytes.writeUInt32LE(0x1d, HEADER + SEGMENT);
  bytes.writeUInt32LE(SIGNATURE, HEADER + SEGMENT + 4);
  bytes.writeUInt32LE(CODE + 16, HEADER + SEGMENT + 8);
  bytes.writeUInt32LE(SIGNED, HEADER + SEGMENT + 12);
  return bytes;
}

describe("an executable without its signature", () => {
  const before = executable();
  const after = withoutSignature(before);

  it("ends where the signature began, and so does its last segment", () => {
    expect(after).toHaveLength(CODE + 16);
    expect(after.readBigUInt64LE(HEADER + 48)).toBe(16n);
  });

  it("has one load command less, and none that names a signature", () => {
    expect(after.readUInt32LE(16)).toBe(1);
    expect(after.readUInt32LE(20)).toBe(SEGMENT);
    expect(after.subarray(HEADER + SEGMENT, HEADER + SEGMENT + SIGNATURE)).toEqual(Buffer.alloc(SIGNATURE));
  });

  it("is the same otherwise", () => {
    const code = [HEADER + SEGMENT + SIGNATURE, CODE + 16] as const;
    expect(after.subarray(...code)).toEqual(before.subarray(...code));
  });

  it("is the same if it had none", () => {
    expect(withoutSignature(after)).toEqual(after);
  });

  it("is not made of anything else", () => {
    expect(() => withoutSignature(Buffer.from("\x7fELF and so on"))).toThrow("not an executable for macOS");
    const longer = Buffer.concat([before, Buffer.from("more")]);
    expect(() => withoutSignature(longer)).toThrow("is not its end");
  });
});
