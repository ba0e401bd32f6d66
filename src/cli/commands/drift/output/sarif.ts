import { createHash } from "node:crypto";
import { isAbsolute, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { capitalized } from "../../../../provider/text";
import { version } from "../../../../provider/version";
import { kinds } from "../../../../service/kinds";
import { type Finding, titleOf } from "../../../comparison/finding";
import { jsonText } from "../../../output/print";
import { printable } from "../../../output/terminal";
import type { Report } from "../drift";
import { sentenceOf } from "./text";

const rules = {
  changed: {
    level: "warning",
    short: "A managed object differs from the state",
    full: "The object was changed outside Terraform. The next plan shows the change, and an apply restores the configured values.",
  },
  gone: {
    level: "error",
    short: "A managed object is missing",
    full: "The object was deleted outside Terraform, so it is not monitored. The next apply creates it again.",
  },
  repeated: {
    level: "error",
    short: "An object that several resources have",
    full: "Each resource changes the object, and destroying one deletes it for all. Keep one of them, and refer to the object with a data source elsewhere.",
  },
  undeclared: {
    level: "note",
    short: "An unmanaged object",
    full: "The account has the object, and no Terraform state has it. `rblmonitor adopt` generates code for it; a rule in the ignore file hides it.",
  },
} as const satisfies Record<Finding["type"], object>;

/** The place of findings in a state without a file: code scanning shows no finding without a place. */
const stateFile = "terraform.tfstate";

const ruleIds = Object.keys(rules) as Finding["type"][];

/** The report in SARIF 2.1.0, for code scanning. The same finding has the same fingerprint from run to run. */
export function sarif(report: Report): string {
  return jsonText({
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: { name: "rblmonitor drift", semanticVersion: version, rules: ruleIds.map(descriptor) },
        },
        invocations: [
          {
            executionSuccessful: true,
            startTimeUtc: report.read.from,
            endTimeUtc: report.read.to,
            toolExecutionNotifications: report.notes.map(({ text, address }) => ({
              level: "note",
              message: { text: printable(address === undefined ? text : `${address}: ${text}`) },
            })),
          },
        ],
        results: report.findings.map((finding) => result(finding, report)),
      },
    ],
  });
}

function descriptor(type: Finding["type"]): object {
  const { level, short, full } = rules[type];
  return {
    id: `rblmonitor/${type}`,
    name: capitalized(type),
    shortDescription: { text: short },
    fullDescription: { text: full },
    defaultConfiguration: { level },
  };
}

function result(finding: Finding, { names, states }: Report): object {
  const { type, kind, id } = finding;
  const [title, place] = type === "undeclared" ? [id, ""] : [titleOf(finding), titleOf(finding)];
  const state = states.find(({ name }) => type === "undeclared" || name === finding.state);
  const identity = JSON.stringify([type, kind, id, place]);
  const artifactLocation = { uri: uriOf(state?.file ?? stateFile) };
  return {
    ruleId: `rblmonitor/${type}`,
    ruleIndex: ruleIds.indexOf(type),
    level: rules[type].level,
    message: { text: sentenceOf(finding, names) },
    locations: [
      {
        physicalLocation: { artifactLocation, region: { startLine: 1 } },
        logicalLocations: [{ fullyQualifiedName: title, kind: "resource", name: kinds[kind].title }],
      },
    ],
    partialFingerprints: { "finding/v1": createHash("sha256").update(identity).digest("hex") },
  };
}

/** The reference to a file. */
function uriOf(file: string): string {
  if (isAbsolute(file)) return pathToFileURL(file).href;
  return file.split(sep).map(encodeURIComponent).join("/");
}
