/** Values in the binary form in which they pass between Terraform and a plugin (Terraform's "object wire format"). */
export { decodeMsgpack } from "./msgpack/decode";
export { encodeMsgpack } from "./msgpack/encode";
