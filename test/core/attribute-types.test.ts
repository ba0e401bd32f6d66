import { type Fields, optional } from "../../src/service/field";
import type * as FieldTable from "../../src/service/fields";
import { filledList, flag, list, number, oneOf, text } from "../../src/service/rules";
import type { Outcome } from "./core";
import { closeEmulated, emulatedCore } from "./emulated";
import { attributesAt } from "./state";

/** An attribute through its life: two values, the value of an object that the configuration does not give one, and of an emptied one. */
interface MadeUp {
  readonly first: unknown;
  readonly second: unknown;
  /** The value in the account if the configuration omits the attribute of a new object. */
  readonly omitted: unknown;
  /** The value in the account after the removal of the attribute. Default: `omitted`. */
  readonly removed?: unknown;
  readonly empty?: "" | readonly [];
}

// Hoisted with jest.mock, which allows only names that begin with "mock".
function mockFields(): Fields {
  const field = jest.requireActual("../../src/service/field");
  const rules = jest.requireActual("../../src/service/rules");
  const words = rules.oneOf(["a", "b"]);
  return {
    note: field.optional(rules.text, "A note."),
    labels: field.optional(rules.list(rules.listItem), "Labels."),
    sizes: field.optional(rules.list(rules.number), "Sizes."),
    strict: field.decided(rules.flag, "Whether it is strict."),
    level: field.decided(rules.number, "A level."),
    mode: field.decided(words, "A mode."),
    parts: field.decided(rules.list(rules.listItem), "Parts."),
    loud: field.defaulted(rules.flag, false, "Whether it is loud."),
    count: field.defaulted(rules.number, 3, "A count."),
    shape: field.defaulted(words, "a", "A shape."),
  };
}

const madeUp: Readonly<Record<string, MadeUp>> = {
  note: { first: "x", second: "y", omitted: "", empty: "" },
  labels: { first: ["x", "y"], second: ["y"], omitted: [], empty: [] },
  sizes: { first: [1, 2], second: [3], omitted: [], empty: [] },
  // The service decides: what it has is kept, and the emulator gives a new object only empty lists and false.
  strict: { first: true, second: false, omitted: false, removed: false },
  level: { first: 7, second: 0, omitted: undefined, removed: 0 },
  mode: { first: "a", second: "b", omitted: undefined, removed: "b" },
  parts: { first: ["x"], second: ["x", "y"], omitted: [], removed: ["x", "y"] },
  loud: { first: true, second: false, omitted: false },
  count: { first: 7, second: 0, omitted: 3 },
  shape: { first: "b", second: "a", omitted: "a" },
};

jest.mock("../../src/service/fields", () => {
  const actual = jest.requireActual<typeof FieldTable>("../../src/service/fields");
  Object.assign(actual.fields.contact_group, mockFields());
  return actual;
});

it("an attribute is optional only if the service has a value that clears it", () => {
  // @ts-expect-error: no update clears a flag; it can be decided or defaulted
  optional(flag, "A flag.");
  // @ts-expect-error: nor a number
  optional(number, "A number.");
  // @ts-expect-error: nor one of several words
  optional(oneOf(["a", "b"]), "A word.");
  // @ts-expect-error: nor a list that must have an element
  optional(filledList("label", text), "Labels.");
  expect(optional(list(text), "Texts.").rule.empty).toEqual([]);
});

afterEach(closeEmulated);

const address = "rblmonitor_contact_group.it";
const declared = (config: object) => ({ resources: { [address]: { config: { name: "It", ...config } } } });

async function opened() {
  const { service, core } = await emulatedCore();
  const well = async <T extends Outcome>(running: Promise<T>): Promise<T> => {
    const done = await running;
    expect(done.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    return done;
  };
  return {
    service,
    core,
    /** Applies a configuration, after which a plan is empty. */
    apply: async (config: object) => {
      await well(core.apply(declared(config)));
      expect((await well(core.plan(declared(config)))).actions).toEqual({});
    },
    planned: async (config: object) => (await well(core.plan(declared(config)))).actions,
    kept: (name: string) => service.account.find(String(attributesAt(core.state, address).id))?.[name],
  };
}

describe.each(Object.entries(madeUp))("the made-up attribute %s", (name, { first, second, ...more }) => {
  const { omitted, removed = omitted, empty } = more;

  it("is created, changed and removed, each time with an empty plan after it", async () => {
    const { apply, kept } = await opened();
    await apply({ [name]: first });
    expect(kept(name)).toEqual(first);
    await apply({ [name]: second });
    expect(kept(name)).toEqual(second);
    await apply({});
    expect(kept(name)).toEqual(removed);
    await apply({ [name]: first });
    expect(kept(name)).toEqual(first);
  });

  it("is created without a value, as null and as omitted", async () => {
    for (const config of [{}, { [name]: null }]) {
      const { apply, kept } = await opened();
      await apply(config);
      expect(kept(name)).toEqual(omitted);
      await apply({ [name]: first });
      expect(kept(name)).toEqual(first);
    }
  });

  it("is repaired after drift", async () => {
    const { apply, kept, core, planned, service } = await opened();
    await apply({ [name]: first });
    service.account.change(String(attributesAt(core.state, address).id), { [name]: second });
    expect(await planned({ [name]: first })).toEqual({ [address]: "update" });
    await apply({ [name]: first });
    expect(kept(name)).toEqual(first);
  });

  if (empty === undefined) return;

  it("is created empty, emptied, and emptied again after drift", async () => {
    const { apply, kept, core, planned, service } = await opened();
    await apply({ [name]: empty });
    expect(kept(name)).toEqual(empty);
    await apply({ [name]: first });
    await apply({ [name]: empty });
    expect(kept(name)).toEqual(empty);
    service.account.change(String(attributesAt(core.state, address).id), { [name]: second });
    expect(await planned({ [name]: empty })).toEqual({ [address]: "update" });
    await apply({ [name]: empty });
    expect(kept(name)).toEqual(empty);
  });

  it("means the same empty and removed", async () => {
    const { apply, kept, service } = await opened();
    await apply({ [name]: empty });
    const writes = service.requests.length;
    await apply({});
    await apply({ [name]: empty });
    expect(service.requests.slice(writes).filter(({ method }) => method !== "GET")).toEqual([]);
    expect(kept(name)).toEqual(empty);
  });
});
