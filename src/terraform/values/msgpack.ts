/** Values as MessagePack, as between Terraform and a plugin (Terraform's "object wire format"). */
export { decodeMsgpack } from "./msgpack/decode";
export { encodeMsgpack } from "./msgpack/encode";
