import { createLogger, type Fields, type Level, levelOf } from "../../../src/terraform/serve/log";

/** What a logger of a level writes. */
function logged(level: Level, write: (logger: ReturnType<typeof createLogger>) => void): unknown[] {
  const lines: string[] = [];
  const now = () => new Date("2026-11-21T06:34:00.123Z");
  write(createLogger({ level, module: "provider", now, stream: { write: (line) => lines.push(line) } }));
  return lines.map((line) => JSON.parse(line));
}

describe("the level", () => {
  it.each<[env: NodeJS.ProcessEnv, Level]>([
    [{}, "error"],
    [{ TF_LOG: "INFO" }, "info"],
    [{ TF_LOG: "trace" }, "trace"],
    [{ TF_LOG: "TRACE", TF_LOG_PROVIDER: "WARN" }, "warn"],
    [{ TF_LOG: "WARN", TF_LOG_PROVIDER: "" }, "warn"],
    [{ TF_LOG: "OFF" }, "off"],
    [{ TF_LOG: "JSON" }, "trace"],
    [{ TF_LOG: "yes please" }, "trace"],
  ])("for %j is %s", (env, level) => {
    expect(levelOf(env)).toBe(level);
  });
});

describe("a logger", () => {
  it("writes a line of JSON with hclog's keys, and microseconds", () => {
    expect(logged("trace", ({ info }) => info("Waiting", { until: "07:00" }))).toEqual([
      {
        "@level": "info",
        "@message": "Waiting",
        "@module": "provider",
        "@timestamp": "2026-11-21T06:34:00.123000Z",
        until: "07:00",
      },
    ]);
  });

  it("writes lines of its level and above", () => {
    const all = (level: Level) =>
      logged(level, ({ trace, debug, info, warn, error }) => {
        for (const write of [trace, debug, info, warn, error]) write("");
      }).map((line) => (line as Record<string, unknown>)["@level"]);
    expect(all("trace")).toEqual(["trace", "debug", "info", "warn", "error"]);
    expect(all("warn")).toEqual(["warn", "error"]);
    expect(all("off")).toEqual([]);
  });

  it("does not let a field pass for one of hclog's", () => {
    expect(logged("trace", ({ warn }) => warn("real", { "@message": "forged" }))).toMatchObject([
      { "@message": "real" },
    ]);
  });

  it("keeps a message of several lines on one", () => {
    const lines: string[] = [];
    const logger = createLogger({
      level: "trace",
      module: "",
      stream: { write: (line) => lines.push(line) },
    });
    logger.error("one\ntwo", { cause: new Error("three\nfour") });
    expect(lines.join("").trimEnd()).not.toContain("\n");
  });

  const acting = "\u001b[2J\u009b31m\u202eexe.txt\u2066\u200f\ufeff\u2028";

  it.each<[string, [message: string, fields?: Fields]]>([
    ["a message", [acting]],
    ["a field", ["Said", { field: [acting] }]],
    ["the name of a field", ["Said", { [acting]: 1 }]],
    ["an error", ["Said", { error: new Error(acting) }]],
    [
      "a message with a field that cannot be written",
      [
        acting,
        {
          circle: new Proxy(
            {},
            {
              ownKeys: () => [] as never,
              get: () => {
                throw new Error("no");
              },
            },
          ),
        },
      ],
    ],
  ])("writes nothing that acts on a terminal in %s", (_, said) => {
    const lines: string[] = [];
    const stream = { write: (line: string) => lines.push(line) };
    createLogger({ level: "trace", module: "", stream }).warn(...said);
    expect(lines.join("").trimEnd()).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    expect(() => JSON.parse(lines.join(""))).not.toThrow();
  });

  it("writes no secret in a message, a field or an error", () => {
    const lines: string[] = [];
    const hide = (text: string) => text.replaceAll("s3cret", "***");
    const stream = { write: (line: string) => lines.push(line) };
    const { warn } = createLogger({ level: "trace", module: "", stream, hide });
    warn("a s3cret", { field: { deep: ["s3cret"] }, error: new Error("s3cret") });
    expect(lines.join("")).not.toContain("s3cret");
  });

  it("writes the message even if a field cannot be written", () => {
    const circle: Record<string, unknown> = {};
    circle.itself = circle;
    expect(logged("trace", ({ warn }) => warn("Still said", { circle }))).toMatchObject([
      { "@message": "Still said" },
    ]);
  });
});
