import type { Attributes, Identity, ResourceIdentity } from "../../../src/terraform";
import type { Resource } from "../../../src/terraform/definition/definition";
import type { ResourceIdentityData } from "../../../src/terraform/protocol/generated/tfplugin6";
import { string } from "../../../src/terraform/schema/shapes";
import type { ObjectValue } from "../../../src/terraform/values/object-value";
import { providerOf, received, reported, sent, session } from "./session";

const attributes = { id: string().computed("").keepsPrior(), name: string().required("") };
const identityAttributes = {
  id: string().required("The key."),
  region: string().optional("Where it is."),
};
const identity: ResourceIdentity<typeof attributes, string> = {
  attributes: identityAttributes,
  of: ({ state, context }) => ({ id: state.id ?? null, region: context }),
};

const typeName = "test_one";
const object = (values: ObjectValue | null) => sent(attributes, values);
const data = (values: Identity): ResourceIdentityData => ({ identityData: sent(identityAttributes, values) });
const identityIn = (answer: ResourceIdentityData | undefined) =>
  answer && received(identityAttributes, answer.identityData);

/** A configured provider whose resource returns its input. */
async function configured(resource: Partial<Resource<Attributes, string>> = {}) {
  const provider = providerOf({
    attributes,
    identity: identity as never,
    create: async () => ({ id: "1", name: "n" }) as never,
    read: async ({ state }) => state,
    update: async ({ plan }) => plan as never,
    delete: async () => undefined,
    import: async ({ id, identity }) => ({ id: identity?.id ?? id }) as never,
    ...resource,
  });
  const { call } = session(provider);
  await call("configureProvider", {});
  return call;
}

const one = { id: "1", name: "n" };
const stored = { id: "1", region: "a context" };

describe("the schema of an identity", () => {
  it("marks required and optional attributes for import", async () => {
    const call = await configured();
    const { identitySchemas } = await call("getResourceIdentitySchemas", {});
    expect(identitySchemas).toEqual({
      test_one: {
        version: 0,
        identityAttributes: [
          expect.objectContaining({ name: "id", requiredForImport: true, optionalForImport: false }),
          expect.objectContaining({ name: "region", requiredForImport: false, optionalForImport: true }),
        ],
      },
    });
  });

  it("is missing for a resource without an identity", async () => {
    const { call } = session(providerOf({ attributes }));
    expect(await call("getResourceIdentitySchemas", {})).toEqual({ identitySchemas: {}, diagnostics: [] });
  });
});

describe("an identity", () => {
  it("is in the answer of a read, also if the state has none yet", async () => {
    const call = await configured();
    for (const currentIdentity of [undefined, data(stored)]) {
      const answer = await call("readResource", {
        typeName,
        currentState: object(one),
        ...(currentIdentity && { currentIdentity }),
      });
      expect(identityIn(answer.newIdentity)).toEqual(stored);
      expect(answer.diagnostics).toEqual([]);
    }
  });

  it("is the stored one while the provider is not configured", async () => {
    const { call } = session(providerOf({ attributes, identity: identity as never }));
    const answer = await call("readResource", {
      typeName,
      currentState: object(one),
      currentIdentity: data(stored),
    });
    expect(identityIn(answer.newIdentity)).toEqual(stored);
  });

  it("ends with its object", async () => {
    const call = await configured({ read: async () => null });
    const read = { typeName, currentState: object(one), currentIdentity: data(stored) };
    expect((await call("readResource", read)).newIdentity).toBeUndefined();
    const destroy = { typeName, priorState: object(one), plannedState: object(null), config: object(null) };
    const applied = await call("applyResourceChange", { ...destroy, plannedIdentity: data(stored) });
    expect(applied.newIdentity).toBeUndefined();
  });

  it("is not planned for a new object, and stays in all other plans", async () => {
    const call = await configured();
    const plan = (prior: ObjectValue | null, proposed: ObjectValue | null) =>
      call("planResourceChange", {
        typeName,
        priorState: object(prior),
        proposedNewState: object(proposed),
        config: object(proposed),
        priorPrivate: new Uint8Array(),
        priorIdentity: data(stored),
      });
    expect((await plan(null, one)).plannedIdentity).toBeUndefined();
    expect(identityIn((await plan(one, { ...one, name: "m" })).plannedIdentity)).toEqual(stored);
    expect(identityIn((await plan(one, null)).plannedIdentity)).toEqual(stored);
  });

  it("is in the answer of a create and of an update, also when these fail midway", async () => {
    const fail = () => {
      throw new Error("no");
    };
    const creating = {
      typeName,
      priorState: object(null),
      plannedState: object({ name: "n" }),
      config: object({ name: "n" }),
    };
    const created = await (await configured())("applyResourceChange", creating);
    expect(identityIn(created.newIdentity)).toEqual(stored);
    const keeping = async ({ savePartial }: { savePartial(state: object): void }) => {
      savePartial({ id: "1" });
      return fail();
    };
    const half = await (await configured({ create: keeping as never }))("applyResourceChange", creating);
    expect(identityIn(half.newIdentity)).toEqual(stored);
    const updating = { ...creating, priorState: object(one), plannedState: object(one) };
    const failed = await (await configured({ update: fail as never }))("applyResourceChange", updating);
    expect(identityIn(failed.newIdentity)).toEqual(stored);
  });

  it("imports an object as its id does, without the optional attributes", async () => {
    const call = await configured();
    const asked = { typeName, id: "", identity: data({ id: "1", region: null }) };
    for (const request of [asked, { typeName, id: "1" }]) {
      const { importedResources, diagnostics } = await call("importResourceState", request);
      expect(diagnostics).toEqual([]);
      expect(received(attributes, importedResources[0]?.state)).toEqual({ id: "1", name: null });
      expect(identityIn(importedResources[0]?.identity)).toEqual(stored);
    }
  });

  it("must not change: that is a defect of the provider", async () => {
    const call = await configured({ read: async () => ({ ...one, id: "2" }) as never });
    const answer = await call("readResource", {
      typeName,
      currentState: object(one),
      currentIdentity: data(stored),
    });
    expect(reported(answer.diagnostics)).toEqual([
      expect.stringMatching(/^error at : Internal provider error: .* changed id from 1 to 2/),
    ]);
  });

  it("may change in an optional attribute, such as a region that was renamed", async () => {
    const call = await configured();
    const currentIdentity = data({ id: "1", region: "the old name" });
    const answer = await call("readResource", { typeName, currentState: object(one), currentIdentity });
    expect(identityIn(answer.newIdentity)).toEqual(stored);
    expect(answer.diagnostics).toEqual([]);
  });

  it("is read from a stored state of another version, which may have none", async () => {
    const call = await configured();
    const upgrade = (text: string) =>
      call("upgradeResourceIdentity", {
        typeName,
        version: 7,
        rawIdentity: { json: new TextEncoder().encode(text), flatmap: {} },
      });
    expect(identityIn((await upgrade('{"id":"1","zone":"z"}')).upgradedIdentity)).toEqual({
      id: "1",
      region: null,
    });
    expect(await upgrade("")).toEqual({ diagnostics: [] });
  });

  it("is left out of every answer for a resource without one", async () => {
    const call = await configured({ identity: undefined as never });
    const answer = await call("readResource", { typeName, currentState: object(one) });
    expect(answer.newIdentity).toBeUndefined();
  });
});
