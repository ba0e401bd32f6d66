import {
  type ProviderFunction,
  providerFunction,
  type WriteCall,
} from "../../../src/terraform/definition/definition";
import type { AppliedPlan, Config, PartialConfig, Plan, State } from "../../../src/terraform/schema/infer";
import {
  bool,
  integer,
  list,
  map,
  nestedList,
  number,
  oneOf,
  string,
} from "../../../src/terraform/schema/shapes";
import type { Unknown } from "../../../src/terraform/values/value";

// The compiler proves these tests: `npx tsc` fails if a type differs, or if an expected error does not occur. At run
// time, they only show that the functions can be called.

const attributes = {
  id: string().computed(""),
  name: string().required(""),
  label: string().optional(""),
  mode: oneOf(["fast", "slow"]).default("fast", ""),
  zone: string().optionalComputed(""),
  size: integer().optional(""),
  weight: number().optional(""),
  tags: list(string()).optional(""),
  ports: map(integer()).optional(""),
  parts: nestedList({ kind: string().computed(""), is_new: bool().computed("") }).computed(""),
};
type A = typeof attributes;

/** Compiles only where both types are the same. */
type Same<X, Y> = (<T>() => T extends X ? 1 : 2) extends <T>() => T extends Y ? 1 : 2 ? true : false;
function same<X, Y>(_proof: Same<X, Y>): void {}

describe("types that are inferred from a schema", () => {
  it("are non-null in state if required or defaulted, and otherwise nullable", () => {
    same<State<A>["name"], string>(true);
    same<State<A>["mode"], "fast" | "slow">(true);
    same<State<A>["id"], string | null>(true);
    same<State<A>["label"], string | null>(true);
    same<State<A>["weight"], number | null>(true);
    same<
      State<A>["parts"],
      readonly { readonly kind: string | null; readonly is_new: boolean | null }[] | null
    >(true);
    same<State<A>["tags"], readonly string[] | null>(true);
    same<State<A>["ports"], Readonly<Record<string, number>> | null>(true);
    // @ts-expect-error what may be absent is not always a text
    same<State<A>["label"], string>(true);
  });

  it("hold in a configuration null for what has a default", () => {
    same<Config<A>["mode"], "fast" | "slow" | null>(true);
    same<Config<A>["name"], string>(true);
  });

  it("may be unknown in a partial configuration, at any depth", () => {
    const read = (config: PartialConfig<A>) => {
      // @ts-expect-error it may be unknown
      const name: string = config.name;
      const parts = config.parts;
      if (parts !== null && Array.isArray(parts)) {
        const kinds: readonly (string | null | Unknown | undefined)[] = parts.map((part) =>
          "kind" in part ? part.kind : undefined,
        );
        return [name, kinds];
      }
      return name;
    };
    expect(read).toBeDefined();
  });

  it("let a plan be written, and nothing else", () => {
    const assign = (plan: Plan<A>, state: State<A>) => {
      plan.label = "planned";
      // @ts-expect-error a number is not a label
      plan.label = 1;
      // @ts-expect-error a state is what it is
      state.label = "changed";
    };
    expect(assign).toBeDefined();
  });

  it("are known in an applied plan if configured, and may be unknown if computed", () => {
    same<AppliedPlan<A>["name"], string>(true);
    same<AppliedPlan<A>["mode"], "fast" | "slow">(true);
    same<AppliedPlan<A>["zone"], string | null | Unknown>(true);
    same<AppliedPlan<A>["id"], string | null | Unknown>(true);
  });

  it("let only parts of the state be kept", () => {
    const keep = ({ savePartial }: WriteCall<A, unknown>) => {
      savePartial({ id: "1" });
      // @ts-expect-error there is no such attribute
      savePartial({ colour: "red" });
    };
    expect(keep).toBeDefined();
  });

  it("let only the provider set a list of nested objects", () => {
    // @ts-expect-error it is computed
    expect(nestedList({}).optional("")).toBeDefined();
  });

  it("type a default as its attribute", () => {
    // @ts-expect-error a string is not a bool
    expect(bool().default("yes", "")).toBeDefined();
    // @ts-expect-error it is not among the values
    expect(oneOf(["a", "b"]).default("c", "")).toBeDefined();
  });

  it("type the value of a check", () => {
    expect(string().check((value) => value.toUpperCase())).toBeDefined();
    // @ts-expect-error a text has no such method
    expect(string().check((value) => value.toFixed())).toBeDefined();
  });
});

describe("the arguments of a function", () => {
  const parameter = { name: "a", description: "" };

  it("have the types of its parameters", () => {
    providerFunction({
      summary: "",
      description: "",
      parameters: [
        { ...parameter, shape: string() },
        { ...parameter, shape: list(integer()) },
      ],
      returns: string(),
      call: (text, counts) => {
        same<typeof text, string>(true);
        same<typeof counts, readonly number[]>(true);
        return text;
      },
    });
    expect.assertions(0);
  });

  it("are absent if there are no parameters, and the result has the declared type", () => {
    const definition: ProviderFunction<readonly [], string> = {
      summary: "",
      description: "",
      parameters: [],
      returns: string(),
      // @ts-expect-error a number is not a string
      call: () => 1,
    };
    expect(definition.call()).toBe(1);
  });
});
