import { Unknown, type Value } from "../value";
import { refinedUnknownCode } from "./reader";

/** An unknown value without refinements: an extension of code 0 with one arbitrary byte. */
const plainUnknown = Uint8Array.of(0);

/**
 * Writes MessagePack values, each in its shortest form, as go-cty does.
 */
export class MsgpackWriter {
  #buffer = Buffer.allocUnsafe(512);
  #length = 0;

  /** The bytes written so far: a view that later writes may change. */
  bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#length);
  }

  /** A value that fits its type, with fractions as decimal strings, and maps and objects in the order of their keys. */
  value(value: Value): void {
    if (value === null) this.#byte(0xc0);
    else if (typeof value === "boolean") this.#byte(value ? 0xc3 : 0xc2);
    else if (typeof value === "string") this.#text(value);
    else if (typeof value === "number" && Number.isInteger(value)) this.#integer(value);
    else if (typeof value === "number") this.#text(String(value));
    else if (value instanceof Unknown) this.#unknown(value);
    else if (Array.isArray(value)) {
      this.#size(value.length, 0x90, 0xdc);
      for (const element of value) this.value(element);
    } else this.#members(value as { readonly [name: string]: Value });
  }

  #members(values: { readonly [name: string]: Value }): void {
    const names = Object.keys(values).sort();
    this.#size(names.length, 0x80, 0xde);
    for (const name of names) {
      this.#text(name);
      this.value(values[name] ?? null);
    }
  }

  /** A safe integer. */
  #integer(value: number): void {
    if (value >= -32 && value < 0x80) this.#byte(value & 0xff);
    else if (value >= 0x100000000) this.#wide(0xcf, value);
    else if (value >= 0) this.#header(0xcc, value);
    else if (value >= -0x80) this.#number(0xd0, value & 0xff, 1);
    else if (value >= -0x8000) this.#number(0xd1, value & 0xffff, 2);
    else if (value >= -0x80000000) this.#number(0xd2, value >>> 0, 4);
    else this.#wide(0xd3, value);
  }

  #text(text: string): void {
    const length = Buffer.byteLength(text);
    if (length < 32) this.#byte(0xa0 | length);
    else this.#header(0xd9, length);
    const at = this.#grow(length);
    this.#buffer.write(text, at, length, "utf8");
  }

  /** The size of an array or a map, with the codes of short and of long ones. */
  #size(length: number, short: number, long: number): void {
    if (length < 16) this.#byte(short | length);
    else this.#wideHeader(long, length);
  }

  #unknown({ refinements }: Unknown): void {
    const data = refinements ?? plainUnknown;
    const power = Math.log2(data.length);
    if (Number.isInteger(power) && power <= 4) this.#byte(0xd4 + power);
    else this.#header(0xc7, data.length);
    this.#byte(refinements === undefined ? 0 : refinedUnknownCode);
    const at = this.#grow(data.length);
    this.#buffer.set(data, at);
  }

  #byte(byte: number): void {
    const at = this.#grow(1);
    this.#buffer[at] = byte;
  }

  /** A length or number in one, two or four bytes. The code increases with the width. */
  #header(code: number, length: number): void {
    if (length < 0x100) this.#number(code, length, 1);
    else this.#wideHeader(code + 1, length);
  }

  #wideHeader(code: number, length: number): void {
    if (length < 0x10000) this.#number(code, length, 2);
    else this.#number(code + 1, length, 4);
  }

  /** A code, and an unsigned number of 1, 2 or 4 bytes. */
  #number(code: number, value: number, width: number): void {
    this.#byte(code);
    const at = this.#grow(width);
    this.#buffer.writeUIntBE(value, at, width);
  }

  /** A code, and an integer of 8 bytes. */
  #wide(code: number, value: number): void {
    this.#byte(code);
    const at = this.#grow(8);
    this.#buffer.writeBigUInt64BE(BigInt.asUintN(64, BigInt(value)), at);
  }

  /** Reserves bytes, and returns their offset. It may replace the buffer. */
  #grow(bytes: number): number {
    const at = this.#length;
    this.#length += bytes;
    if (this.#length > this.#buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(this.#length, this.#buffer.length * 2));
      larger.set(this.#buffer.subarray(0, at));
      this.#buffer = larger;
    }
    return at;
  }
}
