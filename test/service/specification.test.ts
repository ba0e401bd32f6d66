import { readFileSync } from "node:fs";
import type { Field } from "../../src/service/field";
import { fields } from "../../src/service/fields";
import { kinds, pausableKinds } from "../../src/service/kinds";
import { confirmingReads, requestsPerHour, requestsPerSecond } from "../../src/service/limits";

/** The rows of the tables below a heading of the page about the service, as cells. */
function rowsBelow(heading: string): string[][] {
  const page = readFileSync("docs/design/api.md", "utf8");
  const [, section = ""] = new RegExp(`^## ${heading}\n(.*?)^## `, "ms").exec(page) ?? [];
  return [...section.matchAll(/^\| (.*) \|$/gm)].map(([, row = ""]) => row.split(" | "));
}

describe("the tables of the service agree with docs/design/api.md on", () => {
  it.each(Object.values(kinds))("the path, the operations and the prefix of a $title", (kind) => {
    const { title, path, prefix, pausable } = kind;
    const row = rowsBelow("Endpoints").find(([name]) => name === title);
    const operations = `list, create, get, update, delete${pausable ? ", pause, resume" : ""}`;
    expect(row?.slice(1)).toEqual([`\`${path}\``, expect.stringMatching(`^${operations}(?:, \`|$)`)]);
    expect(rowsBelow("Identifiers").join()).toContain(`${title},\`${prefix}\``);
  });

  it("the kinds that can be paused", () => {
    const [action = ""] = rowsBelow("States").find(([name]) => name?.startsWith("pause ")) ?? [];
    const named = action.split(/^pause an? |, | or /).filter(Boolean);
    expect(pausableKinds.map((kind) => kinds[kind].title)).toEqual(named);
  });

  it("the requests in an hour and in a second", () => {
    const { read, write, check_start: starts } = requestsPerSecond;
    expect(rowsBelow("Limits").map(([, value]) => value)).toEqual([
      ...["value", "---", `${requestsPerHour.toLocaleString("en-GB")} an hour`],
      ...[read, write, starts].map((count) => `${count} a second`),
    ]);
  });
});

it("an object is read to confirm that it is deleted or paused, and perhaps that it is resumed or new", () => {
  const one = { least: 1, most: 1 };
  const perhaps = { least: 0, most: 1 };
  expect(confirmingReads).toEqual({ deleted: one, paused: one, active: perhaps, pending: perhaps });
});

it("a new certificate profile alerts to everything except CAA records", () => {
  const off = Object.entries<Field>(fields.certificate_profile).flatMap(([name, { defaultValue }]) =>
    defaultValue === false ? name : [],
  );
  expect(off).toEqual(["alert_on_caa_failure"]);
});
