import { encodeMsgpack } from "../../src/terraform/values/msgpack";
import { MsgpackReader } from "../../src/terraform/values/msgpack/reader";
import { types } from "../../src/terraform/values/type";
import { Unknown, type Value } from "../../src/terraform/values/value";

/** The keys of refinements in cty's MessagePack form. */
const [isNullKey, prefixKey, minLengthKey, maxLengthKey] = [1, 2, 5, 6] as const;

/** An unknown string that is not null and has a prefix, as a core sends it. */
export function unknownWithPrefix(prefix: string): Unknown {
  const head = [0x82, isNullKey, 0xc2, prefixKey];
  return new Unknown(Uint8Array.of(...head, ...encodeMsgpack(types.string, prefix)));
}

/** Whether a value is one that the refinements of an unknown value allow. @throws Error for a bound of a number */
export function isWithin({ refinements }: Unknown, value: Value): boolean {
  if (value instanceof Unknown || refinements === undefined) return true;
  // A map with at most four numbers as keys, so that its code has their number.
  const [code = 0] = refinements;
  const reader = new MsgpackReader(refinements.subarray(1));
  let isAllowed = true;
  for (let left = code & 0xf; left > 0; left--) {
    const [key, bound] = [reader.read(), reader.read()];
    switch (key) {
      case isNullKey:
        isAllowed &&= (value === null) === bound;
        break;
      case prefixKey:
        isAllowed &&= typeof value === "string" && value.startsWith(String(bound));
        break;
      case minLengthKey:
        isAllowed &&= lengthOf(value) >= Number(bound);
        break;
      case maxLengthKey:
        isAllowed &&= lengthOf(value) <= Number(bound);
        break;
      default:
        throw new Error("The refinement is not read here.");
    }
  }
  return isAllowed;
}

function lengthOf(value: Value): number {
  return Object.keys(value ?? {}).length;
}
