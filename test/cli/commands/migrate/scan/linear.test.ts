import { scanned } from "./scanned";

/** Steps for a character, most of them for a text that is read as code, for its fields, and as a text within code. */
const mostSteps = 16;

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
  [".js", "("],
  [".js", "`${"],
  [".js", "a + "],
  [".js", '"/host/add.json",'],
  [".js", "h.listed == "],
  [".js", "x = y ? 1 : details "],
  [".php", "'/host/' . "],
  [".php", "<?php "],
  [".pl", "'/host/' . $x->{a} . "],
  [".py", 'f"{'],
  [".rb", "%w["],
  [".sh", "<<EOF "],
  [".sh", "<<EOF\n"],
  [".sh", "$("],
  [".sh", "post host add "],
  [".html", "<script"],
  [".html", "<script>"],
  [".yml", "{{ "],
  [".json", '{"a":'],
  [".txt", "https://a/3.0"],
  [".txt", "https://a/b"],
  [".txt", "GET "],
  [".txt", "rbl_profile=1&"],
  [".txt", "host/%s/"],
  [".txt", "\ue000"],
];

it.each(pieces)("a scan takes a few steps for each character: %s of %j", async (ending, piece) => {
  const steps = async (length: number) => {
    const text = piece.repeat(Math.ceil(length / piece.length));
    return (await scanned({ [`a${ending}`]: text })).visited / text.length;
  };
  const [few, many] = [await steps(short), await steps(long)];
  expect(many).toBeLessThan(mostSteps);
  // Four times the text takes four times the steps.
  expect(many).toBeLessThan(1.1 * few + 0.1);
});
