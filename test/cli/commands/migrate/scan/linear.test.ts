import { scanned } from "./scanned";

/** How many characters regular expressions may pass for each character of a file, in all. */
const mostSteps = 200;

const short = 20_000;
const long = 4 * short;

/** Pieces of files that are hard to read, by the ending of their names. */
const pieces: readonly (readonly [ending: string, piece: string])[] = [
  [".log", '192.0.2.7 "POST /3.0/host/update/HT0123456789abcdef0123456789abcdef.json HTTP/1.1" 200\n'],
  [".log", '"GET /3.0/hosts.json HTTP/1.1" '],
  [".min.js", 'n.ajax({url:r+"/hosts.json"}),1===e.listed;'],
  [".js", '"'],
  [".js", "'\\"],
  [".js", "/"],
  [".js", "/*"],
  [".js", "("],
  [".js", "`${"],
  [".js", "a + "],
  [".js", '" + a('],
  [".js", '"/host/add.json",'],
  [".js", '"/host/add.json",\n'],
  [".js", "h.listed == "],
  [".js", "x = y ? 1 : details "],
  [".php", "'/host/' . "],
  [".php", "<?php "],
  [".pl", "'/host/' . $x->{a} . "],
  [".py", 'f"{'],
  [".py", '\n"""'],
  [".rb", "%w["],
  [".sh", "<<EOF "],
  [".sh", "<<EOF\n"],
  [".sh", "$("],
  [".sh", "post host add "],
  [".html", "<script"],
  [".html", "<!--"],
  [".yml", "{{ "],
  [".json", '{"a":'],
  [".txt", "https://a/3.0"],
  [".txt", "https://a/b"],
  [".txt", "GET "],
  [".txt", "rbl_profile=1&"],
  [".txt", "host/%s/"],
  [".txt", "host: host, "],
  [".txt", "\n"],
  [".txt", "\ue000"],
];

/** A file in which everything counts. */
const head = 'x = "https://api.example.com/3.0"; get(x + "/hosts.json", rbl_profile=1)\n';

interface Counted {
  /** How many characters the regular expressions of some work pass. */
  readonly passed: number;
  /** Those that read long texts. */
  readonly expressions: ReadonlySet<string>;
}

async function counted(work: () => Promise<unknown>): Promise<Counted> {
  const { exec } = RegExp.prototype;
  const expressions = new Set<string>();
  let passed = 0;
  RegExp.prototype.exec = function (this: RegExp, text: string) {
    const from = this.global || this.sticky ? this.lastIndex : 0;
    const match = exec.call(this, text);
    passed += (match === null ? text.length : match.index + match[0].length) - from;
    if (text.length >= short) expressions.add(this.source);
    return match;
  };
  try {
    await work();
  } finally {
    RegExp.prototype.exec = exec;
  }
  return { passed, expressions };
}

describe.each(pieces)("of a file with the ending %s that repeats %j", (ending, piece) => {
  const scan = (length: number) =>
    counted(() => scanned({ [`a${ending}`]: head + piece.repeat(Math.ceil(length / piece.length)) }));
  let ofShort: Counted;
  let ofLong: Counted;
  beforeAll(async () => {
    ofShort = await scan(short);
    ofLong = await scan(long);
  });

  it("a scan takes a few steps for each character", () => {
    const [few, many] = [ofShort.passed / short, ofLong.passed / long];
    expect(many).toBeLessThan(mostSteps);
    // Four times the text takes four times the steps.
    expect(many).toBeLessThan(1.1 * few + 0.1);
  });

  it("no regular expression looks at more than a bounded part of a text from one place", () => {
    // Quantifiers without a bound, outside of classes of characters.
    const unbounded = [...ofLong.expressions].filter((source) =>
      /(?<!\\)[*+]|\{\d+,\}/.test(
        source
          .replace(/\\\\/g, "")
          .replace(/\\[*+{[\]]/g, "")
          .replace(/\[(?:\\.|[^\]\\])*\]/g, ""),
      ),
    );
    expect(unbounded).toEqual([]);
  });
});
