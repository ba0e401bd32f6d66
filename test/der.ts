/**
 * The part of ASN.1's Distinguished Encoding Rules (X.690) that a certificate needs.
 *
 * Encodes to hexadecimal strings: at the start of a process, concatenating strings takes a fraction of the time of
 * concatenating Buffers.
 */

/** Bytes, two digits each. */
export type Hex = string;

const tags = {
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
export function element(tag: number, content: Hex): Hex {
  return byte(tag) + lengthOf(content) + content;
}

function lengthOf(content: Hex): Hex {
  const length = content.length / 2;
  if (length < 0x80) return byte(length);
  const digits = length.toString(16);
  const bytes = digits.length % 2 === 0 ? digits : `0${digits}`;
  return byte(0x80 | (bytes.length / 2)) + bytes;
}

function byte(value: number): Hex {
  return value < 0x10 ? `0${value.toString(16)}` : value.toString(16);
}

export const sequence = (content: Hex): Hex => element(tags.sequence, content);
export const set = (content: Hex): Hex => element(tags.set, content);
export const octetString = (content: Hex): Hex => element(tags.octetString, content);
export const utf8String = (text: string): Hex => element(tags.utf8String, textBytes(text));
export const boolean = (value: boolean): Hex => element(tags.boolean, value ? "ff" : "00");

/** `[number]`, constructed, around `content`. */
export const explicit = (number: number, content: Hex): Hex => element(0xa0 | number, content);

/** A string in UTF-8. */
export const textBytes = (text: string): Hex => Buffer.from(text).toString("hex");

/** A number of at least 0, given as big-endian bytes. */
export function integer(magnitude: Hex): Hex {
  const shortest = magnitude.replace(/^(?:00)+(?=..)/, "");
  // A first bit of 1 would be read as a sign.
  return element(tags.integer, shortest < "80" ? shortest : `00${shortest}`);
}

/** @param unusedBits how many of the last byte's low bits do not count */
export function bitString(content: Hex, unusedBits = 0): Hex {
  return element(tags.bitString, byte(unusedBits) + content);
}

/** @param dotted as in `2.5.4.3` */
export function objectIdentifier(dotted: string): Hex {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  return element(tags.objectIdentifier, byte(first * 40 + second) + rest.map((arc) => base128(arc)).join(""));
}

function base128(arc: number, last = 0): Hex {
  const high = Math.floor(arc / 0x80);
  return (high === 0 ? "" : base128(high, 0x80)) + byte((arc % 0x80) | last);
}

/** A time, to the second: UTCTime before 2050, then GeneralizedTime (RFC 5280, 4.1.2.5). */
export function time(moment: Date): Hex {
  const digits = `${moment.toISOString().slice(0, 19).replace(/\D/g, "")}Z`;
  return moment.getUTCFullYear() < 2050
    ? element(tags.utcTime, textBytes(digits.slice(2)))
    : element(tags.generalizedTime, textBytes(digits));
}
