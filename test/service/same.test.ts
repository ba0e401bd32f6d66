import {
  addressesOf,
  compareValues,
  type Likeness,
  mayBeSame,
  mayBeSameElements,
  roughForm,
  type ValueKind,
} from "../../src/service/same";

const cases: readonly (readonly [ValueKind, string, string, Likeness])[] = [
  ["host", "192.0.2.1", "192.0.2.1/32", "same"],
  ["host", "192.0.2.9/30", "192.0.2.8/30", "same"],
  ["host", "2001:DB8:0::1", "2001:db8::1/128", "same"],
  ["host", "Mail.Example.com.", "mail.example.com", "same"],
  ["host", "xn--mnchen-3ya.example", "München.example", "same"],
  ["host", "192.0.2.8/30", "192.0.2.11", "overlapping"],
  ["host", "192.0.2.8/30", "192.0.2.12", "different"],
  ["hostname", "WWW.example.com.", "www.example.com", "same"],
  ["hostname", "[2001:db8::1]", "2001:DB8::1", "same"],
  ["hostname", "[2001:db8::1]:443", "[2001:db8:0::1]:443", "same"],
  ["hostname", "www.example.com:443", "www.example.com", "different"],
  ["email", "ops@Example.COM", "ops@example.com", "same"],
  ["email", "ops@münchen.example", "ops@XN--mnchen-3ya.example", "same"],
  ["email", "Ops@example.com", " ops@example.com", "perhaps"],
  ["email", "ops@example.com", "ops@example.org", "different"],
  ["phone", "+1 555-010-0199", "+15550100199", "perhaps"],
  ["phone", "+15550100199", "+15550100198", "different"],
  ["url", "https://Hooks.example.com", "https://hooks.example.com/", "same"],
  ["url", "https://hooks.example.com/?a=1&b=2", "https://hooks.example.com/?a=1&amp;b=2", "same"],
  ["url", "key-A", "key-a", "different"],
  ["name", "Night shift ", "Night shift", "perhaps"],
  ["name", "A & B", "a &amp; b", "perhaps"],
  ["name", "Équipe café", "E\u0301quipe cafe\u0301", "same"],
  ["email", "é@example.com", "e\u0301@example.com", "same"],
  ["name", "&quot;É&quot; &#39;", '"E\u0301" \'', "perhaps"],
  ["name", "\u200fNight  shift\u00a0", "Night\u200b shift", "perhaps"],
  ["name", "A", "B", "different"],
];

it.each(cases)("of the kind %s, %j and %j are %s", (kind, a, b, likeness) => {
  expect(compareValues(kind, a, b)).toBe(likeness);
  expect(compareValues(kind, b, a)).toBe(likeness);
  if (likeness === "same" || likeness === "perhaps") expect(roughForm(kind, a)).toBe(roughForm(kind, b));
});

it.each<[ValueKind, string, string, Likeness]>([
  ["email", "ops@example.com", "o**@example.com", "perhaps"],
  ["email", "ops@example.com", "o**@example.org", "different"],
  ["email", "ops@example.com", "d**@example.com", "different"],
  ["email", "ops@example.com", "o*@example.com", "different"],
  ["phone", "+15550100199", "••••0199", "perhaps"],
  ["url", "https://hooks.example.com/T0KEN", "https://hooks…", "perhaps"],
  ["url", "https://hooks.example.com/T0KEN", "https://hooks.example.com/T**EN", "perhaps"],
  ["url", "https://hooks.example.com/T0KEN", "https://hooks.example.com/", "different"],
  ["name", "Night shift", "Night…", "different"],
])("of the kind %s, %j and its returned form with a hidden part, %j, are %s", (kind, a, b, likeness) => {
  expect(compareValues(kind, a, b)).toBe(likeness);
});

it.each([
  ["same", true],
  ["perhaps", true],
  ["overlapping", false],
  ["different", false],
  [undefined, false],
] as const)("values that are %s may be the same: %p", (likeness, expected) => {
  expect(mayBeSame(likeness)).toBe(expected);
});

it("names are alike that begin alike, as services cut them, but not other values", () => {
  const [text, cut] = ["k".repeat(40), "k".repeat(32)];
  expect([roughForm("name", text), roughForm("name", cut)]).toEqual([cut, cut]);
  expect(compareValues("name", text, cut)).toBe("perhaps");
  expect(compareValues("name", cut, text)).toBe("different");
  expect(compareValues("name", text, cut.slice(1))).toBe("different");
  expect(compareValues("url", text, cut)).toBe("different");
  expect(roughForm("url", text)).toBe(text);
  expect(roughForm("url", "****abcd")).toBeUndefined();
  expect(roughForm("name", "****abcd")).toBe("****abcd");
});

it.each([
  [["Mail, in", "web"], ["WEB", "mail-in"], true],
  [["a", "a", "b"], ["b", "A"], true],
  [["a"], ["a", "b"], false],
  [["a", "b"], ["a", "c"], false],
  [["+"], ["-"], false],
  [[30, 7], ["7", "30"], true],
  [[], [], true],
])("the elements of %j and %j may be the same: %p", (sent, returned, expected) => {
  expect(mayBeSameElements(sent, returned)).toBe(expected);
});

it("addresses are ranges of numbers, of any subnet", () => {
  expect(addressesOf("0.0.0.0/0")).toEqual({ first: 0, last: 2 ** 32 - 1 });
  expect(addressesOf("192.0.2.1")).toEqual(addressesOf("192.0.2.1/32"));
  expect(addressesOf("mail.example.com")).toBeUndefined();
});
