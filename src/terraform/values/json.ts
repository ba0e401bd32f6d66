/** Values as JSON, as in Terraform's state ("JSON serialization of cty"). */
export { decodeJson } from "./json/decode";
export { encodeJson } from "./json/encode";
