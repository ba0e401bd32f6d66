import { sid } from "../../src/service/rules";
import { canonicalSid, isSid, sidForm, sidIn, sidKind } from "../../src/service/sids";

const hex = "0123456789abcdef".repeat(2);

describe("a SID", () => {
  it.each([
    ["HT", "host"],
    ["RP", "monitoring_profile"],
    ["RB", "source"],
    ["CM", "certificate_monitor"],
    ["CP", "certificate_profile"],
    ["CO", "contact"],
    ["CG", "contact_group"],
  ])("that starts with %s names a %s", (prefix, kind) => {
    expect(sidKind(prefix + hex)).toBe(kind);
  });

  it.each([`XX${hex}`, `HT${hex}0`, `HT${hex.toUpperCase()}`, `ht${hex}`, ""])("%p names nothing", (text) => {
    expect(sidKind(text)).toBeUndefined();
  });

  it.each([`HT${hex.toUpperCase()}`, `ht${hex}`, `hT${hex}`, `HT${hex}`])(
    "is in the service's spelling when it is given as %p",
    (text) => {
      expect(canonicalSid(text)).toBe(`HT${hex}`);
    },
  );

  it.each(["Mail", "HT12", `HT${hex}G`, ` HT${hex}`, ""])("leaves %p as it is", (text) => {
    expect(canonicalSid(text)).toBe(text);
  });

  it("of one kind is not of another", () => {
    expect(isSid("host", `RP${hex}`)).toBe(false);
  });

  it("is found in an object of its kind under any key", () => {
    expect(sidIn("host", { id: 7, sid: `CG${hex}`, other: `HT${hex}` })).toBe(`HT${hex}`);
    expect([sidIn("host", { id: `CG${hex}` }), sidIn("host", undefined)]).toEqual([undefined, undefined]);
  });

  it("refers to a kind if its rule accepts only that kind", () => {
    expect(sid("host").kind).toBe("host");
    expect(sid("host", "source").kind).toBeUndefined();
  });

  it("has a description of its form", () => {
    expect(sidForm("host")).toBe("HT and 32 hexadecimal digits");
  });
});
