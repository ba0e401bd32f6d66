import fc from "fast-check";
import { objectType } from "../../../src/terraform/schema/implied-type";
import { number, set, string } from "../../../src/terraform/schema/shapes";
import { identical } from "../../../src/terraform/values/equal";
import type { ObjectValue } from "../../../src/terraform/values/object-value";
import { isFullyKnown, Unknown, unknown, type Value } from "../../../src/terraform/values/value";

import { plan, whole, word } from "./planned";

describe("planning", () => {
  const attributes = {
    id: string().computed("").keepsPrior(),
    revision: number().computed(""),
    name: word().required(""),
    mode: string().default("fast", ""),
    zone: string().optionalComputed(""),
    words: set(word()).optional(""),
  };
  const text = fc.constantFrom("a", "A", "b");
  const config = fc.record({
    name: text,
    mode: fc.option(text),
    zone: fc.option(text),
    words: fc.option(fc.uniqueArray(text)),
  });
  const prior = fc.option(
    fc.record({
      id: text,
      revision: fc.nat(3),
      name: text,
      mode: text,
      zone: text,
      words: fc.option(fc.uniqueArray(text)),
    }),
    { nil: undefined },
  );
  const type = objectType(attributes);

  it("a second time, when more is known, changes nothing that was known the first time", () => {
    const open = fc.subarray(["name", "mode", "zone", "words"]);
    fc.assert(
      fc.property(config, prior, open, (known, before, names) => {
        const given = before === undefined ? {} : { prior: before };
        const partly = Object.fromEntries(
          Object.entries(known).map(([name, value]) => [name, names.includes(name) ? unknown : value]),
        );
        const first = plan(attributes, { config: partly as ObjectValue, ...given }).planned;
        const second = plan(attributes, { config: known, ...given }).planned;
        const fixed = Object.keys(attributes).filter((name) => isFullyKnown(first[name] ?? null));
        const only = (planned: ObjectValue) =>
          whole(attributes, Object.fromEntries(fixed.map((name) => [name, planned[name] as Value])));
        return identical(type, only(first), only(second));
      }),
    );
  });

  it("a plan after an apply is empty", () => {
    fc.assert(
      fc.property(config, prior, (known, before) => {
        const { planned } = plan(attributes, { config: known, ...(before && { prior: before }) });
        const applied = Object.fromEntries(
          Object.entries(planned).map(([name, value]) => [
            name,
            value instanceof Unknown ? (name === "revision" ? 9 : "decided") : value,
          ]),
        );
        return identical(
          type,
          plan(attributes, { config: known, prior: applied }).planned,
          whole(attributes, applied),
        );
      }),
    );
  });
});
