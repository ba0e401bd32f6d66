import { type Kind, kindNames } from "../../src/service/kinds";
import { has, itForEach } from "../real-core";
import { closeAccounts, openAccount } from "./account";
import { wholeResource } from "./resource-block";
import { certificateMonitor } from "./rules/certificate-monitor";
import { certificateProfile } from "./rules/certificate-profile";
import { contact } from "./rules/contact";
import { host } from "./rules/host";
import { type KindRules, rulesOf } from "./rules/kind-rules";
import { monitoringProfile } from "./rules/monitoring-profile";
import { source } from "./rules/source";
import type { Diagnostic } from "./terraform-messages";

const special: { readonly [K in Kind]?: KindRules } = {
  monitoring_profile: monitoringProfile,
  host,
  source,
  certificate_monitor: certificateMonitor,
  certificate_profile: certificateProfile,
  contact,
};
const rules = kindNames.map((kind) => rulesOf(kind, special[kind]));

const expectedOf = (
  severity: "error" | "warning",
  ofKind: (kind: (typeof rules)[number]) => KindRules["refused"],
) =>
  rules.flatMap((kind) =>
    ofKind(kind).map(([title, attribute, attributes, words], n) => ({
      title,
      attribute,
      words,
      severity,
      type: kind.type,
      name: `${severity}_${n}`,
      attributes: { ...kind.valid, ...attributes },
    })),
  );
const refused = expectedOf("error", (kind) => kind.refused);
const warned = expectedOf("warning", ({ warned }) => warned);
const accepted = rules.flatMap(({ type, valid, accepted }) =>
  accepted.map(([title, attributes], n) => ({
    title,
    type,
    name: `accepted_${n}`,
    attributes: { ...valid, ...attributes },
  })),
);

const isWriteOnly = ({ attributes }: { readonly attributes: object }) =>
  Object.keys(attributes).some((name) => /_wo(_|$)/.test(name));
const isKnown = (row: { readonly attributes: object }) => has("write-only attributes") || !isWriteOnly(row);

describe("terraform validate, or at the latest the plan,", () => {
  let diagnostics: readonly Diagnostic[];

  // All in one configuration, since Terraform reports everything that it finds. The API version makes no difference yet.
  beforeAll(async () => {
    const account = await openAccount();
    const blocks = [...refused, ...warned, ...accepted]
      .filter(isKnown)
      .map(({ type, name, attributes }) => wholeResource(type, name, attributes));
    await account.write(`variable "unknown" {}\n${blocks.join("")}`);
    const { stdout } = await account.workspace.run("validate", "-json");
    expect(account.service.requestCount).toBe(0);
    const found = (JSON.parse(stdout) as { diagnostics: { snippet?: { code: string } }[] }).diagnostics.map(
      ({ snippet, ...rest }) => ({ ...rest, code: snippet?.code.trim() }) as unknown as Diagnostic,
    );
    // Validation accepts what a mock of `terraform test` may have generated, or an existing object may have, and a plan does not.
    const errors = found.filter(({ severity }) => severity === "error");
    const addresses = new Set(errors.map(({ address }) => address));
    const late = refused
      .filter(isKnown)
      .filter(({ type, name }) => !addresses.has(`rblmonitor_${type}.${name}`));
    await account.write(
      late.map(({ type, name, attributes }) => wholeResource(type, name, attributes)).join(""),
    );
    diagnostics = [...found, ...(await account.plan()).diagnostics];
    expect(account.service.requests.filter(({ method }) => method !== "GET")).toEqual([]);
  });
  afterAll(closeAccounts);

  const about = (type: string, name: string) =>
    diagnostics.filter((each) => each.address === `rblmonitor_${type}.${name}`);

  const reported = [
    ...refused.map((each) => ({ does: "refuses", ...each })),
    ...warned.map((each) => ({ does: "warns of", ...each })),
  ];
  itForEach(
    "write-only attributes",
    reported,
    isWriteOnly,
  )("$does $title at $attribute", ({ type, name, severity, attribute, words }) => {
    // A wrong value of a deprecated attribute is reported in addition to the deprecation.
    const concerned = about(type, name).filter(
      (each) => severity === "warning" || each.severity === severity,
    );
    expect(concerned).toEqual([
      expect.objectContaining({
        severity,
        detail: expect.stringMatching(words),
        code: expect.stringMatching(new RegExp(`^(${attribute} = |resource )`)),
      }),
    ]);
    const [found] = concerned;
    expect(`${found?.summary} ${found?.detail}`).toContain(attribute);
  });

  itForEach(
    "write-only attributes",
    accepted,
    isWriteOnly,
  )("accepts $title", ({ type, name }) => {
    expect(about(type, name)).toEqual([]);
  });
});
