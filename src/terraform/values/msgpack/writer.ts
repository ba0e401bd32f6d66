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

  nil(): void {
    this.#byte(0xc0);
  }

  bool(value: boolean): void {
    this.#byte(value ? 0xc3 : 0xc2);
  }

  /** A safe integer. */
  integer(value: number): void {
    if (value >= -32 && value < 0x80) this.#byte(value & 0xff);
    else if (value >= 0x100000000) this.#wide(0xcf, value);
    else if (value >= 0) this.#header(0xcc, value);
    else if (value >= -0x80) this.#number(0xd0, value & 0xff, 1);
    else if (value >= -0x8000) this.#number(0xd1, value & 0xffff, 2);
    else if (value >= -0x80000000) this.#number(0xd2, value >>> 0, 4);
    else this.#wide(0xd3, value);
  }

  string(text: string): void {
    const length = Buffer.byteLength(text);
    if (length < 32) this.#byte(0xa0 | length);
    else this.#header(0xd9, length);
    const at = this.#grow(length);
    this.#buffer.write(text, at, length, "utf8");
  }

  /** The header of an array. Write its elements next. */
  array(length: number): void {
    if (length < 16) this.#byte(0x90 | length);
    else this.#wideHeader(0xdc, length);
  }

  /** The header of a map. Write its keys and values next, alternating. */
  map(length: number): void {
    if (length < 16) this.#byte(0x80 | length);
    else this.#wideHeader(0xde, length);
  }

  extension(code: number, data: Uint8Array): void {
    const power = Math.log2(data.length);
    if (Number.isInteger(power) && power <= 4) this.#byte(0xd4 + power);
    else this.#header(0xc7, data.length);
    this.#byte(code);
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
