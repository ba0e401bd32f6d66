import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { identical } from "../../../src/terraform/values/equal";
import { decodeMsgpack, encodeMsgpack } from "../../../src/terraform/values/msgpack";
import { asObject } from "../../../src/terraform/values/object-value";
import { typeFromJson } from "../../../src/terraform/values/type-json";
import { Dynamic, Unknown } from "../../../src/terraform/values/value";
import { recordVectors, type Vector } from "../fixture/recording";
import { removeWorkspaces } from "../fixture/workspace";

/** What the real terraform sent to a plugin. RECORD_VECTORS=1 records it again; `npx biome check --write` lays it out. */
const file = join(__dirname, "recorded-vectors.json");
const vectors: readonly Vector[] = JSON.parse(readFileSync(file, "utf8"));

if (process.env.RECORD_VECTORS) {
  beforeAll(async () => {
    const lines = (await recordVectors()).map((vector) => JSON.stringify(vector));
    writeFileSync(file, `[\n${lines.join(",\n")}\n]\n`);
  }, 60_000);
  afterAll(removeWorkspaces);
}

const bytesOf = ({ hex }: Vector) => Buffer.from(hex, "hex");
const named = (name: string): Vector => {
  const found = vectors.find((vector) => vector.name === name);
  if (found === undefined) throw new Error(`Nothing is recorded as ${name}`);
  return found;
};

/**
 * Terraform sends a fraction that a binary number can say as one, and integers from 2^63 on as text; we send decimal
 * text and integers of 64 bits, which it reads as well.
 */
const WRITTEN_OTHERWISE = ["a half", "2^64 - 1"];

describe("bytes that terraform sent", () => {
  it.each(vectors.map((vector) => [vector.name, vector] as const))(
    "for %s come out with the same meaning",
    (_name, vector) => {
      const type = typeFromJson(vector.type);
      const value = decodeMsgpack(type, bytesOf(vector));
      expect(identical(type, decodeMsgpack(type, encodeMsgpack(type, value)), value)).toBe(true);
    },
  );

  const exact = vectors.filter(({ name }) => !WRITTEN_OTHERWISE.includes(name));
  it.each(exact.map((vector) => [vector.name, vector] as const))(
    "for %s come out as they came in",
    (_name, vector) => {
      const type = typeFromJson(vector.type);
      const encoded = encodeMsgpack(type, decodeMsgpack(type, bytesOf(vector)));
      expect(Buffer.from(encoded).toString("hex")).toBe(vector.hex);
    },
  );

  it("have the prefix of an unknown string, and that it is not null", () => {
    const vector = named("an unknown text with a beginning");
    const { value } = asObject(decodeMsgpack(typeFromJson(vector.type), bytesOf(vector))) ?? {};
    const refinements = new Map<number, unknown>([
      [1, false],
      [2, "pre-"],
    ]);
    expect(value).toEqual(new Dynamic({ kind: "string" }, new Unknown(refinements)));
  });
});
