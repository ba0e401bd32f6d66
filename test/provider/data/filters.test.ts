import * as fc from "fast-check";
import { contains, equals, Filtering, type Filters, matches } from "../../../src/provider/data/filters";
import { Diagnostics } from "../../../src/terraform/diagnostics";

const pattern = (text: string, value: string) => matches("name").accepts(text)(value);

describe("a pattern", () => {
  it.each([
    ["mx-*", "mx-1", true],
    ["mx-*", "MX-", true],
    ["*mx*", "a mx b", true],
    ["mx", "mx-1", false],
    ["*", "", true],
    ["a*c*e", "abcde", true],
    ["a*c*e", "abcd", false],
    ["café*", "CAFE\u0301 1", true],
    ["two\n*", "two\nlines\nmore", true],
  ])("%j and %j match: %s", (text, value, matches) => {
    expect(pattern(text, value)).toBe(matches);
  });

  it("takes every other character as it is", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."ab.?+()[]{}|^$\\/- ") }), (text) => {
        expect(pattern(text, text)).toBe(true);
        expect(pattern(text, `${text}x`)).toBe(false);
      }),
    );
    expect(pattern("a.c", "abc")).toBe(false);
  });
});

describe("filters", () => {
  const filters: Filters = {
    name_pattern: matches("name"),
    tag: contains("tags"),
    status: equals("status"),
    listed: equals("listed"),
  };
  const objects = [
    { name: "one", tags: ["mx", "in"], status: "active", listed: true },
    { name: "two", tags: ["mx"], status: "paused", listed: false },
    { name: "three", tags: [], status: "active", listed: false },
    { name: null, tags: null, status: null, listed: null },
  ];
  const kept = (config: Record<string, unknown>, diagnostics = new Diagnostics()) => {
    const filtering = new Filtering(filters, config);
    const matching = objects.filter((object) => filtering.matches(object));
    filtering.warn(diagnostics);
    return matching.map(({ name }) => name);
  };

  it("keep everything when none is given", () => {
    expect(kept({ name_pattern: null, tag: null, status: null, listed: null })).toHaveLength(4);
  });

  it.each([
    [{ name_pattern: "t*" }, ["two", "three"]],
    [{ tag: "mx" }, ["one", "two"]],
    [{ tag: "m" }, []],
    [{ status: "ACTIVE" }, ["one", "three"]],
    [{ listed: false }, ["two", "three"]],
    [{ status: "active", listed: false }, ["three"]],
  ])("keep what %j asks for", (config, names) => {
    expect(kept(config)).toEqual(names);
  });

  it("warn about objects they leave out because the service does not return the attribute", () => {
    const diagnostics = new Diagnostics();
    kept({ tag: "mx", listed: true }, diagnostics);
    expect(diagnostics.list).toEqual([
      {
        severity: "warning",
        summary: "Incomplete filter tag",
        detail:
          "The API did not return tags for 1 of 4 objects. The result excludes them. Remove tag to include them.",
        path: [{ attribute: "tag" }],
      },
    ]);
  });
});
