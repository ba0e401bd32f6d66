/** The few forms of ASN.1's Distinguished Encoding Rules (X.690) that a certificate is written in. */

const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectIdentifier: 0x06,
  utf8String: 0x0c,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

/** Any element: tag, length, content. */
export function element(tag: number, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.from([tag]), lengthOf(body), body]);
}

function lengthOf(body: Buffer): Buffer {
  if (body.length < 0x80) return Buffer.from([body.length]);
  const bytes = bigEndian(body.length);
  return Buffer.from([0x80 | bytes.length, ...bytes]);
}

function bigEndian(value: number): number[] {
  return value < 0x100 ? [value] : [...bigEndian(Math.floor(value / 0x100)), value % 0x100];
}

export const sequence = (...elements: readonly Buffer[]): Buffer => element(TAG.sequence, ...elements);
export const set = (...elements: readonly Buffer[]): Buffer => element(TAG.set, ...elements);
export const octetString = (content: Buffer): Buffer => element(TAG.octetString, content);
export const utf8String = (text: string): Buffer => element(TAG.utf8String, Buffer.from(text));
export const boolean = (value: boolean): Buffer => element(TAG.boolean, Buffer.from([value ? 0xff : 0]));

/** `[number]`, constructed, around `content`. */
export const explicit = (number: number, content: Buffer): Buffer => element(0xa0 | number, content);

/** A number of at least 0, given as big-endian bytes. */
export function integer(magnitude: Buffer): Buffer {
  const start = magnitude.findIndex((byte) => byte !== 0);
  const shortest = start === -1 ? Buffer.from([0]) : magnitude.subarray(start);
  // A first bit of 1 would be read as a sign.
  const sign = (shortest[0] ?? 0) >= 0x80 ? [Buffer.from([0])] : [];
  return element(TAG.integer, ...sign, shortest);
}

/** @param unusedBits how many of the last byte's low bits do not count */
export function bitString(content: Buffer, unusedBits = 0): Buffer {
  return element(TAG.bitString, Buffer.from([unusedBits]), content);
}

/** @param dotted as in `2.5.4.3` */
export function objectIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  return element(TAG.objectIdentifier, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

function base128(arc: number): number[] {
  const high = Math.floor(arc / 0x80);
  return high === 0 ? [arc] : [...base128(high).map((byte) => byte | 0x80), arc % 0x80];
}

/** A moment, to the second: UTCTime before 2050, GeneralizedTime from then on, as RFC 5280 (4.1.2.5) has it. */
export function time(moment: Date): Buffer {
  const digits = `${moment.toISOString().slice(0, 19).replace(/\D/g, "")}Z`;
  return moment.getUTCFullYear() < 2050
    ? element(TAG.utcTime, Buffer.from(digits.slice(2)))
    : element(TAG.generalizedTime, Buffer.from(digits));
}
