import { isUtf8 } from "node:buffer";

/**
 * Reads MessagePack values in sequence from untrusted bytes: every length is checked against the remaining bytes before
 * anything is read or allocated.
 */
export class MsgpackReader {
  #position = 0;
  readonly #view: DataView;

  constructor(readonly bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** How many bytes are left. */
  get left(): number {
    return this.bytes.length - this.#position;
  }

  /**
   * The kind of the next value; "end" at the end, "invalid" for the one unused code. Only the matching read may follow.
   */
  next(): MsgpackKind | "end" {
    const code = this.bytes[this.#position];
    return code === undefined ? "end" : kindOf(code);
  }

  readNil(): null {
    this.#take(1);
    return null;
  }

  readBool(): boolean {
    return this.#code() === 0xc3;
  }

  /** An integer. Beyond the safe integers it is rounded, and stays beyond them. */
  readInteger(): number {
    const code = this.#code();
    if (code < 0x80) return code;
    if (code >= 0xe0) return code - 0x100;
    if (code < 0xcf) return this.#unsigned(code - 0xcc);
    const at = this.#take(1 << (code & 3));
    switch (code) {
      case 0xcf:
        return Number(this.#view.getBigUint64(at));
      case 0xd0:
        return this.#view.getInt8(at);
      case 0xd1:
        return this.#view.getInt16(at);
      case 0xd2:
        return this.#view.getInt32(at);
      default:
        return Number(this.#view.getBigInt64(at));
    }
  }

  readFloat(): number {
    return this.#code() === 0xca
      ? this.#view.getFloat32(this.#take(4))
      : this.#view.getFloat64(this.#take(8));
  }

  /** A string, not normalized. Binary data is accepted as a string. */
  readString(): string {
    const [start, end] = this.#binary();
    return asciiText(this.bytes, start, end) ?? utf8Text(this.bytes.subarray(start, end));
  }

  /** The number of elements that follow; each has at least one byte. */
  readArrayLength(): number {
    const code = this.#code();
    return this.#elements(code < 0xa0 ? code & 0xf : this.#unsigned(code - 0xdc + 1), 1);
  }

  /** How many pairs of key and value follow. */
  readMapLength(): number {
    const code = this.#code();
    return this.#elements(code < 0x90 ? code & 0xf : this.#unsigned(code - 0xde + 1), 2);
  }

  /** An extension: its code, and its bytes, not copied. */
  readExtension(): { code: number; data: Uint8Array } {
    const code = this.#code();
    const length = code >= 0xd4 ? 1 << (code - 0xd4) : this.#unsigned(code - 0xc7);
    const type = this.#view.getInt8(this.#take(1));
    const start = this.#take(length);
    return { code: type, data: this.bytes.subarray(start, start + length) };
  }

  #code(): number {
    return this.#view.getUint8(this.#take(1));
  }

  /** The start and the end of the bytes of a string or of binary data. */
  #binary(): [start: number, end: number] {
    const code = this.#code();
    const length = code < 0xc0 ? code & 0x1f : this.#unsigned(code < 0xd9 ? code - 0xc4 : code - 0xd9);
    const start = this.#take(length);
    return [start, start + length];
  }

  /** An unsigned number, such as a length, of 2^power bytes. */
  #unsigned(power: number): number {
    const at = this.#take(1 << power);
    if (power === 0) return this.#view.getUint8(at);
    return power === 1 ? this.#view.getUint16(at) : this.#view.getUint32(at);
  }

  #elements(count: number, bytesEach: number): number {
    if (count * bytesEach > this.left) throw new RangeError("the bytes end before the value does");
    return count;
  }

  #take(length: number): number {
    if (length > this.left) throw new RangeError("the bytes end before the value does");
    const at = this.#position;
    this.#position += length;
    return at;
  }
}

type MsgpackKind =
  | "nil"
  | "bool"
  | "integer"
  | "float"
  | "string"
  | "binary"
  | "array"
  | "map"
  | "extension"
  | "invalid";

function kindOf(code: number): MsgpackKind {
  if (code < 0x80 || code >= 0xe0) return "integer";
  if (code < 0x90) return "map";
  if (code < 0xa0) return "array";
  if (code < 0xc0) return "string";
  if (code === 0xc0) return "nil";
  if (code === 0xc1) return "invalid";
  if (code < 0xc4) return "bool";
  if (code < 0xc7) return "binary";
  if (code < 0xca) return "extension";
  if (code < 0xcc) return "float";
  if (code < 0xd4) return "integer";
  if (code < 0xd9) return "extension";
  if (code < 0xdc) return "string";
  return code < 0xde ? "array" : "map";
}

const { fromCharCode } = String;

/** Decodes short ASCII strings, such as names and SIDs, faster than a decoder. */
function asciiText(bytes: Uint8Array, start: number, end: number): string | undefined {
  if (end - start > 48) return undefined;
  let text = "";
  for (let i = start; i < end; i++) {
    const byte = bytes[i] ?? 0x80;
    if (byte >= 0x80) return undefined;
    text += fromCharCode(byte);
  }
  return text;
}

/** Strict: a silently changed string would cause a plan that Terraform rejects. */
function utf8Text(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
  if (text.includes("\ufffd") && !isUtf8(bytes)) throw new Error("the text is not valid UTF-8");
  return text;
}
