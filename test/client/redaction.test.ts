import fc from "fast-check";
import { createRedactor } from "../../src/client/redaction";
import { Secrets } from "../../src/client/secrets";

const redactionOf = (...secrets: string[]) => createRedactor(new Secrets(secrets));

describe("a redaction", () => {
  it("replaces a secret in a message", () => {
    expect(redactionOf("hunter2").message("wrong token hunter2")).toBe("wrong token ***");
  });

  it("replaces a secret that was escaped for JSON, a URL or a form", () => {
    const { message } = redactionOf('a "b"/c');
    expect(message(JSON.stringify('a "b"/c'))).toBe('"***"');
    expect(message(encodeURIComponent('a "b"/c'))).toBe("***");
    expect(message("key=a+%22b%22%2Fc")).toBe("key=***");
    expect(message("key=a+%22b%22%2fc")).toBe("key=***");
  });

  it("replaces a secret in JSON as PHP writes it", () => {
    const { message } = redactionOf("https://hooks.test/ä");
    expect(message('{"url":"https:\\/\\/hooks.test\\/\\u00e4"}')).toBe('{"url":"***"}');
  });

  it("replaces a secret in HTML", () => {
    const { message } = redactionOf(`<a & "b">'c'`);
    expect(message("key &lt;a &amp; &quot;b&quot;&gt;&#039;c&#039;")).toBe("key ***");
  });

  it("replaces the longer of two secrets if one contains the other", () => {
    expect(redactionOf("abc", "abcdef").message("abcdef")).toBe("***");
  });

  it("withholds all args and authcodes from an excerpt", () => {
    const { excerpt } = redactionOf();
    expect(excerpt('{"data":[{"id":"CO1","args":{"key":"s3cret"}}]}')).toBe(
      '{"data":[{"id":"CO1",(withheld)',
    );
    expect(excerpt("AuthCode: 123456")).toBe("(withheld)");
  });

  it("replaces a secret that holds a name after which an excerpt is withheld", () => {
    expect(redactionOf("my-args-key").excerpt("wrong key my-args-key")).toBe("wrong key ***");
  });

  it("shows the first 200 characters of a body, on one line", () => {
    const { excerpt } = redactionOf();
    expect(excerpt(`a\r\n\tb${"c".repeat(300)}`)).toBe(`a b${"c".repeat(197)}…`);
  });

  it("shows escaped what would act on a terminal", () => {
    const { excerpt, message } = redactionOf();
    for (const show of [excerpt, message]) {
      expect(show("a\u001b[31mred\u009b2J \u202eback\u0000")).toBe(
        "a\\u{1b}[31mred\\u{9b}2J \\u{202e}back\\u{0}",
      );
    }
  });

  it("scans the beginning of a text, and hides a secret that the end of the scanned part truncates", () => {
    const { message } = redactionOf("hunter2-hunter2");
    for (const before of [0, 5, 14, 15, 30]) {
      const text = `wrong:${" ".repeat(16 * 1024 - 6 - before)}hunter2-hunter2${"x".repeat(64)}`;
      expect(message(text)).not.toContain("h");
    }
  });

  it("hides what may be the beginning of a secret where a text is cut, and not where a text ends", () => {
    const known = new Secrets(["hunter2-hunter2"]);
    const text = `${"a".repeat(10)}hunt`;
    expect(known.hideInPrefix(text + "z".repeat(1_000), text.length + 512)).toBe(`${"a".repeat(10)}***`);
    expect(known.hideInPrefix(text, text.length)).toBe(text);
    expect(known.hideInPrefix(text + "er2".repeat(400), text.length + 512)).toBe(`${"a".repeat(10)}***`);
  });

  it("ignores empty secrets", () => {
    expect(redactionOf("").message("text")).toBe("text");
  });

  it("replaces a secret that is written in another letter case, or with other spaces", () => {
    const { message } = redactionOf("Key of  Mine-7f3a");
    expect(message("No key of\u00a0mine-7F3A.")).toBe("No ***.");
    expect(message("No KEY%20OF+MINE-7F3A.")).toBe("No ***.");
  });

  it.each([
    [
      "1",
      "The priority 1 is not valid: HTTP 1.1, HT1f, 10 of 21.",
      "The priority *** is not valid: HTTP 1.1, HT1f, 10 of 21.",
    ],
    ["1", '{"priority":"1"}', '{"priority":"***"}'],
    ["off", "Switched off: offer=off&x=1", "Switched ***: offer=***&x=1"],
    ["&", "a & b &amp; c", "a *** b *** c"],
  ])("replaces %s, which is short, only as a separate word", (secret, text, shown) => {
    expect(redactionOf(secret).message(text)).toBe(shown);
  });

  it("learns the args, codes and credentials of an answer, and replaces them from then on", () => {
    const { learn, message } = redactionOf();
    learn({
      data: [{ type: "slack", contact: "https://hooks.test/T0/B1", args: { key: ["s3cret"], pin: 4711 } }],
    });
    learn({ data: { type: "email", contact: "ops@example.com", AuthCode: "c0de42" } });
    expect(message("https://hooks.test/T0/B1 s3cret 4711 c0de42 ops@example.com")).toBe(
      "*** *** *** *** ops@example.com",
    );
  });

  it("replaces overlapping secrets completely", () => {
    expect(redactionOf("abcdef", "defghi").message("xabcdefghix")).toBe("x***x");
  });

  it.each([64, 65, 128, 129, 200, 300])("replaces a secret of %i characters as a whole", (length) => {
    const secret = Array.from({ length }, (_, index) => `${index % 7}${index}`)
      .join("")
      .slice(0, length);
    const { message } = redactionOf(secret);
    expect(message(`key ${secret} is wrong`)).toBe("key *** is wrong");
    expect(message(`key ${secret.replaceAll("1", "%31")} is wrong`)).toBe("key *** is wrong");
  });

  it("replaces thousands of secrets, in linear time for a text with similar parts", () => {
    const many = Array.from({ length: 5_000 }, (_, number) => `https://hooks.test/services/T0/B${number}x`);
    const { message } = redactionOf(...many);
    expect(message(`no ${many[4_711]} here`)).toBe("no *** here");
    expect(message("https://hooks.test/services/%25%25&amp;\\\\".repeat(30_000))).toMatch(/^https:/);
  });

  it.each([
    ["an octal escape", "hun\\164er2"],
    ["a number padded with zeros", "hun&#00000000000000000000000000116;er2"],
    ["a hexadecimal number padded with zeros", "hun&#x000000000000000000000000074;er2"],
    ["a code point padded with zeros", "hun\\u{000000000000000000000000074}er2"],
    ["a line break", "hunt\ner2"],
    ["a line break with an indentation", "hunt\r\n    er2"],
    ["an escaped line break", "hunt\\ner2"],
    ["a soft hyphen", "hunt\u00ader2"],
    ["a space without width", "hunt\u200ber2"],
  ])("replaces a secret with %s", (_name, spelt) => {
    expect(redactionOf("hunter2").message(`key ${spelt} is wrong`)).toBe("key *** is wrong");
  });

  it.each([
    ["base64", Buffer.from("hunter2hunter2").toString("base64")],
    ["hexadecimal digits", Buffer.from("hunter2hunter2").toString("hex")],
    ["a part", "hunter2"],
  ])("does not recognize %s of a secret, as SECURITY.md says", (_name, spelt) => {
    expect(redactionOf("hunter2hunter2").message(`key ${spelt} is wrong`)).toBe(`key ${spelt} is wrong`);
  });

  it("replaces base64 that is wrapped over lines", () => {
    const encoded = Buffer.from("AC0123456789:0123456789abcdef0123456789abcdef0123456789").toString("base64");
    const wrapped = encoded.replace(/.{20}/g, "$&\r\n ");
    expect(redactionOf(encoded).message(`Authorization: Basic ${wrapped}.`)).toBe(
      "Authorization: Basic ***.",
    );
  });

  it("withholds texts from elsewhere once there are more secrets than can be searched for", () => {
    const { learn, message } = redactionOf();
    learn({ args: Array.from({ length: 100_000 }, (_, number) => `secret ${number}`) });
    expect(message("secret 99999")).toBe("(withheld: there are more secrets than can be searched for)");
  });

  it("leaves no secret in any message", () => {
    const secret = fc
      .string({ minLength: 4 })
      .filter((text) => text.trim().length >= 4 && !text.includes("*"));
    fc.assert(
      fc.property(secret, fc.string(), fc.string(), (hidden, before, after) => {
        const { message, excerpt } = redactionOf(hidden);
        const text = `${before.replaceAll("*", "")}${hidden}${after.replaceAll("*", "")}`;
        expect(message(text)).not.toContain(hidden.trim());
        expect(excerpt(text)).not.toContain(hidden.trim());
      }),
    );
  });
});

describe("secrets", () => {
  it.each([
    ["key-1234", "***"],
    ["key-123", "key-123"],
    ["password", "password"],
    ["pass-word", "***"],
  ])("such as %s appear in our own texts as %s: short ones and words are shown", (secret, shown) => {
    expect(new Secrets([secret]).hide(`The name ${secret} is wrong.`)).toBe(`The name ${shown} is wrong.`);
  });

  it.each([
    ["abc1", "x***y"],
    ["ab1", "xab1y"],
  ])("such as %s appear within a word of a text from elsewhere as %s", (secret, shown) => {
    expect(new Secrets([secret]).hideInPrefix(`x${secret}y`, 100)).toBe(shown);
  });

  it("may have half a million characters, and no text is shown beyond that", () => {
    const textWith = (size: number) => new Secrets(["a".repeat(size)]).hideInPrefix("text", 100);
    expect(textWith(500_000)).toBe("text");
    expect(textWith(500_001)).toMatch("withheld");
  });
});

/** The number of look-ups and writes in the maps of a search, which are nearly all of its work. */
function stepsOf(work: () => unknown): number {
  const { get, set } = Map.prototype;
  let steps = 0;
  const counted = <F extends (...args: never[]) => unknown>(method: F) =>
    function (this: unknown, ...args: Parameters<F>) {
      steps += 1;
      return method.apply(this, args);
    };
  Object.assign(Map.prototype, { get: counted(get), set: counted(set) });
  try {
    work();
  } finally {
    Object.assign(Map.prototype, { get, set });
  }
  return steps;
}

describe("the steps of a search", () => {
  const hostile: Readonly<Record<string, (size: number) => readonly [secrets: string[], text: string]>> = {
    "a secret that repeats one character": (size) => [["a".repeat(size)], "a".repeat(size)],
    "secrets that begin each other": (size) => [
      Array.from({ length: Math.sqrt(size) }, (_, length) => "ab1".repeat(length + 3)),
      "ab1".repeat(size / 3),
    ],
    "a secret that repeats an escape": (size) => [["%61".repeat(size / 3)], "%61".repeat(size / 3)],
    "a secret that repeats what an escape means": (size) => [["a".repeat(size / 3)], "%61".repeat(size / 3)],
    "escapes in escapes": (size) => [["%aaa".repeat(size / 4)], "%252561".repeat(size / 7)],
    "spaces and line breaks": (size) => [[`b${" b".repeat(size / 2)}`], "b\n b ".repeat(size / 5)],
    "many secrets": (size) => [
      Array.from({ length: size / 8 }, (_, number) => `key-${number}`),
      "key-key-key-".repeat(size / 12),
    ],
  };

  it.each(Object.entries(hostile))("grow with the text only: %s", (_name, input) => {
    const steps = (size: number) => {
      const [secrets, text] = input(size);
      const known = new Secrets(secrets);
      return stepsOf(() => [known.hide(text), known.hideInPrefix(text, text.length)]);
    };
    expect(steps(8_000) / steps(2_000)).toBeLessThan(5);
  });

  it("grow with the number of secrets only, if they are learned one by one", () => {
    const steps = (count: number) =>
      stepsOf(() => {
        const secrets = new Secrets();
        for (let number = 0; number < count; number += 1) {
          secrets.add([`key-number-${number}`]);
          secrets.hide("a text");
        }
      });
    expect(steps(4_000) / steps(1_000)).toBeLessThan(6);
  });
});

const hexadecimal = (code: number, digits: number) => code.toString(16).padStart(digits, "0");
const inUnits = (character: string) =>
  character
    .split("")
    .map((unit) => `\\u${hexadecimal(unit.charCodeAt(0), 4)}`)
    .join("");
const codeOf = (character: string) => character.codePointAt(0) ?? 0;
const upper = (text: string) =>
  text.replace(/(?<=\\u|%|&#x|\\x)[0-9a-f]+/g, (digits) => digits.toUpperCase());
const namesOfHtml: Readonly<Record<string, string>> = {
  ...{ "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "apos", "/": "sol", "=": "equals", "+": "plus" },
  ...{
    "?": "quest",
    ":": "colon",
    "%": "percnt",
    "\\": "bsol",
    ä: "auml",
    Ä: "Auml",
    é: "eacute",
    ø: "oslash",
    ÿ: "yuml",
  },
};

/** How programs write one character. */
const encoders: Readonly<Record<string, (character: string) => string>> = {
  raw: (character) => character,
  json: (character) => JSON.stringify(character).slice(1, -1),
  "json of php": (character) =>
    /[/\\"]/.test(character) ? `\\${character}` : /[^ -~]/.test(character) ? inUnits(character) : character,
  "JSON_HEX_*": (character) =>
    /[<>&'"]/.test(character) ? upper(inUnits(character)) : JSON.stringify(character).slice(1, -1),
  "json escapes": inUnits,
  "json escapes in capitals": (character) => upper(inUnits(character)),
  "javascript escapes": (character) => `\\u{${codeOf(character).toString(16)}}`,
  "decimal entities": (character) => `&#${codeOf(character)};`,
  "hexadecimal entities": (character) => `&#x${hexadecimal(codeOf(character), 4)};`,
  "hexadecimal entities in capitals": (character) => `&#X${hexadecimal(codeOf(character), 2).toUpperCase()};`,
  "named entities": (character) => (namesOfHtml[character] ? `&${namesOfHtml[character]};` : character),
  url: (character) => encodeURIComponent(character),
  "url in lower case": (character) => encodeURIComponent(character).toLowerCase(),
  "every byte of a url": (character) =>
    [...Buffer.from(character)].map((byte) => `%${hexadecimal(byte, 2)}`).join(""),
  "escapes of old javascript": (character) => inUnits(character).replaceAll("\\", "%"),
  form: (character) => new URLSearchParams({ "": character }).toString().slice(1),
};

describe("a secret", () => {
  const characters = fc.constantFrom(..."abxyzAZ0179_-.~+=/\\%&#;:?<>'\"{}|äÄéøÿ€✓😀 ");
  const secret = fc
    .array(characters, { minLength: 4, maxLength: 40 })
    .map((all) => all.join(""))
    .filter((text) => text.trim().length >= 4 && !/ {2}/.test(text));
  const surroundings = fc.constantFrom(
    "",
    " ",
    '"',
    "key=",
    "&",
    "%",
    "\\",
    "%2",
    "&amp",
    "\\u00",
    "https://a.test/?x=",
  );

  const expectHidden = (hidden: string, spelt: string, before: string, after: string) => {
    const { message } = redactionOf(hidden.trim());
    const shown = message(`Invalid: ${before}${spelt}${after} (end)`);
    expect(shown).toMatch(/^Invalid: .*\*\*\*.* \(end\)$/);
    // No more is left than what stood around it.
    expect(shown.length).toBeLessThanOrEqual(`Invalid: *** (end)`.length + 2 + before.length + after.length);
  };

  it.each(Object.keys(encoders))("is found as %s write it, and twice so", (name) => {
    const encoder = encoders[name] as (character: string) => string;
    const whole = (text: string) => [...text].map(encoder).join("");
    fc.assert(
      fc.property(secret, surroundings, surroundings, (hidden, before, after) => {
        expectHidden(hidden, whole(hidden.trim()), before, after);
        expectHidden(hidden, whole(whole(hidden.trim())), before, after);
      }),
    );
  });

  it("is found with each character escaped differently, and escaped twice", () => {
    const ways = fc.constantFrom(...Object.values(encoders));
    const choices = fc.array(ways, { minLength: 40, maxLength: 40 });
    fc.assert(
      fc.property(secret, choices, ways, surroundings, (hidden, each, outer, before) => {
        const spelt = [...hidden.trim()].map((character, index) => each[index]?.(character)).join("");
        expectHidden(hidden, spelt, before, "");
        expectHidden(hidden, [...spelt].map(outer).join(""), before, "");
      }),
    );
  });
});
