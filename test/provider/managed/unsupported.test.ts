import type { Account } from "../../../src/provider/account";
import { missingMembers } from "../../../src/provider/managed/notes";
import type { ObjectPlan } from "../../../src/provider/managed/object";
import { planDestroyUnsupported, planUnsupported } from "../../../src/provider/managed/unsupported";
import { managedResources } from "../../../src/provider/resources";
import type { Kind } from "../../../src/service/kinds";
import { isLegacyKind } from "../../../src/service/legacy/kinds";
import { PrivateState } from "../../../src/terraform/definition/private-state";
import { Diagnostics } from "../../../src/terraform/diagnostics";
import { unknown } from "../../../src/terraform/values/value";

interface Situation {
  readonly apiVersion?: string;
  /** The configuration; the planned values, if omitted. */
  readonly config?: object;
  readonly missing?: readonly string[];
  /** Whether another rule has planned a replacement. */
  readonly isReplaced?: boolean;
}

/** Plans a resource over version 3.0: what is reported, and which attributes force replacement. */
function planned(kind: Kind, prior: object | null, plan: object, situation: Situation = {}) {
  const { apiVersion = "3.0", config = plan, missing = [], isReplaced = false } = situation;
  const { object } = managedResources[`rblmonitor_${kind}`];
  const diagnostics = new Diagnostics();
  const privateState = new PrivateState();
  missingMembers.set(privateState, missing);
  const replacePaths: unknown[] = isReplaced ? [[{ attribute: "host" }]] : [];
  const all = Object.fromEntries(Object.keys(object.attributes).map((name) => [name, null]));
  planUnsupported(object, {
    ...{ context: { apiVersion } as unknown as Account, diagnostics, privateState, replacePaths },
    ...{ config: { ...all, ...config }, plan: { ...all, ...plan }, prior: prior && { ...all, ...prior } },
    requireReplace: (path: unknown) => replacePaths.push(path),
  } as unknown as ObjectPlan);
  return {
    reports: diagnostics.list.map(({ severity, summary, path }) => [severity, summary, path?.[0]]),
    details: diagnostics.list.map(({ detail }) => detail),
    replaced: replacePaths,
  };
}

const at = (attribute: string) => ({ attribute });
const lacking = (name: string) => ["error", `${name} not supported by API version 3.0`, at(name)];
const replacing = (title: string, name: string) => [
  ...["warning", `API version 3.0 forces replacement of ${title}`, at(name)],
];
const silent = { reports: [], details: [], replaced: [] };

const host = { host: "192.0.2.1", name: "Mail", profile: "RP1", contact_groups: ["CG1"], paused: false };
const existing = { ...host, id: "HT1" };
const contact = { contact: "ops@example.com", type: "email", contact_groups: ["CG1"], paused: false };

describe("a plan of a kind that version 3.0 lacks", () => {
  const profile = { id: "CP1", name: "Web", expiration_thresholds: [30] };

  it.each([
    [
      "a create",
      null,
      profile,
      "This certificate profile cannot be created: API version 3.0 does not support",
    ],
    [
      "a change",
      profile,
      { ...profile, name: "New" },
      "This certificate profile cannot be changed: API version",
    ],
  ])("is an error for %s", (_, prior, plan, text) => {
    const { reports, details } = planned("certificate_profile", prior, plan);
    expect(reports).toEqual([["error", "API version 3.0 has no certificate profiles", undefined]]);
    expect(details[0]).toContain(text);
  });

  it("is none without a change, or over version 4.0", () => {
    expect(planned("certificate_profile", profile, profile)).toEqual(silent);
    expect(planned("certificate_profile", null, profile, { apiVersion: "4.0" })).toEqual(silent);
    expect(planned("host", null, { ...host, tags: ["a"] }, { apiVersion: "4.0" })).toEqual(silent);
  });

  it("is an error for a destruction, with the object and how to keep it", () => {
    const destroyed = (kind: Kind) => {
      const diagnostics = new Diagnostics();
      const context = { apiVersion: "3.0", knows: isLegacyKind } as unknown as Account;
      const call = { context, diagnostics, privateState: new PrivateState(), prior: { id: "CP1" } };
      planDestroyUnsupported(managedResources[`rblmonitor_${kind}`].object, context, call);
      return diagnostics.list.map(({ severity, detail }) => [severity, detail]);
    };
    expect(destroyed("certificate_profile")).toEqual([
      [
        "error",
        expect.stringMatching(/^The certificate profile CP1 cannot be destroyed: .*terraform state rm/),
      ],
    ]);
    expect(destroyed("host")).toEqual([]);
  });
});

describe("a plan of attributes that version 3.0 lacks", () => {
  it("is an error at each that a create would send", () => {
    const { reports, details } = planned("host", null, { ...host, tags: ["a"] });
    expect(reports).toEqual([lacking("tags")]);
    expect(details[0]).toMatch(/^This tags cannot be sent: .*\. Remove it, or set api_version = "4\.0"/);
    expect(planned("host", null, { ...host, tags: [] })).toEqual(silent);
    expect(planned("host", null, { ...host, tags: unknown })).toEqual(silent);
  });

  it("is an error at each that an update would send", () => {
    const { reports, details } = planned("host", existing, { ...existing, tags: ["a"] });
    expect(reports).toEqual([lacking("tags")]);
    expect(details[0]).toMatch(
      /^This tags cannot be changed: .*\. Set it to its value in state, or set api_version/,
    );
    expect(planned("host", existing, { ...existing, name: "New" })).toEqual(silent);
    expect(planned("host", { ...existing, tags: ["a"] }, { ...existing, tags: ["a"] })).toEqual(silent);
  });

  it("is an error for several groups of a new host, not of one that exists", () => {
    const groups = { contact_groups: ["CG1", "CG2"] };
    expect(planned("host", null, { ...host, ...groups }).reports).toEqual([lacking("contact_groups")]);
    expect(planned("host", existing, { ...existing, ...groups })).toEqual(silent);
  });

  it("is an error if hosts of a subnet are missing, which are created with these values", () => {
    const subnet = { ...existing, host: "192.0.2.0/30", contact_groups: ["CG1", "CG2"] };
    expect(planned("host", subnet, subnet)).toEqual(silent);
    expect(planned("host", subnet, subnet, { missing: ["192.0.2.1"] }).reports).toEqual([
      lacking("contact_groups"),
    ]);
  });

  it.each(["args", "args_wo"])("is an error at the args of a contact that are configured: %s", (name) => {
    const config = { ...contact, [name]: { key: "a" } };
    expect(planned("contact", null, contact, { config }).reports).toEqual([lacking(name)]);
    expect(planned("contact", null, contact, { config: { ...contact, [name]: unknown } })).toEqual(silent);
    expect(planned("contact", null, contact)).toEqual(silent);
  });
});

describe("a change that version 3.0 makes only by a replacement", () => {
  const before = { ...contact, id: "CO1", schedule: "start_and_end" };

  it("forces it, with a warning, and reports nothing else", () => {
    for (const value of ["new@example.com", unknown]) {
      const { reports, replaced } = planned("contact", before, { ...before, contact: value });
      expect(reports).toEqual([replacing("contact", "contact")]);
      expect(replaced).toEqual([[at("contact")]]);
    }
  });

  it("does not force it for attributes that are replaced anyway, or not at all", () => {
    expect(planned("contact", before, before)).toEqual(silent);
    expect(planned("contact", before, { ...before, contact_groups: ["CG2"] })).toEqual(silent);
    expect(planned("contact", before, { ...before, type: "slack" }).replaced).toEqual([]);
    expect(planned("contact", before, { ...before, type: "slack" }).reports).toEqual([]);
    expect(planned("host", existing, { ...existing, host: "192.0.2.2" }).replaced).toEqual([]);
  });

  it("reports no values that an update cannot send if the resource is replaced", () => {
    const change = { ...existing, tags: ["a"] };
    expect(planned("host", existing, change, { isReplaced: true }).reports).toEqual([]);
    expect(planned("host", existing, change).reports).toEqual([lacking("tags")]);
  });
});
