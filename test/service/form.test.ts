import fc from "fast-check";
import { decodeForm, encodeForm } from "../../src/service/form";

describe("a form body", () => {
  it("joins lists with commas and writes flags as true and false", () => {
    expect(encodeForm({ tags: ["a", "b"], is_default: true, alert_on_changes: false })).toBe(
      "tags=a%2Cb&is_default=true&alert_on_changes=false",
    );
  });

  it("sends an empty list as the empty value, so that it clears (docs/design/open-points.md#17)", () => {
    expect(encodeForm({ tags: [], entries: [] })).toBe("tags=&entries=");
  });

  it("omits undefined fields", () => {
    expect(encodeForm({ name: "web", tags: undefined })).toBe("name=web");
  });

  it("writes args as bracketed pairs by default (docs/design/open-points.md#16)", () => {
    const form = new URLSearchParams(encodeForm({ args: { url: "https://a.test/?b=c&d" } }));
    expect([...form]).toEqual([["args[url]", "https://a.test/?b=c&d"]]);
  });

  it("encodes args as one JSON string if configured (docs/design/open-points.md#16)", () => {
    const form = new URLSearchParams(encodeForm({ args: { url: "x", key: "y" } }, "json"));
    expect([...form]).toEqual([["args", '{"url":"x","key":"y"}']]);
  });

  it("carries every text through", () => {
    const text = fc.string({ unit: "grapheme" });
    fc.assert(
      fc.property(text, fc.array(text.filter((item) => item !== "" && !item.includes(","))), (name, tags) => {
        const form = new URLSearchParams(encodeForm({ name, tags }));
        expect(form.get("name")).toBe(name);
        expect((form.get("tags") ?? "").split(",").filter(Boolean)).toEqual(tags);
      }),
    );
  });

  it("carries args through in both encodings", () => {
    const args = fc.dictionary(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }));
    fc.assert(
      fc.property(args, (given) => {
        const brackets = [...new URLSearchParams(encodeForm({ args: given }))];
        expect(brackets).toEqual(Object.entries(given).map(([key, value]) => [`args[${key}]`, value]));
        const json = new URLSearchParams(encodeForm({ args: given }, "json")).get("args") ?? "";
        expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(given)));
      }),
    );
  });
});

describe("a form body", () => {
  it.each([
    [
      "a=1&&b=x+y%26&b=",
      [
        ["a", "1"],
        ["b", "x y&"],
        ["b", ""],
      ],
    ],
    ["?a=b=c", [["?a", "b=c"]]],
    ["", []],
    ["a=%", undefined],
    ["a=%e2&b=%82%ac", undefined],
  ])("%j is read in order, or is malformed", (body, pairs) => {
    expect(decodeForm(body)).toEqual(pairs);
  });
});
