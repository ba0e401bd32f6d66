import { addressCount, missingFrom } from "../../src/coverage/addresses";

it.each([
  ["198.51.100.0/24", ["198.51.100.0/25"], 128],
  ["198.51.100.0/30", ["198.51.100.1", "198.51.100.3"], 2],
  ["198.51.100.0/30", ["198.51.100.0/31", "198.51.100.2/31"], 0],
  ["198.51.100.0/30", ["198.51.100.0/29"], 0],
  ["198.51.100.0/30", [], 4],
  ["mx.example.com", ["mx.example.com"], 0],
  ["mx.example.com", ["198.51.100.0/30"], 1],
])("of %s, the hosts %p lack %d addresses", (host, others, missing) => {
  expect(missingFrom(others)([host])).toBe(missing);
});

it("a subnet has the addresses of its mask, a name is one", () => {
  expect(["198.51.100.0/22", "198.51.100.7", "mx.example.com"].map(addressCount)).toEqual([1024, 1, 1]);
});
