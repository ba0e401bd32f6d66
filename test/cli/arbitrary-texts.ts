import fc from "fast-check";
import type { Json } from "../../src/cli/output/values";

/** Texts that mean something to a terminal, to Markdown, to HTML, XML or JSON, or that no such format can hold. */
const nasty = fc.constantFrom(
  "\u001b[31m\u0007",
  "\r\n",
  "\u0000\u0085\u009b2J",
  "\u202e\u2066\u200b\ufeff",
  "\ud800",
  "\udc00x",
  "\ufffe\uffff",
  "a|b",
  "\\|",
  "`x`",
  "``",
  "<img src=x>",
  "</code></details>",
  "&amp;",
  "]]>",
  "-->",
  "<!--",
  '"',
  "'",
  "\\",
  "@octocat",
  "@org/team",
  "#1",
  "owner/repo#2",
  "https://evil.example",
  "www.evil.example",
  "[a](b)",
  "![a](b)",
  "*b*",
  "_i_",
  "~~s~~",
  "# h",
  "- l",
  "1. l",
  "> q",
  "---",
  "$x$",
  ":+1:",
  "</script><script>alert(1)</script>",
  "<svg onload=alert(1)>",
  '" onmouseover="alert(1)',
  "<![CDATA[",
  "<!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/passwd'>]>&e;",
  "\n::error::x",
  " ::stop-commands::x",
  "##vso[task.complete]",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: what HCL and TypeScript would take for templates
  "${x}%{if y}`",
  "*/",
  "constructor",
  "__proto__",
  "邮件👩‍👩‍👧",
);

/** Any text, often of nasty parts. */
export const text: fc.Arbitrary<string> = fc.oneof(
  fc
    .array(fc.oneof(nasty, fc.string({ unit: "binary", maxLength: 5 })), { maxLength: 5 })
    .map((parts) => parts.join("")),
  fc.string({ maxLength: 10 }),
);

/** Any value as JSON has it. */
export const json: fc.Arbitrary<Json> = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer(),
  text,
  fc.array(text, { maxLength: 15 }),
  fc.array(fc.dictionary(text, text, { maxKeys: 2 }), { maxLength: 3 }),
) as fc.Arbitrary<Json>;
