import fc from "fast-check";
import { type NamedCandidate, uniqueNames } from "../../../../src/cli/commands/adopt/names";
import { nastyNames } from "./full-account";

const id = fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: 32, maxLength: 32 });
const label = fc.oneof(fc.constantFrom(...nastyNames, "a_b", "a b"), fc.string({ unit: "binary" }));
const object: fc.Arbitrary<NamedCandidate> = fc.record({
  id: id.map((digits) => `HT${digits}`),
  label: fc.oneof(
    label,
    id.map((digits) => `host_${digits}`),
  ),
  key: fc.array(fc.constantFrom("192.0.2.1", "192.0.2.2", "mx.example.com", "https"), { maxLength: 2 }),
});
const objects = fc.uniqueArray(object, { selector: (one) => one.id });

function nameOf(name: string, key: readonly string[] = []): string | undefined {
  return uniqueNames("host", [{ id: `HT${"0123abcd".repeat(4)}`, label: name, key }]).get(
    `HT${"0123abcd".repeat(4)}`,
  );
}

describe("the names of objects", () => {
  it("are identifiers, and no two are the same", () => {
    fc.assert(
      fc.property(objects, (all) => {
        const names = [...uniqueNames("host", all).values()];
        expect(names).toHaveLength(all.length);
        expect(new Set(names).size).toBe(all.length);
        for (const name of names) {
          expect(name).toMatch(/^[a-z][a-z0-9_]*$/);
          expect(name in {}).toBe(false);
        }
      }),
    );
  });

  it("do not depend on the order of the objects", () => {
    fc.assert(
      fc.property(objects, (all) => {
        expect(uniqueNames("host", [...all].reverse())).toEqual(uniqueNames("host", all));
      }),
    );
  });

  it("stay unique where a name is another object's last resort", () => {
    const digits = "0123abcd".repeat(4);
    const others = ["Same", "Same"].map((name, n) => ({
      id: `HT${digits.slice(1)}${n}`,
      label: name,
      key: [],
    }));
    const first = { id: `HT${digits}`, label: `same_${digits.slice(1, 9)}`, key: [] };
    const names = uniqueNames("host", [...others, first, { ...first, id: `HT${"f".repeat(32)}` }]);
    expect(new Set(names.values()).size).toBe(4);
  });

  it.each([
    ["mx-1.example.com", "mx_1_example_com"],
    ["Größe Œuvre Łódź", "grosse_oeuvre_lodz"],
    ["Почтовый сервер", "pochtovyi_server"],
    ["Ταχυδρομείο", "tachydromeio"],
    ["123 go", "host_123_go"],
    ["constructor", "host_constructor"],
    ["__proto__", "proto"],
    ["邮件服务器 1", "host_0123abcd"],
    ["👩‍💻", "host_0123abcd"],
  ])("make %s readable", (name, expected) => {
    expect(nameOf(name)).toBe(expected);
  });

  it("are made of the address where the label cannot be read", () => {
    expect(nameOf("邮件服务器", ["mx.example.com"])).toBe("mx_example_com");
  });

  it("are distinguished by the address where two have one label, or else by the SID", () => {
    const three = ["192.0.2.1", "192.0.2.2", "192.0.2.2"].map((host, n) => ({
      id: `HT${String(n).repeat(32)}`,
      label: "MX",
      key: [host],
    }));
    expect([...uniqueNames("host", three).values()]).toEqual(["mx_192_0_2_1", "mx_11111111", "mx_22222222"]);
  });
});
