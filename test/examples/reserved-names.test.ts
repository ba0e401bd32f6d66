import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** Addresses and names for examples and tests and nothing else (RFC 5737, RFC 2544, RFC 2606). */
const address = /^(192\.0\.2|198\.51\.100|203\.0\.113|198\.1[89]\.\d+)\.\d+$/;
const name = /(^|\.)example(\.(com|net|org))?$/;

/** No host of a user: a registry, a reference, a type of event, a file, the end of a path. */
const noDomain =
  /^registry\.(?:terraform\.io|opentofu\.org)$|^(rblmonitor|var|data|module|local|each|output|terraform)_?\w*\.|^(rbl|cert|contact)\.[a-z.]+$|\.(ts|js|tf|md|sh|ya?ml|jsonl?|cdktf|tgz|service|nagios|zabbix|tfplan|tfrc|env)$/;

describe("the examples and the guides", () => {
  let texts: readonly (readonly [file: string, text: string])[];

  beforeAll(async () => {
    const below = async (folder: string): Promise<string[]> =>
      (await readdir(folder, { recursive: true })).map((file) => join(folder, file));
    const files = [...(await below("examples")), ...(await below("docs/guides"))];
    texts = await Promise.all(
      files
        .filter((file) => /\.(tf|ts|sh|md)$/.test(file))
        .map(async (file) => [file, await readFile(file, "utf8")] as const),
    );
    expect(texts.length).toBeGreaterThan(20);
  });

  it("use addresses that are reserved for documentation", () => {
    for (const [file, text] of texts) {
      for (const [found] of text.matchAll(/\b\d+\.\d+\.\d+\.\d+\b/g)) {
        // DNS answers of blocklists, this machine, and all its addresses.
        if (!found.startsWith("127.") && found !== "0.0.0.0")
          expect({ file, found }).toEqual({ file, found: expect.stringMatching(address) });
      }
    }
  });

  it("use domain names that are reserved for documentation", () => {
    for (const [file, text] of texts) {
      const quoted = [...text.matchAll(/["@/]((?:[a-z0-9-]+\.)+[a-z]{2,})\b/g)].map(
        ([, found]) => `${found}`,
      );
      for (const found of quoted.filter((one) => !noDomain.test(one))) {
        expect({ file, found }).toEqual({ file, found: expect.stringMatching(name) });
      }
    }
  });
});
