import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { scripts } from "../../package.json";

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}
interface Job {
  readonly steps: readonly Step[];
  readonly needs?: string;
  readonly environment?: string;
  readonly permissions?: Readonly<Record<string, string>>;
}
interface Workflow {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

// What reads package.json's neighbours for unused code reads YAML.
const { parse } = createRequire(require.resolve("knip"))("yaml") as { parse(text: string): Workflow };

const FOLDER = ".github/workflows";
const files = readdirSync(FOLDER);

describe.each(files)("the workflow %s", (file) => {
  const text = readFileSync(join(FOLDER, file), "utf8");
  const workflow = parse(text);
  const jobs = Object.entries(workflow.jobs);
  const steps = jobs.flatMap(([, job]) => job.steps);
  const commands = steps.flatMap(({ run }) => run ?? []).join("\n");

  it("has jobs of steps that each do one thing, in an order that exists", () => {
    expect(jobs.length).toBeGreaterThan(0);
    for (const { uses, run } of steps) expect([uses, run].filter(Boolean)).toHaveLength(1);
    for (const [, { needs }] of jobs) if (needs !== undefined) expect(workflow.jobs).toHaveProperty(needs);
  });

  it("runs nothing of npm run that is not in package.json", () => {
    for (const [, script] of commands.matchAll(/npm run ([\w:-]+)/g))
      expect(scripts).toHaveProperty(`${script}`);
  });

  it("names no file of the project that is not there", () => {
    for (const [path] of commands.matchAll(/(?<=^|\s)(?:test|\.ci)\/[\w/.-]+/gm))
      expect(existsSync(path)).toBe(true);
  });

  it("names every action with its major version, or with a commit", () => {
    for (const { uses } of steps)
      if (uses !== undefined) expect(uses).toMatch(/^[\w-]+\/[\w-]+@(v\d+|[0-9a-f]{40})$/);
  });

  it("lets nothing that runs the code of others write, identify itself or read a secret", () => {
    for (const [, job] of jobs) {
      if (!job.steps.some(({ run = "" }) => /npm (ci|test|run)|\.ci\//.test(run))) continue;
      expect(job.permissions).toBeUndefined();
      expect(JSON.stringify(job)).not.toContain("secrets.");
    }
  });

  it("has secrets and rights in jobs alone that somebody approves", () => {
    for (const [, job] of jobs)
      if (job.permissions !== undefined || JSON.stringify(job).includes("secrets."))
        expect(job.environment).toBe("release");
  });

  it("takes no artifact that no job before it leaves", () => {
    const named = (action: string, { steps }: Job) =>
      steps.flatMap(({ uses = "", with: settings }) => (uses.includes(action) ? [settings?.name] : []));
    const left = jobs.flatMap(([, job]) => named("/upload-artifact@", job));
    for (const [, job] of jobs) {
      for (const name of named("/download-artifact@", job)) expect(left).toContain(name);
      if (named("/download-artifact@", job).length > 0) expect(job.needs).toBeDefined();
    }
  });

  it("may only read, but for the jobs that say so", () => {
    expect(workflow.permissions).toEqual({ contents: "read" });
    const writing = jobs.flatMap(([name, { permissions = {} }]) =>
      Object.entries(permissions).flatMap(([what, how]) => (how === "write" ? [`${name}: ${what}`] : [])),
    );
    const allowed = ["publish: contents", "publish: id-token", "publish: attestations", "npm: id-token"];
    expect(writing).toEqual(file === "release.yml" ? allowed : []);
  });

  it("gives no secret to a command line", () => {
    expect(commands).not.toContain("secrets.");
    expect(commands).not.toContain("${{");
  });

  it("leaves the registry of npm to npm", () => {
    expect(text).not.toMatch(/registry-url|registry\.|npmjs/);
  });
});

describe("the workflows", () => {
  it("are those for checks and for releases", () => {
    expect(files.sort()).toEqual(["check.yml", "release.yml"]);
  });

  it("prove a commit on the oldest Node that is promised", () => {
    const { engines } = require("../../package.json") as { engines: { node: string } };
    const check = parse(readFileSync(join(FOLDER, "check.yml"), "utf8")) as unknown as {
      jobs: { prove: { strategy: { matrix: { node: readonly number[] } } } };
    };
    expect(engines.node).toMatch(new RegExp(`^>=${check.jobs.prove.strategy.matrix.node[0]}\\.`));
  });
});
