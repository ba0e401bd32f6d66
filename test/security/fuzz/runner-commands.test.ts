import fc from "fast-check";
import { rendered as driftIn } from "../../../src/cli/commands/drift/run";
import { pageOf } from "../../../src/cli/commands/report/output/page";
import { rendered as reviewIn } from "../../../src/cli/commands/review/run";
import { printableText } from "../../../src/service/printable-text";
import { printableJson, printableLines } from "../../../src/terraform/printable-text";
import { text } from "../../cli/arbitrary-texts";
import { reports } from "../../cli/commands/drift/output/arbitrary-report";
import { fillCompany, talkative } from "../../cli/commands/report/accounts";
import { reportOn } from "../../cli/commands/report/report-of";
import { reviews } from "../../cli/commands/review/output/arbitrary-review";
import { commandsIn, wrapped } from "../support/runner-commands";

describe("no line is a command to a pipeline's runner", () => {
  const formats = ["table", "json", "markdown", "sarif", "junit"] as const;

  it.each(formats)("of a report of drift as %s", (format) =>
    fc.assert(fc.property(reports, (report) => expect(commandsIn(driftIn(report, format))).toEqual([]))),
  );

  it.each(["table", "json", "markdown"] as const)("of a review as %s", (format) =>
    fc.assert(fc.property(reviews, (review) => expect(commandsIn(reviewIn(review, format))).toEqual([]))),
  );

  it("of a page", async () => {
    const company = await reportOn(fillCompany, talkative);
    fc.assert(fc.property(text, (title) => expect(commandsIn(pageOf(company, title))).toEqual([])));
  });

  it("of any text, wherever it is wrapped", () =>
    fc.assert(
      fc.property(fc.array(text, { maxLength: 4 }), fc.integer({ min: 1, max: 80 }), (texts, width) => {
        for (const printable of [printableText, printableLines, printableJson])
          expect(commandsIn(wrapped(texts.map((each) => printable(each)).join(" "), width))).toEqual([]);
      }),
      { numRuns: 1_000 },
    ));

  it("of texts that are made of the parts of commands", () => {
    const part = fc.constantFrom(
      "::",
      ":",
      "error",
      "GROUP",
      "add-mask",
      " ",
      "\n",
      "a",
      "b=2001:db8::1",
      "##",
      "[",
      "#",
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), fc.integer({ min: 1, max: 40 }), (parts, width) => {
        const joined = parts.join("");
        for (const printable of [printableText, printableLines])
          expect(commandsIn(wrapped(`x ${printable(joined)}`, width))).toEqual([]);
      }),
      { numRuns: 5_000 },
    );
  });
});
