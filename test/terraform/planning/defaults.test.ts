import { map, number, string } from "../../../src/terraform/schema/shapes";
import { unknown } from "../../../src/terraform/values/value";
import { plan, whole } from "./planned";

describe("a default", () => {
  const attributes = {
    name: string().required(""),
    size: number().default(1, ""),
    labels: map(string()).default({ colour: "red" }, ""),
    id: string().computed(""),
  };
  const prior = { name: "n", size: 5, labels: { colour: "red" }, id: "1" };

  it("is put where the user left out the attribute, in place of the prior value", () => {
    expect(plan(attributes, { config: { name: "n" }, prior }).planned).toEqual(
      whole(attributes, { name: "n", size: 1, labels: { colour: "red" }, id: unknown }),
    );
  });

  it("is not put in place of what the user sets, though that is empty or unknown", () => {
    const config = { name: "n", size: unknown, labels: {} };
    expect(plan(attributes, { config }).planned).toMatchObject({ size: unknown, labels: {} });
  });

  it("shows nothing if the object has it", () => {
    const same = { ...prior, size: 1 };
    expect(plan(attributes, { config: { name: "n" }, prior: same }).planned).toEqual(whole(attributes, same));
  });
});
