import { reference } from "../resource-block";
import type { KindRules } from "./kind-rules";

const args = reference('{ key = "k" }');

export const contact: KindRules = {
  refused: [
    ["an empty destination", "contact", { contact: "" }, /must not be empty/],
    ["a type with an underscore", "type", { type: "aws_sns" }, /must be one of/],
    ["both forms of args", "args_wo", { args, args_wo: args }, /Keep args_wo/],
    [
      "both forms of args, partly unknown",
      "args_wo",
      { args: reference("{ key = var.unknown }"), args_wo: args },
      /Keep args_wo/,
    ],
    ["half a version of args", "args_wo_version", { args_wo_version: 1.5 }, /must be a whole number/],
    [
      "half a version of the code",
      "confirmation_code_wo_version",
      { confirmation_code_wo_version: 0.5 },
      /must be a whole number/,
    ],
    ["another schedule", "schedule", { schedule: "daily" }, /every_check, start_and_end, while_listed/],
  ],
  warned: ["every_check", "start_and_end", "while_listed"].map(
    (schedule) => [`the schedule ${schedule}`, "schedule", { schedule }, /will remove schedule/] as const,
  ),
  accepted: [
    ["args", { args }],
    ["an empty code", { confirmation_code_wo: "", confirmation_code_wo_version: 1 }],
    ["write-only args", { args_wo: args, args_wo_version: 1 }],
    ["args with args_wo = null", { args, args_wo: null }],
    ["a null schedule", { schedule: null, paused: null, args: null }],
    [
      "a contact of unknown values",
      {
        contact: reference("var.unknown"),
        type: reference("var.unknown"),
        contact_groups: reference("var.unknown"),
        schedule: reference("var.unknown"),
        args: reference("{ key = var.unknown }"),
        confirmation_code_wo: reference("var.unknown"),
        confirmation_code_wo_version: reference("var.unknown"),
        paused: reference("var.unknown"),
      },
    ],
    ["both forms of args, with one unknown", { args: reference("var.unknown"), args_wo: args }],
  ],
};
