import { BinaryWriter } from "@bufbuild/protobuf/wire";
import { Encoded, type Method } from "./service";
import { Status, StatusError } from "./status";

/** Before each message: a byte that says whether it is compressed, and four that say how long it is. */
const HEADING = 5;

const EMPTY_HEADING = new Uint8Array(HEADING);

/** The longest message in bytes, either way: what Terraform itself allows for. */
const LONGEST = 256 * 1024 * 1024;

/**
 * Gathers the one message of a request from the pieces in which it arrives.
 *
 * A compressed one is refused, and the answer says which encodings there are: none. Terraform compresses nothing.
 */
export class RequestReader {
  private readonly pieces: Buffer[] = [];
  private size = 0;

  /** @throws StatusError once there is more than a request may have */
  add(piece: Buffer): void {
    this.size += piece.length;
    if (this.size <= HEADING + LONGEST) return void this.pieces.push(piece);
    this.pieces.length = 0;
    throw new StatusError(Status.RESOURCE_EXHAUSTED, `A message may have ${LONGEST} bytes`);
  }

  /**
   * The message, when all has arrived.
   * @throws StatusError for anything but exactly one message that is not compressed
   */
  message(): Buffer {
    const [first] = this.pieces;
    const all = first?.length === this.size ? first : Buffer.concat(this.pieces);
    if (all.length === 0) throw new StatusError(Status.UNIMPLEMENTED, "There is no message in the request");
    if (all.length < HEADING) throw new StatusError(Status.INTERNAL, "The request ends within a message");
    if (all[0] !== 0) throw new StatusError(Status.UNIMPLEMENTED, "Compressed messages are not supported");
    const end = HEADING + all.readUInt32BE(1);
    if (all.length < end) throw new StatusError(Status.INTERNAL, "The request ends within a message");
    if (all.length > end)
      throw new StatusError(Status.UNIMPLEMENTED, "There are several messages in the request");
    return all.subarray(HEADING, end);
  }
}

/** Reads a request. @throws StatusError for what is none */
export function decodeRequest(method: Method, message: Buffer): unknown {
  try {
    return method.requestType.decode(message);
  } catch {
    // Not why: the reason may quote what the message holds.
    throw new StatusError(Status.INTERNAL, `The message is not one that ${method.name} takes`);
  }
}

/**
 * What writes the responses: the same for all, as it keeps the room that it has made for one. That of a large one is not
 * kept, nor what a response that could not be written has left.
 */
let writer = new BinaryWriter();

const LARGE = 1024 * 1024;

/** A response with its heading. @throws StatusError for one that is too long, and whatever kept it from being written */
export function encodeResponse(method: Method, response: unknown): Uint8Array {
  const own = writer;
  writer = new BinaryWriter();
  own.raw(EMPTY_HEADING);
  if (response instanceof Encoded) own.raw(response.bytes);
  else method.responseType.encode(response, own);
  const framed = own.finish();
  if (framed.length < LARGE) writer = own;
  const length = framed.length - HEADING;
  if (length > LONGEST)
    throw new StatusError(Status.RESOURCE_EXHAUSTED, `The answer has ${length} bytes: more than ${LONGEST}`);
  new DataView(framed.buffer, framed.byteOffset).setUint32(1, length);
  return framed;
}
