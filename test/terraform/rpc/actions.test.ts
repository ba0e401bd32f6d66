import { type Action, type ActionCall, action } from "../../../src/terraform/definition/definition";
import { provider } from "../../../src/terraform/definition/provider";
import { DiagnosticError } from "../../../src/terraform/diagnostics";
import {
  GetProviderSchema_Response,
  type Schema_Attribute,
} from "../../../src/terraform/protocol/generated/tfplugin6";
import { integer, list, string } from "../../../src/terraform/schema/shapes";
import { unknown } from "../../../src/terraform/values/value";
import { deferred } from "../../client/support/clock";
import { events, finished, invoked } from "./invocation";
import { reported, sent, session } from "./session";

const attributes = {
  target: string()
    .check((text, report) => text === "bad" && report.error("must not be bad"))
    .optional("Target."),
  count: integer({ min: 1 }).optional("Count."),
  parts: list(string()).optional("Parts."),
};
type Attributes = typeof attributes;
type Invoke = (call: ActionCall<Attributes, string>) => Promise<void>;

/** A provider of one action, `test_act`, whose context is a text. */
function providing(one: Partial<Parameters<typeof action<Attributes, string>>[0]> = {}) {
  const definition = action<Attributes, string>({
    ...{ description: "Acts.", attributes, invoke: async () => {} },
    ...one,
  });
  return session(
    provider({
      description: "",
      configure: async () => "a context" as unknown,
      actions: { test_act: definition as Action },
    }),
  );
}

async function configured(one: Parameters<typeof providing>[0] = {}) {
  const { call, log } = providing(one);
  await call("configureProvider", {});
  return { call, log };
}

const config = (given: Parameters<typeof sent>[1]) => sent(attributes, given);
const request = (given: Parameters<typeof sent>[1] = {}) => ({
  actionType: "test_act",
  config: config(given),
});
const invoking = (invoke: Invoke) => configured({ invoke });

describe("the schema of an action", () => {
  it("is in the provider's schema", async () => {
    const { call } = providing();
    const { actionSchemas } = await call("getProviderSchema", {});
    const names = (actionSchemas.test_act?.schema?.block?.attributes ?? []).map(
      ({ name }: Schema_Attribute) => name,
    );
    expect(names).toEqual(["count", "parts", "target"]);
  });

  it("is still there once it is encoded, since Terraform crashes without it", async () => {
    const { call } = providing();
    const encoded = GetProviderSchema_Response.encode(await call("getProviderSchema", {})).finish();
    const { actionSchemas } = GetProviderSchema_Response.decode(encoded);
    expect(Object.values(actionSchemas).map(({ schema }) => schema?.block?.description)).toEqual(["Acts."]);
  });
});

describe("the validation of an action", () => {
  it.each([
    ["an object of nulls", {}],
    ["unknown values", { target: unknown, count: unknown, parts: ["a", unknown] }],
  ])("accepts %s, unconfigured", async (_, given) => {
    const { diagnostics } = await providing().call("validateActionConfig", {
      typeName: "test_act",
      config: config(given),
    });
    expect(diagnostics).toEqual([]);
  });

  it("refuses a value at its attribute", async () => {
    const { diagnostics } = await providing().call("validateActionConfig", {
      typeName: "test_act",
      config: config({ target: "bad", count: -1 }),
    });
    expect(reported(diagnostics)).toEqual([
      "error at target: Invalid target: target must not be bad.",
      "error at count: Invalid count: count must be at least 1.",
    ]);
  });

  it("accepts write-only values, though the request names no capabilities", async () => {
    const secretive = { code: string().required("").sensitive().writeOnly() };
    const one = action({ description: "", attributes: secretive, invoke: async () => {} });
    const { call } = session(provider({ description: "", actions: { test_act: one } }));
    const answer = await call("validateActionConfig", {
      typeName: "test_act",
      config: sent(secretive, { code: "one" }),
    });
    expect(answer.diagnostics).toEqual([]);
  });
});

describe("the plan of an action", () => {
  it.each([
    ["without a config block", null],
    ["with unknown values", { target: unknown, parts: unknown }],
  ])("accepts it %s, before and after the provider is configured", async (_, given) => {
    const seen: unknown[] = [];
    const { call } = providing({ plan: ({ config, context }) => void seen.push([config.target, context]) });
    expect(await call("planAction", request(given))).toEqual({ diagnostics: [] });
    await call("configureProvider", {});
    expect(await call("planAction", request(given))).toEqual({ diagnostics: [] });
    const target = given === null ? null : unknown;
    expect(seen).toEqual([
      [target, undefined],
      [target, "a context"],
    ]);
  });

  it("checks values that are known since the validation", async () => {
    const { call } = await configured({
      validate: ({ diagnostics }) =>
        diagnostics.error("Not together", "target and count exclude each other."),
    });
    expect(reported((await call("planAction", request({ target: "bad" }))).diagnostics)).toEqual([
      "error at target: Invalid target: target must not be bad.",
    ]);
    expect(reported((await call("planAction", request({ target: "good" }))).diagnostics)).toEqual([
      "error at : Not together: target and count exclude each other.",
    ]);
  });

  it("is never deferred, even while the provider's configuration is unknown", async () => {
    const clientCapabilities = {
      deferralAllowed: true,
      writeOnlyAttributesAllowed: true,
      storePlannedPrivate: true,
      computedBlocksAllowed: true,
    };
    expect(await providing().call("planAction", { ...request(), clientCapabilities })).toEqual({
      diagnostics: [],
    });
  });
});

describe("the invocation of an action", () => {
  it("shows its progress, and ends with one completed event", async () => {
    const { call } = await invoking(async ({ config, context, progress }) => {
      progress(`${context} for ${config.target}`);
      await Promise.resolve();
      progress("done");
    });
    expect(await invoked(call, request({ target: "one" }))).toEqual({
      progress: ["a context for one", "done"],
      completed: [],
    });
  });

  it("gets an object of nulls when Terraform sends a null one", async () => {
    const seen: unknown[] = [];
    const { call } = await invoking(async ({ config }) => void seen.push({ ...config }));
    expect((await invoked(call, request(null))).completed).toEqual([]);
    expect(seen).toEqual([{ target: null, count: null, parts: null }]);
  });

  it("checks everything once more, and does nothing when that fails", async () => {
    const invoke = jest.fn();
    const { call } = await configured({
      invoke,
      plan: ({ config, diagnostics }) => {
        if (config.target === "late")
          diagnostics.error("Too late", "It is too late.", [{ attribute: "target" }]);
      },
    });
    const both = [
      await invoked(call, request({ target: "bad" })),
      await invoked(call, request({ target: "late" })),
    ];
    expect(both.map(({ completed }) => completed)).toEqual([
      ["error at target: Invalid target: target must not be bad."],
      ["error at target: Too late: It is too late."],
    ]);
    expect(invoke).not.toHaveBeenCalled();
  });

  it("completes with the thrown error, after the progress", async () => {
    const { call } = await invoking(async ({ progress }) => {
      progress("begun");
      throw new DiagnosticError("No way", "There is none.", [{ attribute: "parts" }, { index: 1 }]);
    });
    expect(await invoked(call, request())).toEqual({
      progress: ["begun"],
      completed: ["error at parts/1: No way: There is none."],
    });
  });

  it("completes with its diagnostics, and with those of a defect", async () => {
    const { call } = await invoking(async ({ config, diagnostics }) => {
      diagnostics.warning("Careful", "It is slow.");
      if (config.target === "defect") throw new TypeError("x is undefined");
    });
    expect((await invoked(call, request())).completed).toEqual(["warning at : Careful: It is slow."]);
    expect((await invoked(call, request({ target: "defect" }))).completed).toEqual([
      "warning at : Careful: It is slow.",
      expect.stringContaining(
        "Internal provider error: This is a bug in the provider. It failed to invoke test_act",
      ),
    ]);
  });

  it.each([
    ["an unknown type", { actionType: "toString" }, "This provider has no action toString."],
    [
      "a value that cannot be read",
      { actionType: "test_act", config: { msgpack: Uint8Array.of(0xc1), json: new Uint8Array() } },
      "Internal provider error",
    ],
  ])("completes with an error for %s", async (_, asked, words) => {
    const { call } = await configured();
    expect(await invoked(call, asked)).toEqual({ progress: [], completed: [expect.stringContaining(words)] });
  });

  it("completes with an error while the provider's configuration is unknown", async () => {
    const { completed } = await invoked(providing().call, request());
    expect(completed).toEqual([expect.stringContaining("The provider cannot invoke test_act")]);
  });

  it("sends nothing after the completed event", async () => {
    const { call } = await invoking(async ({ progress }) => {
      setImmediate(() => progress("late"));
    });
    const stream = await events(call, request());
    expect(await finished(stream)).toEqual({ progress: [], completed: [] });
    await new Promise(setImmediate);
    expect(await stream.next()).toEqual({ done: true, value: undefined });
  });

  it("reports a write-only value that Terraform did not pass", async () => {
    const secretive = { code: string().required("").sensitive().writeOnly() };
    const one = action({ description: "", attributes: secretive, invoke: async () => {} });
    const { call } = session(provider({ description: "", actions: { test_act: one } }));
    await call("configureProvider", {});
    const { completed } = await invoked(call, { actionType: "test_act", config: sent(secretive, {}) });
    expect(completed).toEqual([
      expect.stringMatching(/^error at code: Missing value for code: .* pass no ephemeral values/),
    ]);
  });
});

describe("a message of progress", () => {
  const shown = async (...messages: readonly string[]) => {
    const { call } = await invoking(async ({ progress }) => messages.forEach(progress));
    return (await invoked(call, request())).progress;
  };

  it("is one line, and cannot act on a terminal", async () => {
    expect(await shown("  two\r\nlines\tand\u2028three ", "\u001b[31mred\u0007\u202e")).toEqual([
      "two lines and three",
      "\\u{1b}[31mred\\u{7}\\u{202e}",
    ]);
  });

  it("shows no secret, even one of several lines", async () => {
    const one = action<Attributes, string>({
      description: "",
      attributes,
      invoke: async ({ progress }) => progress("the key is first\nsecond, indeed"),
    });
    const hide = (text: string) => text.replaceAll("first\nsecond", "***");
    const secrets = { add: () => {}, hide };
    const { call } = session(
      provider({
        description: "",
        secrets,
        configure: async () => "a context",
        actions: { test_act: one as Action },
      }),
    );
    await call("configureProvider", {});
    expect((await invoked(call, request())).progress).toEqual(["the key is ***, indeed"]);
  });
});

describe("an action during a request to stop", () => {
  /** An action that shows progress, waits for the stop, and shows more. */
  const waiting: Invoke = async ({ progress, signal }) => {
    progress("one");
    progress("two");
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    progress("three");
    throw new DiagnosticError("Stopped", "It stopped.");
  };

  it("completes with its error, without further progress", async () => {
    const { call } = await invoking(waiting);
    const stream = await events(call, request());
    expect((await stream.next()).value.type).toEqual({ $case: "progress", value: { message: "one" } });
    await call("stopProvider", {});
    expect(await finished(stream)).toEqual({ progress: [], completed: ["error at : Stopped: It stopped."] });
  });

  it("ends although Terraform reads nothing", async () => {
    const ended = deferred();
    const { call } = await invoking((given) => waiting(given).finally(ended.resolve));
    const stream = await events(call, request());
    await stream.next();
    await call("stopProvider", {});
    await ended.promise;
    expect((await finished(stream)).progress).toEqual([]);
  });

  it("does its work while Terraform reads nothing, and the events wait", async () => {
    const ended = deferred();
    const { call } = await invoking(async ({ progress }) => {
      for (let number = 1; number <= 1000; number += 1) progress(`${number}`);
      ended.resolve();
    });
    const stream = await events(call, request());
    await stream.next();
    await ended.promise;
    expect((await finished(stream)).progress).toHaveLength(999);
  });

  it("completes with an error although it ended well, since Terraform ends with an error too", async () => {
    const { call } = await invoking(async ({ signal }) => {
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
    });
    const running = invoked(call, request());
    await new Promise(setImmediate);
    await call("stopProvider", {});
    expect((await running).completed).toEqual([
      "error at : Action interrupted: Terraform asked the provider to stop. test_act had already ended without an error.",
    ]);
  });

  it("is not started after it", async () => {
    const invoke = jest.fn();
    const { call } = await configured({ invoke });
    await call("stopProvider", {});
    expect((await invoked(call, request())).completed).toEqual([
      "error at : Action interrupted: Terraform asked the provider to stop. test_act was not started.",
    ]);
    expect(invoke).not.toHaveBeenCalled();
  });

  it("learns from its signal that Terraform no longer waits", async () => {
    const aborted = deferred();
    const { call } = await invoking(async ({ signal }) => {
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      aborted.resolve();
    });
    const cancel = new AbortController();
    const stream = await events(call, request(), cancel.signal);
    void stream.next();
    await new Promise(setImmediate);
    cancel.abort();
    await aborted.promise;
  });
});
