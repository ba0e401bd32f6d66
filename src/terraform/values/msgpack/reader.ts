import { isUtf8 } from "node:buffer";
import { plainObject } from "../object-value";
import { Unknown, unknown } from "../value";

/** The extension code of an unknown value with refinements. Any other code is an unknown value without them. */
export const refinedUnknownCode = 12;

const cut = "the bytes end before the value does";

/**
 * Reads MessagePack values in sequence from untrusted bytes: every length is checked against the remaining bytes before anything
 * is read or allocated. Every method throws an Error for truncated or invalid bytes.
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
   * The next value. Binary data counts as a string. Integers beyond the safe ones are rounded, and stay beyond them. The code that
   * MessagePack never uses is undefined.
   */
  read(): unknown {
    const code = this.#view.getUint8(this.#take(1));
    if (code < 0x80) return code;
    if (code < 0x90) return this.#map(code & 0xf);
    if (code < 0xa0) return this.#array(code & 0xf);
    if (code < 0xc0) return this.#text(code & 0x1f);
    if (code >= 0xe0) return code - 0x100;
    if (code < 0xc2) return code === 0xc0 ? null : undefined;
    if (code < 0xc4) return code === 0xc3;
    if (code < 0xc7) return this.#text(this.#unsigned(code - 0xc4));
    if (code < 0xca) return this.#extension(this.#unsigned(code - 0xc7));
    if (code < 0xd4) return this.#number(code);
    if (code < 0xd9) return this.#extension(1 << (code - 0xd4));
    if (code < 0xdc) return this.#text(this.#unsigned(code - 0xd9));
    return code < 0xde
      ? this.#array(this.#unsigned(code - 0xdc + 1))
      : this.#map(this.#unsigned(code - 0xde + 1));
  }

  #number(code: number): number {
    if (code >= 0xcc && code < 0xcf) return this.#unsigned(code - 0xcc);
    const at = this.#take(code < 0xcc ? 4 << (code & 1) : 1 << (code & 3));
    switch (code) {
      case 0xca:
        return this.#view.getFloat32(at);
      case 0xcb:
        return this.#view.getFloat64(at);
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

  /** An unsigned number, such as a length, of 2^power bytes. */
  #unsigned(power: number): number {
    const at = this.#take(1 << power);
    if (power === 0) return this.#view.getUint8(at);
    return power === 1 ? this.#view.getUint16(at) : this.#view.getUint32(at);
  }

  /** A string, not normalized. */
  #text(length: number): string {
    const start = this.#take(length);
    const end = start + length;
    return asciiText(this.bytes, start, end) ?? utf8Text(this.bytes.subarray(start, end));
  }

  #array(length: number): unknown[] {
    // Each element has at least one byte.
    if (length > this.left) throw new Error(cut);
    const values: unknown[] = [];
    for (let left = length; left > 0; left--) values.push(this.read());
    return values;
  }

  #map(length: number): { [name: string]: unknown } {
    const values = plainObject<unknown>();
    for (let left = length; left > 0; left--) {
      const key = this.read();
      if (typeof key !== "string") throw new Error("a key that is a string is required");
      if (key in values) throw new Error("a key comes twice");
      values[key] = this.read();
    }
    return values;
  }

  /** Terraform refuses an unknown value whose refinements it sent and does not get back. */
  #extension(length: number): Unknown {
    const code = this.#view.getInt8(this.#take(1));
    const start = this.#take(length);
    const isRefined = code === refinedUnknownCode && length > 1;
    return isRefined ? new Unknown(Uint8Array.from(this.bytes.subarray(start, start + length))) : unknown;
  }

  #take(length: number): number {
    if (length > this.left) throw new Error(cut);
    const at = this.#position;
    this.#position += length;
    return at;
  }
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
