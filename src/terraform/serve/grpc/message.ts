import { BinaryWriter } from "@bufbuild/protobuf/wire";
import { Encoded, type Method, Status, StatusError } from "./service";

/** The prefix of each message: a compression flag, and four bytes of length. */
const headingLength = 5;

const emptyHeading = new Uint8Array(headingLength);

/** The longest message in bytes, in both directions, as in Terraform. */
const maxLength = 256 * 1024 * 1024;

/**
 * Collects the one message of a request. Compressed messages are rejected: Terraform does not compress.
 */
export class RequestReader {
  readonly #pieces: Buffer[] = [];
  #size = 0;

  /** @throws StatusError if the request is too large */
  add(piece: Buffer): void {
    this.#size += piece.length;
    if (this.#size <= headingLength + maxLength) return void this.#pieces.push(piece);
    this.#pieces.length = 0;
    throw new StatusError(Status.RESOURCE_EXHAUSTED, `The message is longer than ${maxLength} bytes`);
  }

  /**
   * The message of a complete request.
   * @throws StatusError unless there is exactly one uncompressed message
   */
  message(): Buffer {
    const [first] = this.#pieces;
    const request = first?.length === this.#size ? first : Buffer.concat(this.#pieces);
    if (request.length === 0) throw new StatusError(Status.UNIMPLEMENTED, "The request has no message");
    if (request.length < headingLength)
      throw new StatusError(Status.INTERNAL, "The request ends within a message");
    if (request[0] !== 0)
      throw new StatusError(Status.UNIMPLEMENTED, "Compressed messages are not supported");
    const end = headingLength + request.readUInt32BE(1);
    if (request.length < end) throw new StatusError(Status.INTERNAL, "The request ends within a message");
    if (request.length > end) throw new StatusError(Status.UNIMPLEMENTED, "The request has several messages");
    return request.subarray(headingLength, end);
  }
}

/** Decodes a request. @throws StatusError if it is invalid */
export function decodeRequest(method: Method, message: Buffer): unknown {
  try {
    return method.requestType.decode(message);
  } catch {
    // The cause is left out, as it may quote the message.
    throw new StatusError(Status.INTERNAL, `The message is not a valid request of ${method.name}`);
  }
}

/**
 * The writer of responses, reused because it keeps its buffer. It is replaced after a large response, and after a response
 * that could not be encoded.
 */
let writer = new BinaryWriter();

const largeLength = 1024 * 1024;

/** Encodes a response with its prefix. @throws StatusError if it is too long, and any encoding error */
export function encodeResponse(method: Method, response: unknown): Uint8Array {
  const own = writer;
  writer = new BinaryWriter();
  own.raw(emptyHeading);
  if (response instanceof Encoded) own.raw(response.bytes);
  else method.responseType.encode(response, own);
  const framed = own.finish();
  if (framed.length < largeLength) writer = own;
  const length = framed.length - headingLength;
  if (length > maxLength)
    throw new StatusError(
      Status.RESOURCE_EXHAUSTED,
      `The response has ${length} bytes: more than ${maxLength}`,
    );
  new DataView(framed.buffer, framed.byteOffset).setUint32(1, length);
  return framed;
}
