import { stripVTControlCharacters } from "node:util";
import fc from "fast-check";
import { paintFor, plainScreen, widthOf } from "../../../src/cli/output/terminal";
import { columnOf, textTable } from "../../../src/cli/output/text-table";

const columns = [
  { title: "NAME", of: ([name]: readonly string[]) => name ?? null, paint: () => "red" as const },
  { title: "NOTE", of: ([, note]: readonly string[]) => note ?? null },
];

describe("a table for people", () => {
  it("has its columns below each other, whatever letters are in them", () => {
    expect(
      textTable(
        columns,
        [
          ["mx", "a"],
          ["邮件", "b"],
          ["mail.example.com", "c"],
        ],
        plainScreen,
      ),
    ).toBe("NAME              NOTE\nmx                a\n邮件              b\nmail.example.com  c\n");
  });

  it("has any number of rows", () => {
    const rows = Array.from({ length: 300_000 }, (_, n) => [`host ${n}`, ""]);
    expect(textTable(columns, rows, plainScreen).split("\n")).toHaveLength(300_002);
  });

  it("cuts the key of a row only when no other column can give way", () => {
    const keyed = [
      { title: "NOTE", of: () => "a note of some words" },
      { ...columnOf("host"), isKey: true },
    ];
    const table = (width: number) =>
      textTable(keyed, [{ host: "2001:db8::1:8a2e:370:7334" }], { ...plainScreen, width });
    expect(table(36)).toContain("\na note o…  2001:db8::1:8a2e:370:7334\n");
    expect(table(30)).toContain("\na not…  2001:db8::1:8a2e:370:…\n");
  });

  it("leaves out a column in which nothing stands", () => {
    expect(textTable(columns, [["mx"], ["mail"]], plainScreen)).toBe("NAME\nmx\nmail\n");
  });

  it("writes flags as words, and nothing for what is not known", () => {
    const flags = [{ title: "LISTED", of: (row: boolean | null) => row }];
    expect(textTable(flags, [true, false, null], plainScreen)).toBe("LISTED\nyes\nno\n\n");
  });

  it("has the same widths in colour", () => {
    const rows = [
      ["mx", "a"],
      ["mail", "b"],
    ];
    const painted = textTable(columns, rows, {
      ...plainScreen,
      paint: paintFor({ isTTY: true, write: () => undefined }, {}),
    });
    expect(painted).toContain("\u001b[31mmx\u001b[39m");
    expect(stripVTControlCharacters(painted)).toBe(textTable(columns, rows, plainScreen));
  });

  it("is a line for each row, and nothing in it acts on a terminal", () => {
    const texts = fc.tuple(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }));
    fc.assert(
      fc.property(fc.array(texts, { minLength: 1 }), (rows) => {
        const lines = textTable(columns, rows, plainScreen).split("\n");
        expect(lines.length).toBe(rows.length + 2);
        for (const line of lines) expect(line).not.toMatch(/[\p{Cc}\p{Cs}]/u);
      }),
    );
  });

  it("has two spaces between columns, however wide a cell is", () => {
    const wide = "x".repeat(90);
    expect(
      textTable(
        columns,
        [
          [wide, "a"],
          ["mx", "b"],
        ],
        plainScreen,
      ),
    ).toBe(`NAME${" ".repeat(88)}NOTE\n${wide}  a\nmx${" ".repeat(90)}b\n`);
  });

  it("puts the next column at the same place in each row that is not too wide", () => {
    const name = fc
      .string({ unit: "grapheme-ascii", minLength: 1, maxLength: 60 })
      .filter((text) => text.trim() === text);
    fc.assert(
      fc.property(fc.array(name, { minLength: 1 }), (names) => {
        const table = textTable(
          columns,
          names.map((each) => [each, "|"]),
          plainScreen,
        );
        const places = table
          .split("\n")
          .slice(1, -1)
          .map((line) => widthOf(line));
        expect(new Set(places).size).toBe(1);
      }),
    );
  });
});
