import { closing, type FieldPattern, type Groups } from "./patterns";

const flag = "(?<flag>listed|is_default|custom)";
const operators = String.raw`(?<operator>===|!==|==|!=|<>|>=|<=|>|<|\bis\s+not\b|\bis\b|-eq\b|-ne\b|\beq\b|\bne\b)`;
const digit = String.raw`(?<quote>["']?)(?<digit>[01])\b(?!\.\d)`;

/** Languages in which 1 == true and 0 == false, so that what is not strict goes on working. */
const lenient = /\.(?:php|phtml|inc|m?[jt]sx?|c[jt]s|vue|py)$/i;
const strict = /^(?:===|!==|is|is not)$/;

const becomesBoolean = "true or false instead of 1 or 0";

function compared({ flag: name = "", operator = "==", digit: number = "" }: Groups): string {
  return `${name} ${operator.replace(/\s+/g, " ")} ${number}`;
}

/** Whether a comparison fails once the flag is true or false (3.0, Versioning 10). */
function fails({ operator = "", quote = "" }: Groups, ending: string): boolean {
  if (strict.test(operator.replace(/\s+/g, " ")) || !lenient.test(ending)) return true;
  return ending.toLowerCase() === ".py" && quote !== "";
}

const ofFlag: Pick<FieldPattern, "type" | "replacement"> = { type: "flag", replacement: becomesBoolean };
const comparison: Pick<FieldPattern, "type" | "replacement" | "point" | "demand" | "found" | "breaks"> = {
  ...ofFlag,
  point: 10,
  // Many programs have something that is the default of something.
  demand: ({ flag: name }) => (name === "listed" ? "folders" : "file"),
  found: compared,
  breaks: fails,
};

/** Flags that are compared with 0 or 1, set to them, or read as numbers (3.0, Versioning 5 and 10). */
export const flagPatterns: readonly FieldPattern[] = [
  // host.listed === 1, $h['is_default'] == "0", x["listed"] is 1, [ "$listed" -eq 1 ], jq: .listed == 1
  {
    ...comparison,
    expression: new RegExp(String.raw`\b${flag}\b${closing}\s*${operators}\s*${digit}`, "g"),
  },
  // 1 === host.listed
  {
    ...comparison,
    expression: new RegExp(
      String.raw`(?<![\w.])(?<quote>["']?)(?<digit>[01])["']?\s*${operators}\s*[\w$.>?(\["'-]{0,60}?\b${flag}\b`,
      "g",
    ),
  },
  // assertEqual(host["listed"], 1), expect(host.listed).toBe(1), flag.equals(1)
  {
    ...comparison,
    expression: new RegExp(
      String.raw`\b${flag}\b${closing}\s*(?:\.(?:equals?|eq|toBe|toEqual|toStrictEqual)\(|,)\s*${digit}(?=\s*\))`,
      "g",
    ),
    breaks: () => true,
  },
  // [ "$listed" = 1 ], WHERE listed = 1
  {
    ...comparison,
    expression: new RegExp(
      String.raw`(?:\[\s|\btest\s|\b(?:where|and|or|on|when)\s)[^\n;]{0,60}?\b${flag}\b${closing}\s*(?<operator>=)\s*${digit}`,
      "gi",
    ),
    breaks: () => true,
  },
  // "is_default" => 1, is_default: 1, is_default=1 in a form, details=1 in a query
  {
    ...ofFlag,
    point: 5,
    demand: "file",
    expression:
      /(?:(?<![\w$./-])(?<quoted>["'\x60])(?<key>is_default|details|listed)\k<quoted>\]?\s*(?:=>|[:=](?!=))\s*|(?<![\w$./])(?<bare>is_default|details)(?::\s*|=))["']?(?<digit>[01])\b(?!\.\d)/g,
    found: ({ key, bare, digit: number }) => `${key ?? bare}: ${number}`,
    breaks: () => true,
  },
  // is_default: chosen ? 1 : 0
  {
    ...ofFlag,
    point: 5,
    demand: "file",
    expression: new RegExp(
      String.raw`\b(?<key>is_default|details)\b${closing}\s*(?:=>|[:=](?!=))[^\n,;]{1,60}\?\s*(?<digit>1\s*:\s*0|0\s*:\s*1)\b`,
      "g",
    ),
    found: ({ key, digit: digits = "" }) => `${key}: ${digits.replace(/\s+/g, "").split(":").join(" or ")}`,
    breaks: () => true,
  },
  // parseInt(host.listed), listed: number, int listed, Listed int `json:"listed"`
  {
    ...ofFlag,
    point: 5,
    demand: ({ flag: name }) => (name === "listed" ? "folders" : "file"),
    expression: new RegExp(
      [
        String.raw`\bparseInt\(\s*[\w$.>?\["'-]{0,60}?\b(?<parsed>listed|is_default)\b`,
        String.raw`\b(?<declared>listed|is_default)\b["']?\??\s*:\s*(?:number|int(?:eger)?|Int|Integer|0\s*\|\s*1|1\s*\|\s*0)\b`,
        String.raw`\b(?:u?int(?:8|16|32|64)?|Integer|long|Long|short|byte|u8|i32)\s+(?<typed>listed|isListed|is_default|isDefault)\b`,
        String.raw`\bu?int(?:8|16|32|64)?\s+\x60[^\x60\n]{0,40}json:"(?<tagged>listed|is_default)`,
      ].join("|"),
      "g",
    ),
    found: ({ parsed, declared, typed, tagged }) => `${parsed ?? declared ?? typed ?? tagged} as a number`,
    breaks: () => true,
  },
];
