import { reference } from "../resource-block";
import type { KindRules } from "./kind-rules";

const days = (count: number) => Array.from({ length: count }, (_, day) => day);

export const certificateProfile: KindRules = {
  refused: [
    ["half a day", "expiration_thresholds", { expiration_thresholds: [30, 0.5] }, /must be a whole number/],
  ],
  warned: [
    [
      "91 days",
      "expiration_thresholds",
      { expiration_thresholds: [91, 5] },
      /has values outside the 0 to 90 that/,
    ],
    [
      "a day after the end",
      "expiration_thresholds",
      { expiration_thresholds: [-1] },
      /has values outside the 0 to 90 that/,
    ],
    [
      "11 thresholds",
      "expiration_thresholds",
      { expiration_thresholds: days(11) },
      /more than the 10 values/,
    ],
  ],
  accepted: [
    ["one threshold", { expiration_thresholds: [0] }],
    ["10 thresholds up to 90 days", { expiration_thresholds: [...days(9), 90] }],
    ["a threshold in quotes", { expiration_thresholds: ["30"] }],
    [
      "a certificate profile of unknown values",
      {
        name: reference("var.unknown"),
        expiration_thresholds: reference("toset([30, var.unknown])"),
        alert_on_expiration: reference("var.unknown"),
        alert_on_misconfigurations: reference("var.unknown"),
        is_default: reference("var.unknown"),
      },
    ],
    ["thresholds that are unknown as a whole", { expiration_thresholds: reference("var.unknown") }],
  ],
};
