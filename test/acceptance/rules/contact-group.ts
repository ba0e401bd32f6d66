import { reference } from "../resource-block";
import type { KindRules } from "./kind-rules";

export const contactGroup: KindRules = {
  type: "contact_group",
  valid: { name: "Operations" },
  refused: [
    ["an empty name of a group", "name", { name: "" }, /1 to 255 characters; it has 0/],
    ["a name of 256 letters", "name", { name: "é".repeat(256) }, /1 to 255 characters; it has 256/],
    ["a name that is null", "name", { name: null }, /required/],
  ],
  accepted: [
    ["a name of 255 letters of two bytes", { name: "é".repeat(255) }],
    ["an unknown name of a group", { name: reference("var.unknown"), is_default: reference("var.unknown") }],
  ],
};
