import { figures, type Measured, measured, printed } from "./measured";

describe("of the programs in the corpus a scan", () => {
  let files: Measured[];
  beforeAll(async () => {
    files = await measured("files");
    process.stdout.write(`${printed(files)}\n`);
  });

  const because = (pick: (file: Measured) => readonly string[]) =>
    files.flatMap((file) => pick(file).map((what) => `${file.file}: ${what}`));

  it("finds at least 97 % of the calls, and at most 3 % of what it finds is none", () => {
    const { precision, recall } = figures(files.map(({ calls }) => calls));
    const what = because(({ calls }) => [
      ...calls.missed.map((call) => `missed ${call}`),
      ...calls.wrong.map((call) => `wrong ${call}`),
    ]);
    expect(recall >= (Number(process.env.B) || 97) && precision >= 97 ? [] : what).toEqual([]);
  });

  it("finds at least 97 % of the parameters, flags and counts, and at most 3 % of what it finds is none", () => {
    const { precision, recall } = figures(files.map(({ changes }) => changes));
    const what = because(({ changes }) => [
      ...changes.missed.map((call) => `missed ${call}`),
      ...changes.wrong.map((call) => `wrong ${call}`),
    ]);
    expect(recall >= (Number(process.env.B) || 97) && precision >= 97 ? [] : what).toEqual([]);
  });

  it("never reports a file as clean that calls the service", () => {
    expect(because(({ isFalselyClean }) => (isFalselyClean ? ["clean"] : []))).toEqual([]);
  });

  it("grades each file as a person would", () => {
    expect(because(({ isRight, result }) => (isRight ? [] : [result]))).toEqual([]);
  });
});
