import type { ResourceIdentityData } from "../../src/terraform/protocol/generated/tfplugin6";
import { createHandlers } from "../../src/terraform/rpc/handlers";
import { string } from "../../src/terraform/schema/shapes";
import type { ProviderHandlers, Rpc } from "../../src/terraform/serve/handlers";
import { createLogger } from "../../src/terraform/serve/log";
import { encodeMsgpack } from "../../src/terraform/values/msgpack";
import type { ObjectValue } from "../../src/terraform/values/object-value";
import { types } from "../../src/terraform/values/type";
import { unknown } from "../../src/terraform/values/value";
import { providerOf } from "../terraform/rpc/session";
import type { Configuration } from "./configuration";
import { Core } from "./core";
import { type CoreName, coreVersions, versionsThatCall } from "./version";

const attributes = {
  id: string().computed("").keepsPrior(),
  name: string().required(""),
  place: string().optional("").replacesOnChange(),
  secret: string().optional("").writeOnly(),
};
const identityType = types.object({ id: types.string });
const silent = createLogger({ level: "off", stream: { write: () => undefined }, module: "test" });
const identityData = (identity: ObjectValue): ResourceIdentityData => ({
  identityData: { msgpack: encodeMsgpack(identityType, identity), json: new Uint8Array() },
});

/** What a call was sent, and a change to what it answers. */
type Meddle = (rpc: Rpc, request: object, answer: object) => object;

/** A core of a version, its provider, whose answers may be meddled with, and what it was sent. */
function driven(name: CoreName, meddle: Meddle = (_rpc, _request, answer) => answer, lacking?: Rpc) {
  const sent: (readonly [rpc: Rpc, request: Record<string, unknown>])[] = [];
  let created = 0;
  const provider = providerOf({
    attributes,
    identity: {
      attributes: { id: string().required("The key.") },
      of: ({ state }: { state: { id?: string | null } }) => ({ id: state.id ?? null }),
    } as never,
    create: async ({ plan }) => {
      created += 1;
      return { ...(plan as object), id: String(created), secret: null } as never;
    },
    read: async ({ state }) => state,
    update: async ({ plan, prior }) => ({ ...(plan as object), id: (prior as { id: string }).id }) as never,
    delete: async () => undefined,
    import: async ({ id, identity }) =>
      ({ id: identity?.id ?? id, name: "a", place: null, secret: null }) as never,
  });
  const watched = () => {
    const handlers = Object.entries(createHandlers(provider, silent)).filter(([rpc]) => rpc !== lacking);
    return Object.fromEntries(
      handlers.map(([rpc, handler]) => [
        rpc,
        async (request: Record<string, unknown>, call: never) => {
          sent.push([rpc as Rpc, request]);
          const answer = await (handler as (request: object, call: object) => Promise<object>)(request, call);
          return meddle(rpc as Rpc, request, answer);
        },
      ]),
    ) as ProviderHandlers;
  };
  const start = () => ({ handlers: watched(), close: async () => undefined });
  const core = new Core({ start, version: coreVersions[name] });
  const requests = (rpc: Rpc) => sent.filter(([one]) => one === rpc).map(([, request]) => request);
  return { core, requests, sent };
}

const one = (config: object): Configuration => ({ resources: { "test_one.one": { config: { ...config } } } });
const stored = (core: Core) => core.state["test_one.one"]?.current;
const names = Object.keys(coreVersions) as CoreName[];
const withIdentity = versionsThatCall("getResourceIdentitySchemas").map(({ name }) => name as CoreName);
const without = (key: string) => (answer: object) =>
  Object.fromEntries(Object.entries(answer).filter(([name]) => name !== key));
const summaries = (done: { readonly diagnostics: readonly { readonly summary: string }[] }) =>
  done.diagnostics.map(({ summary }) => summary);

describe("what a version asks", () => {
  it.each(names)("%s learns schemas once for each command, or from each process", async (name) => {
    const { core, requests } = driven(name);
    await core.apply(one({ name: "a" }));
    const times = coreVersions[name].cachesSchemas ? 1 : 3;
    expect(requests("getProviderSchema")).toHaveLength(times);
    expect(requests("getResourceIdentitySchemas")).toHaveLength(coreVersions[name].identity ? times : 0);
  });

  it("sends no capabilities, or its own, with each call that has them", async () => {
    const capabilities = await Promise.all(
      names.map(async (name) => {
        const { core, sent } = driven(name);
        await core.apply(one({ name: "a" }));
        await core.refresh(one({ name: "a" }));
        const able = sent.filter(([rpc]) => /^(configure|validateResource|read|plan)/.test(rpc));
        return [...new Set(able.map(([, request]) => JSON.stringify(request.clientCapabilities)))];
      }),
    );
    const text = (name: CoreName) => JSON.stringify(coreVersions[name].capabilities);
    expect(capabilities).toEqual(names.map((name) => [text(name)]));
    expect(text("OpenTofu 1.8")).toBeUndefined();
  });

  it("refuses to make a call that the version does not know", async () => {
    const { core } = driven("Terraform 1.12");
    await expect(core.query(one({}), { type: "test_one" })).rejects.toThrow(
      "Terraform 1.12 finds no test_one among the lists.",
    );
  });

  it("takes a write-only value for an ordinary one before it knows better", async () => {
    for (const name of names) {
      const { core } = driven(name);
      const { hasFailed } = await core.apply(one({ name: "a", secret: "s" }));
      // The provider refuses it, for the version would keep it in its state.
      expect([name, hasFailed]).toEqual([name, !coreVersions[name].knowsWriteOnly]);
    }
  });
});

describe("private data of a plan", () => {
  it.each(names)("comes back to the plan before an apply of %s, or does not", async (name) => {
    const { core, requests } = driven(name, (rpc, _request, answer) =>
      rpc === "planResourceChange" ? { ...answer, plannedPrivate: Buffer.from('{"note":1}') } : answer,
    );
    await core.apply(one({ name: "a" }));
    const sent = requests("planResourceChange").map(({ plannedPrivate }) => String(plannedPrivate));
    expect(sent).toEqual(["", name === "Terraform 1.16" ? '{"note":1}' : ""]);
  });
});

describe("identity", () => {
  it.each(names)("is kept and sent by %s as it was answered, or never", async (name) => {
    const { core, requests } = driven(name);
    await core.apply(one({ name: "a" }));
    await core.apply(one({ name: "b" }));
    await core.destroy(one({ name: "b" }));
    const knows = withIdentity.includes(name);
    const known = knows ? identityData({ id: "1" }) : undefined;
    expect(requests("readResource").map(({ currentIdentity }) => currentIdentity)).toEqual([known, known]);
    // The plan of a create, twice; of an update, twice; an ordinary plan, and that of the deletion.
    expect(requests("planResourceChange").map(({ priorIdentity }) => priorIdentity)).toEqual([
      ...[undefined, undefined],
      ...[known, known],
      ...[known, known],
    ]);
    expect(requests("applyResourceChange").map(({ plannedIdentity }) => plannedIdentity)).toEqual([
      ...[undefined, known, known],
    ]);
  });

  it("in the state is as the version writes it", async () => {
    const kept = await Promise.all(
      names.map(async (name) => {
        const { core } = driven(name);
        await core.apply(one({ name: "a" }));
        const { identity, identity_schema_version } = stored(core) ?? {};
        return [identity, identity_schema_version];
      }),
    );
    expect(kept).toEqual(
      names.map((name) => (withIdentity.includes(name) ? ['{"id":"1"}', 0] : [undefined, undefined])),
    );
  });

  it.each([
    ["Terraform 1.14", identityData({ id: "1" })],
    ["OpenTofu 1.12", undefined],
  ] as const)("of %s in the second plan of a replacement", async (name, expected) => {
    const { core, requests } = driven(name);
    await core.apply(one({ name: "a", place: "x" }));
    const before = requests("planResourceChange").length;
    await core.plan(one({ name: "a", place: "y" }));
    const plans = requests("planResourceChange").slice(before);
    expect(plans.map(({ priorIdentity }) => priorIdentity)).toEqual([identityData({ id: "1" }), expected]);
  });

  it.each<[title: string, rpc: Rpc, key: string, summary: string]>([
    ["a read that loses", "readResource", "newIdentity", "Missing resource identity"],
    ["an update that loses", "applyResourceChange", "newIdentity", "Missing resource identity"],
    ["a plan that loses", "planResourceChange", "plannedIdentity", "Missing resource identity"],
  ])("%s it is refused", async (_title, rpc, key, summary) => {
    for (const name of names) {
      let isMeddled = false;
      const { core } = driven(name, (of, _request, answer) =>
        isMeddled && of === rpc ? without(key)(answer) : answer,
      );
      await core.apply(one({ name: "a" }));
      isMeddled = true;
      const done = await core.apply(one({ name: "b" }));
      expect([name, ...summaries(done)]).toEqual(withIdentity.includes(name) ? [name, summary] : [name]);
    }
  });

  it("that changes, or is unknown after a read, is refused", async () => {
    for (const [answered, summary] of [
      [{ id: "2" }, "Unexpected identity change"],
      [{ id: unknown }, "Provider produced invalid identity"],
      [{ id: null }, "Provider produced invalid identity"],
    ] as const) {
      const { core } = driven("Terraform 1.12", (rpc, _request, answer) =>
        rpc === "readResource" ? { ...answer, newIdentity: identityData(answered) } : answer,
      );
      await core.apply(one({ name: "a" }));
      expect(summaries(await core.refresh(one({ name: "a" })))).toEqual([summary]);
    }
  });

  it("that is unknown in the plan of a new object is accepted by Terraform and refused by OpenTofu", async () => {
    for (const name of withIdentity) {
      const { core } = driven(name, (rpc, _request, answer) =>
        rpc === "planResourceChange" ? { ...answer, plannedIdentity: identityData({ id: unknown }) } : answer,
      );
      const { hasFailed } = await core.plan(one({ name: "a" }));
      expect([name, hasFailed]).toEqual([name, name.startsWith("OpenTofu")]);
    }
  });

  it("of an object whose update failed is forgotten by Terraform 1.12 only, and comes with the next refresh", async () => {
    for (const name of withIdentity) {
      let fails = false;
      const error = { severity: 1, summary: "No", detail: "" };
      const { core } = driven(name, (rpc, _request, answer) =>
        fails && rpc === "applyResourceChange" ? { ...answer, diagnostics: [error] } : answer,
      );
      await core.apply(one({ name: "a" }));
      fails = true;
      await core.apply(one({ name: "b" }));
      expect([name, stored(core)?.identity]).toEqual([
        ...[name, name === "Terraform 1.12" ? undefined : '{"id":"1"}'],
      ]);
      fails = false;
      await core.refresh(one({ name: "b" }));
      expect([name, stored(core)?.identity]).toEqual([name, '{"id":"1"}']);
    }
  });

  it("of an older version is upgraded, from nothing by Terraform only", async () => {
    const newer: Meddle = (rpc, _request, answer) => {
      if (rpc !== "getResourceIdentitySchemas") return answer;
      const { identitySchemas } = answer as { identitySchemas: Record<string, object> };
      return { ...answer, identitySchemas: { test_one: { ...identitySchemas.test_one, version: 1 } } };
    };
    const texts: Record<string, string | undefined>[] = [];
    for (const name of withIdentity) {
      const old = driven(name);
      await old.core.apply(one({ name: "a" }));
      for (const identity of ['{"id":"1"}', undefined]) {
        const { core, requests } = driven(name, newer);
        const { identity: _, ...rest } = stored(old.core) ?? { attributes: "{}", dependencies: [] };
        const current = { schema_version: 0, ...rest, ...(identity !== undefined && { identity }) };
        core.state = { "test_one.one": { current, deposed: {} } };
        expect((await core.refresh(one({ name: "a" }))).diagnostics).toEqual([]);
        const [upgrade] = requests("upgradeResourceIdentity") as { rawIdentity: { json: Uint8Array } }[];
        texts.push({ name, raw: upgrade && Buffer.from(upgrade.rawIdentity.json).toString() });
        expect(stored(core)?.identity_schema_version).toBe(1);
        core.state = { "test_one.one": { current: { ...current, identity_schema_version: 2 }, deposed: {} } };
        expect(summaries(await core.refresh(one({ name: "a" })))).toEqual([
          "Resource instance managed by newer provider version",
        ]);
      }
    }
    expect(texts).toEqual(
      withIdentity.flatMap((name) => [
        { name, raw: '{"id":"1"}' },
        { name, raw: name.startsWith("OpenTofu") ? undefined : "" },
      ]),
    );
  });

  it("imports: the read after it decides, and an answer without one is refused by Terraform", async () => {
    for (const name of withIdentity) {
      const imports = { "test_one.one": { id: "7" } };
      const { core, requests } = driven(name);
      await core.apply({ ...one({ name: "a" }), imports });
      expect(requests("importResourceState")).toEqual([
        expect.objectContaining({ id: "", identity: identityData({ id: "7" }) }),
      ]);
      expect(stored(core)?.identity).toBe('{"id":"7"}');
      const other = driven(name, (rpc, _request, answer) => {
        if (rpc !== "importResourceState") return answer;
        const { importedResources } = answer as { importedResources: object[] };
        return { ...answer, importedResources: importedResources.map(without("identity")) };
      });
      const { hasFailed } = await other.core.apply({ ...one({ name: "a" }), imports });
      expect([name, hasFailed]).toEqual([name, name.startsWith("Terraform")]);
    }
  });
});

describe("schemas that a core refuses", () => {
  it.each<[problem: string, rpc: Rpc, change: (answer: never) => object]>([
    [
      "test_one: the identity's id must be either required or optional for import.",
      "getResourceIdentitySchemas",
      ({ identitySchemas: { test_one } }: never) => ({
        identitySchemas: {
          test_one: {
            ...(test_one as { version: number }),
            identityAttributes: [
              {
                name: "id",
                type: Buffer.from('"string"'),
                requiredForImport: false,
                optionalForImport: false,
                description: "",
              },
            ],
          },
        },
        diagnostics: [],
      }),
    ],
    [
      "invokeAction is announced, and not implemented.",
      "getProviderSchema",
      (answer: { resourceSchemas: Record<string, object> }) => ({
        ...answer,
        actionSchemas: { test_do: { schema: answer.resourceSchemas.test_one } },
      }),
    ],
    [
      "test_none has no schema.",
      "getProviderSchema",
      (answer: object) => ({ ...answer, actionSchemas: { test_none: {} } }),
    ],
    [
      "The list test_two has no resource of that type.",
      "getProviderSchema",
      (answer: { resourceSchemas: Record<string, object> }) => ({
        ...answer,
        listResourceSchemas: { test_two: answer.resourceSchemas.test_one },
      }),
    ],
  ])("%s", async (problem, rpc, change) => {
    const meddle: Meddle = (of, _request, answer) => (of === rpc ? change(answer as never) : answer);
    const { core } = driven("Terraform 1.14", meddle, "invokeAction");
    const { diagnostics } = await core.plan(one({ name: "a" }));
    expect(diagnostics.map(({ detail }) => detail)).toContain(problem);
  });
});

it("a deferral is refused, since no version allows one", async () => {
  const { core } = driven("Terraform 1.14", (rpc, _request, answer) =>
    rpc === "planResourceChange" ? { ...answer, deferred: { reason: 2 } } : answer,
  );
  expect(summaries(await core.plan(one({ name: "a" })))).toEqual([
    "Provider deferred changes when Terraform did not allow deferrals",
  ]);
});
