import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { decodeMsgpack, encodeMsgpack } from "../../../src/terraform/values/msgpack";
import { recordVectors, type Vector, vectorType } from "../fixture/recording";
import { removeWorkspaces } from "../fixture/workspace";

/** What the real terraform sent to a plugin. RECORD_VECTORS=1 records it again; `npx biome check --write` lays it out. */
const file = join(__dirname, "recorded-vectors.json");

if (process.env.RECORD_VECTORS) {
  it("are recorded", async () => writeFileSync(file, JSON.stringify(await recordVectors())));
  afterAll(removeWorkspaces);
} else {
  const { supported, unsupported }: Awaited<ReturnType<typeof recordVectors>> = JSON.parse(
    readFileSync(file, "utf8"),
  );
  const bytesOf = ({ hex }: Vector) => Buffer.from(hex, "hex");
  const titled = (vectors: readonly Vector[]) => vectors.map((vector) => [vector.name, vector] as const);
  /** Terraform sends some fractions as floats, and others without an exponent. It reads each form. */
  const isWrittenAsSent = ({ name }: Vector) => !["a half", "tiny"].includes(name);

  describe("bytes that terraform sent", () => {
    it.each(titled(supported))("for %s come out with the same meaning", (_name, vector) => {
      const value = decodeMsgpack(vectorType, bytesOf(vector));
      expect(decodeMsgpack(vectorType, encodeMsgpack(vectorType, value))).toEqual(value);
    });

    it.each(titled(supported.filter(isWrittenAsSent)))("for %s come out as they came in", (_name, vector) => {
      const encoded = encodeMsgpack(vectorType, decodeMsgpack(vectorType, bytesOf(vector)));
      expect(Buffer.from(encoded).toString("hex")).toBe(vector.hex);
    });

    it.each(titled(unsupported))("for %s are refused at the attribute", (_name, vector) => {
      expect(() => decodeMsgpack(vectorType, bytesOf(vector))).toThrow(/^number: a number .* is required$/);
    });
  });
}
