/** Values in the JSON form in which Terraform keeps them in its state (Terraform's "JSON serialization of cty"). */
export { decodeJson } from "./json/decode";
export { encodeJson } from "./json/encode";
