import { nestedSet, number, string } from "../../../src/terraform/schema/shapes";
import { unknown } from "../../../src/terraform/values/value";

import { plan, whole } from "./planned";

describe("a default", () => {
  const attributes = {
    name: string().required(""),
    parts: nestedSet({
      label: string().required(""),
      size: number().default(1, ""),
      id: string().computed(""),
    }).optionalComputed(""),
    presets: nestedSet({ label: string().required(""), id: string().computed("") }).default(
      [{ label: "preset", id: null }],
      "",
    ),
  };
  const prior = {
    name: "n",
    parts: [{ label: "a", size: 5, id: "1" }],
    presets: [{ label: "preset", id: "2" }],
  };

  it("is not put into what the provider computed", () => {
    expect(plan(attributes, { config: { name: "n" }, prior }).planned.parts).toEqual([
      { label: "a", size: 5, id: "1" },
    ]);
  });

  it("is put where the user left it out", () => {
    const config = { name: "n", parts: [{ label: "a", size: null, id: null }] };
    expect(plan(attributes, { config }).planned.parts).toEqual([{ label: "a", size: 1, id: unknown }]);
  });

  it("shows nothing if what the provider decided within it is there", () => {
    expect(plan(attributes, { config: { name: "n" }, prior }).planned).toEqual(whole(attributes, prior));
  });

  it("leaves open what the provider decides within it when something changes", () => {
    expect(plan(attributes, { config: { name: "m" }, prior }).planned.presets).toEqual([
      { label: "preset", id: unknown },
    ]);
  });
});
