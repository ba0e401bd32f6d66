import { DiagnosticError } from "../../../src/terraform/diagnostics";
import { nestedList, number, set, string } from "../../../src/terraform/schema/shapes";
import { unknown } from "../../../src/terraform/values/value";
import { providerOf, received, reported, sent, session } from "./session";

const attributes = {
  id: string().computed("").keepsPrior(),
  name: string().required(""),
  size: number().optional(""),
};
const capable = {
  clientCapabilities: {
    writeOnlyAttributesAllowed: true,
    deferralAllowed: false,
    storePlannedPrivate: false,
    computedBlocksAllowed: false,
  },
};

describe("a write-only value", () => {
  const locked = { name: string().required(""), key_wo: string().optional("").writeOnly() };
  const config = sent(locked, { name: "n", key_wo: "secret" });

  it("is refused if Terraform is too old to keep it out of its state", async () => {
    const { call } = session(providerOf({ attributes: locked }));
    const { diagnostics } = await call("validateResourceConfig", { typeName: "test_one", config });
    expect(reported(diagnostics)).toEqual([
      expect.stringMatching(/^error at key_wo: .*requires Terraform 1\.11/),
    ]);
  });

  it("is taken from one that can", async () => {
    const { call } = session(providerOf({ attributes: locked }));
    expect(await call("validateResourceConfig", { typeName: "test_one", config, ...capable })).toEqual({
      diagnostics: [],
    });
  });

  it("is not returned, though the resource returns it", async () => {
    const echo = async () => ({ name: "n", key_wo: "secret" }) as never;
    const { call } = session(providerOf({ attributes: locked, create: echo, read: echo, import: echo }));
    await call("configureProvider", {});
    const answers = [
      (
        await call("applyResourceChange", {
          typeName: "test_one",
          plannedState: sent(locked, { name: "n" }),
          config,
        })
      ).newState,
      (await call("readResource", { typeName: "test_one", currentState: sent(locked, { name: "n" }) }))
        .newState,
      (await call("importResourceState", { typeName: "test_one", id: "n" })).importedResources[0]?.state,
    ];
    for (const answer of answers)
      expect(received(locked, answer)).toEqual(expect.objectContaining({ name: "n", key_wo: null }));
  });
});

describe("what a resource throws", () => {
  it("is the diagnostic into which the provider converts it, or else a bug", async () => {
    const readingOf = (text: string) => async () => Promise.reject(new Error(text));
    const explained = (thrown: unknown) =>
      (thrown as Error).message === "busy" ? new DiagnosticError("Service busy", "Apply again.") : thrown;
    const summaries = ["busy", "broken"].map(async (text) => {
      const { call } = session({ ...providerOf({ attributes, read: readingOf(text) }), explained });
      await call("configureProvider", {});
      const currentState = sent(attributes, { name: "n" });
      const { diagnostics } = await call("readResource", { typeName: "test_one", currentState });
      return diagnostics.map(({ summary }) => summary);
    });
    expect(await Promise.all(summaries)).toEqual([["Service busy"], ["Internal provider error"]]);
  });
});

describe("what a resource returns", () => {
  const spelled = {
    name: string()
      .normalForm((text) => text.toLowerCase())
      .required(""),
    words: set(string().normalForm((text) => text.toLowerCase())).optional(""),
    tags: set(string()).optional(""),
    must: set(string()).required(""),
  };
  const known = { name: "Name", words: ["One", "Two"], tags: null, must: [] };
  const returned = { name: "NAME", words: ["two", "three"], tags: [], must: null };
  const expected = { name: "Name", words: ["Two", "three"], tags: null, must: [] };

  it("is held in the state's spelling when it is read", async () => {
    const { call } = session(providerOf({ attributes: spelled, read: async () => returned as never }));
    await call("configureProvider", {});
    const { newState } = await call("readResource", {
      typeName: "test_one",
      currentState: sent(spelled, known),
    });
    expect(received(spelled, newState)).toEqual(expect.objectContaining(expected));
  });

  it("is held in the plan's spelling when it was written", async () => {
    const { call } = session(providerOf({ attributes: spelled, create: async () => returned as never }));
    await call("configureProvider", {});
    const plan = sent(spelled, known);
    const { newState } = await call("applyResourceChange", {
      typeName: "test_one",
      plannedState: plan,
      config: plan,
    });
    expect(received(spelled, newState)).toEqual(expect.objectContaining(expected));
  });

  it("is unchanged if the state has no value yet, as after an import", async () => {
    const { call } = session(
      providerOf({ attributes: spelled, read: async () => ({ ...returned, must: [], tags: [] }) as never }),
    );
    await call("configureProvider", {});
    const currentState = sent(spelled, { name: "NAME" });
    const { newState } = await call("readResource", { typeName: "test_one", currentState });
    expect(received(spelled, newState)).toEqual(expect.objectContaining({ must: [], tags: null }));
  });

  it("is an error if it has unknown parts, which become null, at any depth", async () => {
    const open = {
      name: string().required(""),
      parts: nestedList({ id: string().computed("") }).computed(""),
    };
    const create = async () => ({ name: "n", parts: [{ id: unknown }] }) as never;
    const { call } = session(providerOf({ attributes: open, create }));
    await call("configureProvider", {});
    const plan = sent(open, { name: "n", parts: unknown });
    const { newState, diagnostics } = await call("applyResourceChange", {
      typeName: "test_one",
      plannedState: plan,
      config: plan,
    });
    expect(received(open, newState)).toMatchObject({ name: "n", parts: [{ id: null }] });
    expect(reported(diagnostics)).toEqual([expect.stringContaining("left values unknown")]);
  });

  it("is null for missing attributes, and drops unknown ones, also in nested objects", async () => {
    const holding = {
      ...attributes,
      parts: nestedList({ id: string().computed(""), host: string().computed("") }).computed(""),
    };
    const returned = { id: "1", stranger: 1, parts: [{ id: "2", stranger: 2 }] };
    const { call } = session(providerOf({ attributes: holding, import: async () => returned as never }));
    await call("configureProvider", {});
    const { importedResources } = await call("importResourceState", { typeName: "test_one", id: "1" });
    expect(importedResources.map(({ state }) => received(holding, state))).toEqual([
      expect.objectContaining({ id: "1", name: null, size: null, parts: [{ id: "2", host: null }] }),
    ]);
  });
});
