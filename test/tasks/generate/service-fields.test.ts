import { field, notSent } from "../../../src/provider/managed/wire";
import { generateServiceFields } from "../../../src/tasks/generate/service-fields";
import type { Attributes } from "../../../src/terraform/schema/attribute";
import { bool, list, map, nestedList, number, set, string } from "../../../src/terraform/schema/shapes";

function generated(attributes: Attributes): string {
  const [file, ...others] = generateServiceFields({
    rblmonitor_thing: { object: { kind: "thing", attributes } },
  });
  expect(others).toEqual([]);
  expect(file?.[0]).toBe("src/service/generated/fields.ts");
  return file?.[1] ?? "";
}

describe("the fields of the service, generated from a table of the provider", () => {
  it.each([
    ["a text", string(), "z.string()", "text", undefined],
    ["a flag", bool(), "z.boolean()", "flag", "flag"],
    ["a number", number(), "z.number()", "number", undefined],
    ["texts", set(string()), "z.array(z.string())", "words", "list"],
    ["numbers", set(number()), "z.array(z.number())", "numbers", "numbers"],
    ["texts by name", map(string()), "z.record(z.string(), z.string())", "stringMap", "object"],
  ])("have a form for %s, in requests, answers and bodies", (_, shape, request, response, body) => {
    const text = generated({ one: shape.required("One.") });
    expect(text).toContain(`  thing: {\n    one: ${request},\n  },`);
    expect(text).toContain(`  thing: {\n    one: ${response},\n  },`);
    expect(/bodyForms = \{\n(?: {2}one: "(.*)",\n)?\}/.exec(text)?.[1]).toBe(body);
  });

  it("may be left out of requests where the user may leave out the attribute", () => {
    expect(generated({ one: string().optional("One.") })).toContain("one: z.optional(z.string()),");
  });

  it("have the service's names, except for fields that are not sent", () => {
    const text = generated({
      groups: set(string()).required("Groups.").annotate(field("group")),
      members: nestedList({}).computed("Members.").annotate(notSent),
    });
    expect(text).toContain("group: z.array(z.string()),");
    expect(text).not.toMatch(/groups|members/);
  });

  it("fail for what no request has a form for", () => {
    expect(() => generated({ one: list(list(string())).optional("One.") })).toThrow(
      "has no form in requests",
    );
  });
});
