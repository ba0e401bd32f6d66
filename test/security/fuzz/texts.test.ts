import { createHmac } from "node:crypto";
import fc from "fast-check";
import { decodeFields } from "../../../src/emulator/http/form";
import { Refusal } from "../../../src/emulator/validation";
import { parseHost } from "../../../src/service/addresses";
import { fields } from "../../../src/service/fields";
import { decodeForm, encodeForm } from "../../../src/service/form";
import { printableText } from "../../../src/service/printable-text";
import { printableLines } from "../../../src/terraform/printable-text";
import { readCertificate } from "../../../src/terraform/serve/certificate";
import { decodeJson } from "../../../src/terraform/values/json";
import { ValueError } from "../../../src/terraform/values/path";
import { verifySignature } from "../../../src/webhooks/signature";
import { known } from "../../terraform/values/arbitrary";

const text = fc.string({ unit: "binary", maxLength: 40 });
const secret = "whsec-3f1c";

describe("the verifier of webhooks", () => {
  const part = fc.oneof(
    text,
    fc.constantFrom(
      "t=1790000000",
      "t=",
      "t=9".padEnd(400, "9"),
      "t=-1",
      "v1=",
      `v1=${"0".repeat(64)}`,
      "v0=x",
      "=",
      ",",
      " ",
    ),
    fc
      .array(fc.nat({ max: 15 }), { maxLength: 70 })
      .map((digits) => `v1=${digits.map((digit) => digit.toString(16)).join("")}`),
  );
  const header = fc.oneof(
    text,
    fc.array(part, { maxLength: 6 }).map((parts) => parts.join(",")),
  );

  it("says no to every header that was not made with the secret", () => {
    fc.assert(
      fc.property(header, fc.oneof(text, fc.uint8Array()), (given, body) => {
        expect(verifySignature(given, body, secret, { tolerance: Number.POSITIVE_INFINITY })).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });

  it("says no when a single bit of a signed body is another", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1 }),
        fc.nat(),
        fc.integer({ min: 0, max: 7 }),
        (body, at, bit) => {
          const signature = createHmac("sha256", secret).update("5.").update(body).digest("hex");
          const check = (of: Uint8Array) =>
            verifySignature(`t=5,v1=${signature}`, of, secret, { now: () => 5_000 });
          const changed = Uint8Array.from(body);
          const place = at % body.length;
          changed[place] = (changed[place] ?? 0) ^ (1 << bit);
          expect([check(body), check(changed)]).toEqual([true, false]);
        },
      ),
    );
  });
});

describe("a form body", () => {
  const accepted = { ...fields.host, ...fields.contact };
  const key = text.filter((name) => name !== "" && !name.includes("]"));
  const args = fc.dictionary(fc.oneof(key, fc.constantFrom("__proto__", "constructor")), text, {
    minKeys: 1,
  });
  // Lone surrogates have no UTF-8 form, and are sent as the replacement character.
  const whole = (value: string) => value.replace(/\p{Cs}/gu, "\ufffd");

  it.each(["brackets", "json"] as const)("says to the service what was put into it: %s", (encoding) => {
    fc.assert(
      fc.property(text, args, (name, given) => {
        const fields = decodeFields(
          decodeForm(encodeForm({ name, args: given }, encoding)) ?? [],
          encoding,
          accepted,
        );
        expect(fields.name).toBe(whole(name));
        const came = Object.entries(fields.args as object);
        const went = Object.entries(given).map(([each, value]) => [whole(each), whole(value)]);
        expect(new Map(came)).toEqual(
          new Map(
            encoding === "json"
              ? Object.entries(JSON.parse(JSON.stringify(given)))
              : (went as [string, string][]),
          ),
        );
      }),
    );
  });

  it("of any form is read by the emulator, or refused", () => {
    const token = fc.constantFrom(
      "&",
      "=",
      "%",
      "%zz",
      "+",
      "args[",
      "]",
      "args",
      "name",
      "__proto__",
      "tags",
      ",",
      "%00",
    );
    const form = fc.oneof(
      text,
      fc.array(fc.oneof(token, text), { maxLength: 12 }).map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(form, fc.constantFrom("brackets", "json", "either"), (given, encoding) => {
        try {
          const fields = decodeFields(decodeForm(given) ?? [], encoding as never, accepted);
          expect(Object.getPrototypeOf(fields)).toBe(Object.prototype);
        } catch (error) {
          expect(error).toBeInstanceOf(Refusal);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe("a text for people", () => {
  const acting = fc.constantFrom(
    "\u001b",
    "\u009b",
    "\u0007",
    "\u007f",
    "\u202e",
    "\u2066",
    "\ufeff",
    "\u{e0041}",
    "\u2028",
    "\ud800",
    "\u0000",
  );
  const any = fc.array(fc.oneof(acting, text), { maxLength: 6 }).map((parts) => parts.join(""));

  it("has nothing left in it that acts on a terminal or hides", () => {
    fc.assert(
      fc.property(any, (given) => {
        const acts = /[\p{Cs}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/u;
        expect(printableText(given)).not.toMatch(acts);
        expect(printableText(given)).not.toMatch(/\p{Cc}/u);
        expect(printableLines(given)).not.toMatch(acts);
        expect(printableLines(given).replace(/[\n\t]/g, "")).not.toMatch(/\p{Cc}/u);
      }),
      { numRuns: 1000 },
    );
  });

  it("is as it was if there is nothing of that kind in it", () => {
    for (const harmless of ["Grüße, 東京", "👨‍👩‍👧", "می‌خواهم", "a\\u001b"]) {
      expect([printableText(harmless), printableLines(harmless)]).toEqual([harmless, harmless]);
    }
  });
});

describe("the JSON of a state", () => {
  it("gives a value or a clear error, whatever is changed in it", () => {
    fc.assert(
      fc.property(known, fc.nat(), text, fc.nat(), ({ type, value }, at, noise, length) => {
        const good = JSON.stringify(value);
        const start = at % (good.length + 1);
        const changed = good.slice(0, start) + noise + good.slice(start + (length % 5));
        try {
          decodeJson(type, changed);
        } catch (error) {
          expect(error).toBeInstanceOf(ValueError);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe("an arbitrary text", () => {
  const pem = fc
    .array(
      fc.oneof(
        text,
        fc.constantFrom("-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----", "\n", "MIIB", "=="),
      ),
    )
    .map((parts) => parts.join(""));

  it("is read as a client certificate, or is rejected without being quoted", () => {
    fc.assert(
      fc.property(pem, (given) => {
        try {
          expect(readCertificate(given)).toBeInstanceOf(Buffer);
        } catch (error) {
          expect((error as Error).message).toBe("There is no PEM certificate in the text");
        }
      }),
    );
  });

  it("is parsed as a host or rejected, however long it is", () => {
    const long = fc
      .tuple(fc.constantFrom("a", "a.", "-", "1.", "a-", "."), fc.constantFrom("", "/", "!", "-"))
      .map(([part, end]) => part.repeat(50_000) + end);
    fc.assert(
      fc.property(fc.oneof(text, long), (given) => {
        const parsed = parseHost(given);
        expect(["address", "domain", "subnet", undefined]).toContain(parsed?.form);
      }),
    );
  });
});
