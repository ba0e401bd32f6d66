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
    else if (value >= 0) this.#unsigned(value);
    else this.#negative(value);
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
    if (length >= 0x100) {
      this.#wideHeader(code + 1, length);
      return;
    }
    this.#byte(code);
    this.#byte(length);
  }

  #wideHeader(code: number, length: number): void {
    if (length < 0x10000) {
      this.#byte(code);
      const at = this.#grow(2);
      this.#buffer.writeUInt16BE(length, at);
    } else {
      this.#byte(code + 1);
      const at = this.#grow(4);
      this.#buffer.writeUInt32BE(length, at);
    }
  }

  #unsigned(value: number): void {
    if (value < 0x100000000) {
      this.#header(0xcc, value);
    } else {
      this.#byte(0xcf);
      const at = this.#grow(8);
      this.#buffer.writeBigUInt64BE(BigInt(value), at);
    }
  }

  #negative(value: number): void {
    if (value >= -0x80) {
      this.#byte(0xd0);
      this.#byte(value & 0xff);
    } else if (value >= -0x8000) {
      this.#byte(0xd1);
      const at = this.#grow(2);
      this.#buffer.writeInt16BE(value, at);
    } else if (value >= -0x80000000) {
      this.#byte(0xd2);
      const at = this.#grow(4);
      this.#buffer.writeInt32BE(value, at);
    } else {
      this.#byte(0xd3);
      const at = this.#grow(8);
      this.#buffer.writeBigInt64BE(BigInt(value), at);
    }
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
