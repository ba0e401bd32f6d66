import { schemaSection } from "../../src/tasks/generate/docs/schema-section";
import type { Attribute, Attributes } from "../../src/tasks/real-terraform/json";

const text = (attributes: Attributes): string => schemaSection({ attributes });
const one = (attribute: Attribute): string => text({ x: attribute }).split("\n").at(-1) ?? "";

describe("the schema section of a page", () => {
  it("groups attributes by who sets them, in alphabetical order", () => {
    const section = text({
      tags: { type: ["set", "string"], optional: true, description: "Tags." },
      paused: { type: "bool", optional: true, computed: true, description: "Whether it is paused." },
      name: { type: "string", required: true, description: "Label." },
      id: { type: "string", computed: true, description: "SID." },
    });
    expect(section).toBe(
      [
        "## Schema",
        "### Required",
        "- `name` (String) Label.",
        "### Optional",
        "- `paused` (Boolean) Whether it is paused.\n- `tags` (Set of String) Tags.",
        "### Read-Only",
        "- `id` (String) SID.",
      ].join("\n\n"),
    );
  });

  it("leaves out groups that are empty", () => {
    expect(text({ id: { type: "string", computed: true } })).toBe(
      "## Schema\n\n### Read-Only\n\n- `id` (String)",
    );
  });

  it.each([
    [{ type: "number" }, "Number"],
    [{ type: ["list", ["map", "bool"]] }, "List of Map of Boolean"],
    [{ type: "string", sensitive: true }, "String, Sensitive"],
    [{ type: "string", deprecated: true }, "String, Deprecated"],
  ])("names the type and the marks of %j", (attribute, words) => {
    expect(one({ ...attribute, computed: true })).toBe(`- \`x\` (${words})`);
  });

  it("marks what is write-only, and says what Terraform it needs", () => {
    const section = text({ code_wo: { type: "string", optional: true, sensitive: true, write_only: true } });
    expect(section).toMatch(/^- `code_wo` \(String, Sensitive, \[Write-only\]\(https:\S+\)\)$/m);
    expect(section).toMatch(
      /^### Optional\n\n> \*\*NOTE\*\*: .* require Terraform 1\.11 or later, or OpenTofu 1\.11 or later\.$/m,
    );
  });

  it("describes an attribute in one line, whatever its description's", () => {
    expect(one({ type: "string", computed: true, description: "One.\n\n  Two. " })).toBe(
      "- `x` (String) One. Two.",
    );
  });

  it.each([
    ["list", "Attributes List"],
    ["set", "Attributes Set"],
    ["map", "Attributes Map"],
  ])("gives nested attributes (%s) a section of their own, to which a link leads", (mode, words) => {
    const inner = { host: { type: "string", computed: true, description: "Address." } };
    const section = text({
      members: {
        nested_type: { nesting_mode: mode, attributes: inner },
        computed: true,
        description: "All.",
      },
    });
    expect(section).toContain(
      `- \`members\` (${words}) All. (see [below for nested schema](#nestedatt--members))`,
    );
    expect(section).toMatch(
      /<a id="nestedatt--members"><\/a>\n### Nested Schema for `members`\n\nRead-Only:\n\n- `host` \(String\) Address\.$/,
    );
  });

  it("nests to any depth", () => {
    const leaf: Attributes = { c: { type: "string", optional: true } };
    const b: Attributes = { b: { nested_type: { nesting_mode: "list", attributes: leaf }, required: true } };
    const section = text({ a: { nested_type: { nesting_mode: "list", attributes: b }, optional: true } });
    expect([...section.matchAll(/Nested Schema for `(.+)`/g)].map(([, path]) => path)).toEqual(["a", "a.b"]);
    expect(section).toContain('<a id="nestedatt--a--b"></a>');
    expect(section).toMatch(/Required:\n\n- `b` .*\n\n<a.*\n### .*\n\nOptional:\n\n- `c` \(String\)$/);
  });

  it("refuses a type that it has no words for", () => {
    expect(() => one({ type: ["tuple", ["string"]], computed: true })).toThrow(/tuple/);
  });
});
