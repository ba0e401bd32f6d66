import { type Kind, kinds } from "../../../../service/kinds";
import { type DeclaredObject, type Finding, titleOf } from "../../../comparison/finding";
import { printable } from "../../../output/terminal";
import { escaped } from "../../../output/text";
import type { Report } from "../drift";
import { findingLooks, sentenceOf } from "./text";

/**
 * The report as test results: a test suite for each kind, a test case for each declared object and for each undeclared
 * one. A finding is a failure; ignored findings are skipped.
 */
export function junit(report: Report): string {
  const suites = report.kinds.map((kind) => suite(report, kind)).filter(({ tests }) => tests > 0);
  const cases = suites.reduce((sum, { tests }) => sum + tests, 0);
  const { findings, ignored } = report;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="rblmonitor drift" tests="${cases}" failures="${findings.length}" errors="0" skipped="${ignored.length}">`,
    ...suites.map(({ text }) => text),
    "</testsuites>\n",
  ].join("\n");
}

function suite({ read, names, ...report }: Report, kind: Kind): { tests: number; text: string } {
  const ofKind = <T extends { readonly kind: string }>(all: readonly T[]) =>
    all.filter((object) => object.kind === kind);
  const findings = ofKind(report.findings);
  const ignored = ofKind(report.ignored);
  const places = new Set([...findings, ...ignored].map((each) => ("address" in each ? placeOf(each) : "")));
  const passed = ofKind(report.declared).filter((object) => !places.has(placeOf(object)));
  const cases = [
    ...passed.map((object) => testCase(kind, printable(object.address), "")),
    ...findings.map((finding) => {
      const sentence = escaped(sentenceOf(finding, names));
      const failure = `<failure type="${finding.type}" message="${sentence}">${sentence}</failure>`;
      return testCase(kind, nameOf(finding), failure);
    }),
    ...ignored.map((finding) =>
      testCase(kind, nameOf(finding), `<skipped message="ignored: ${findingLooks[finding.type].label}"/>`),
    ),
  ];
  const seconds = ((Date.parse(read.to) - Date.parse(read.from)) / 1_000).toFixed(3);
  const head = `  <testsuite name="${kinds[kind].plural}" tests="${cases.length}" failures="${findings.length}" errors="0" skipped="${ignored.length}" time="${seconds}" timestamp="${read.from.slice(0, 19)}">`;
  return { tests: cases.length, text: [head, ...cases, "  </testsuite>"].join("\n") };
}

function testCase(kind: Kind, name: string, content: string): string {
  const head = `    <testcase classname="rblmonitor_${kind}" name="${escaped(name)}"`;
  return content === "" ? `${head}/>` : `${head}>${content}</testcase>`;
}

function nameOf(finding: Finding): string {
  const title = titleOf(finding);
  return finding.type === "undeclared" && title !== finding.id ? `${finding.id} ${title}` : title;
}

function placeOf({ state, address }: Pick<DeclaredObject, "state" | "address">): string {
  return JSON.stringify([state, address]);
}
