import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { scripts } from "../../package.json";

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}
interface Job {
  /** None, if another workflow has them. */
  readonly steps: readonly Step[];
  readonly uses?: string;
  readonly needs?: string | readonly string[];
  readonly environment?: string;
  readonly strategy?: { readonly matrix: Readonly<Record<string, readonly string[]>> };
  readonly permissions?: Readonly<Record<string, string>>;
}
interface Workflow {
  readonly on: object;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

// What reads package.json's neighbours for unused code reads YAML.
const yaml = createRequire(require.resolve("knip"))("yaml") as { parse(text: string): Workflow };

function workflowAt(path: string): Workflow {
  const workflow = yaml.parse(readFileSync(path, "utf8"));
  const jobs = Object.entries(workflow.jobs).map(([name, job]) => [name, { ...job, steps: job.steps ?? [] }]);
  return { ...workflow, jobs: Object.fromEntries(jobs) };
}

const FOLDER = ".github/workflows";
/** An action named by commit, with its version in a comment. */
const pinned = /^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;

it.each(["README.md", ...readdirSync("docs/guides").map((file) => join("docs/guides", file))])(
  "every action in %s is pinned by commit",
  (page) => {
    for (const [, used = ""] of readFileSync(page, "utf8").matchAll(/ uses: (.+)/g))
      expect(used).toMatch(pinned);
  },
);

const EXAMPLES = "examples/github-actions/workflows";
const files = readdirSync(FOLDER);

describe.each([
  ...files.map((file) => join(FOLDER, file)),
  ...readdirSync(EXAMPLES).map((file) => join(EXAMPLES, file)),
])("the workflow %s", (path) => {
  const file = basename(path);
  const isOurs = path.startsWith(FOLDER);
  const text = readFileSync(path, "utf8");
  const workflow = workflowAt(path);
  const jobs = Object.entries(workflow.jobs);
  const steps = jobs.flatMap(([, job]) => job.steps);
  const commands = steps.flatMap(({ run }) => run ?? []).join("\n");

  it("has jobs of steps that each do one thing, in an order that exists", () => {
    expect(jobs.length).toBeGreaterThan(0);
    for (const [, { uses, steps }] of jobs) expect([uses, ...steps].filter(Boolean)).not.toEqual([]);
    for (const { uses, run } of steps) expect([uses, run].filter(Boolean)).toHaveLength(1);
    for (const [, { needs = [] }] of jobs)
      for (const name of [needs].flat()) expect(workflow.jobs).toHaveProperty(name);
  });

  it("runs nothing of npm run that is not in package.json", () => {
    for (const [, script] of commands.matchAll(/npm run ([\w:-]+)/g))
      expect(scripts).toHaveProperty(`${script}`);
  });

  it("names no file of the project that is not there", () => {
    for (const [path] of commands.matchAll(/(?<=^|\s)(?:test|\.ci)\/[\w/.-]+/gm))
      expect(existsSync(path)).toBe(true);
  });

  it("pins every action by commit, with its version in a comment, and calls workflows that exist", () => {
    for (const [, used = ""] of text.matchAll(/uses: (.+)/g))
      if (used.startsWith("./")) expect(existsSync(used)).toBe(true);
      else expect(used).toMatch(pinned);
  });

  it("runs no scripts of packages when it installs them", () => {
    for (const [command] of commands.matchAll(/npm (ci|install|publish)\b.*/g))
      expect(command).toContain("--ignore-scripts");
  });

  it("keeps no token of GitHub's in the files that it checks out", () => {
    for (const { uses = "", with: settings } of steps)
      if (uses.startsWith("actions/checkout@")) expect(settings).toEqual({ "persist-credentials": false });
  });

  it("lets nothing that runs the code of others write or identify itself", () => {
    for (const [, job] of jobs) {
      if (!job.steps.some(({ run = "" }) => runsPackages.test(run))) continue;
      expect([undefined, { contents: "read" }]).toContainEqual(job.permissions);
      // Only the steps of the examples that call the service have the secrets of the account.
      const shown = isOurs
        ? job
        : { ...job, steps: job.steps.filter(({ run = "" }) => !callsService.test(run)) };
      expect(JSON.stringify(shown)).not.toContain("secrets.");
    }
  });

  it("has secrets and permissions only in jobs with an approval", () => {
    if (!isOurs) return;
    for (const [, job] of jobs)
      if (Object.values(job.permissions ?? {}).includes("write") || JSON.stringify(job).includes("secrets."))
        expect(job.environment).toBe("release");
  });

  it("takes no artifact that no job before it leaves", () => {
    const named = (action: string, { steps }: Job) =>
      steps.flatMap(({ uses = "", with: settings }) => (uses.includes(action) ? [settings?.name] : []));
    const left = jobs.flatMap(([, job]) =>
      named("/upload-artifact@", job).flatMap((name) =>
        String(name).includes("matrix.build") ? (job.strategy?.matrix.build ?? []) : [String(name)],
      ),
    );
    for (const [, job] of jobs) {
      for (const name of named("/download-artifact@", job)) expect(left).toContain(String(name));
      if (named("/download-artifact@", job).length > 0) expect(job.needs).toBeDefined();
    }
  });

  it("has read permissions, except in jobs that declare others", () => {
    expect([{}, { contents: "read" }]).toContainEqual(workflow.permissions);
    const writing = jobs.flatMap(([name, { permissions = {} }]) =>
      Object.entries(permissions).flatMap(([what, how]) => (how === "write" ? [`${name}: ${what}`] : [])),
    );
    const allowed: Readonly<Record<string, readonly string[]>> = {
      "release.yml": [
        ...["attest: id-token", "attest: attestations", "publish: contents"],
        ...["mirror: pages", "mirror: id-token", "npm: id-token"],
      ],
      "plan.yml": ["comment: pull-requests"],
    };
    expect(writing).toEqual(allowed[file] ?? []);
  });

  it("passes no secret on a command line", () => {
    expect(commands).not.toContain("secrets.");
    if (isOurs) expect(commands).not.toContain("${{");
  });

  it("leaves the registry of npm to npm", () => {
    expect(text).not.toMatch(/registry-url|registry\.|npmjs/);
  });
});

describe("the workflow that releases", () => {
  const { jobs } = workflowAt(join(FOLDER, "release.yml"));
  const scripts = ({ steps }: Job) => steps.flatMap(({ run }) => run ?? []).join("\n");

  it("signs in a job without rights, which runs no package and no file of the repository", () => {
    const signing = Object.values(jobs).filter((job) => JSON.stringify(job).includes("GPG_PRIVATE_KEY"));
    expect(signing).toEqual([jobs.sign]);
    expect(jobs.sign?.permissions).toEqual({});
    const used = jobs.sign?.steps.flatMap(({ uses = "" }) => uses.split("@")[0] || []);
    expect([...new Set(used)]).toEqual(["actions/download-artifact", "actions/upload-artifact"]);
    expect(scripts(jobs.sign as Job)).not.toMatch(/\b(npm|npx|node|bash|sh|\.ci)\b/);
  });

  it("runs what runs for each commit and each night before it signs", () => {
    const called = Object.entries(jobs).filter(([, { uses }]) => uses !== undefined);
    expect(called.map(([, { uses }]) => basename(`${uses}`))).toEqual(["check.yml", "nightly.yml"]);
    expect(jobs.sign?.needs).toEqual(expect.arrayContaining(called.map(([name]) => name)));
    for (const file of ["check.yml", "nightly.yml"]) expect(triggers(file)).toHaveProperty("workflow_call");
  });

  it("compares two builds before it signs, and verifies the files before it publishes", () => {
    const names = (job: string) => jobs[job]?.steps.flatMap(({ name }) => name ?? []) ?? [];
    expect(names("sign")).toEqual(["Compare the builds", "Sign the checksums"]);
    expect(names("publish")[0]).toBe("Verify the files");
    expect(names("npm")).toEqual(["Verify the files", "Publish the package"]);
    expect(names("mirror")).toEqual(["Collect the releases", "Lay out the mirror"]);
  });

  it("publishes the mirror in a job that runs no package, after the files that the mirror refers to", () => {
    expect(scripts(jobs.mirror as Job)).not.toMatch(/\b(npm|npx)\b/);
    expect(jobs.mirror?.needs).toBe("publish");
    expect(scripts(jobs.make as Job)).toContain("/releases/download/$GITHUB_REF_NAME/");
  });
});

/** What runs code that comes from packages. */
const runsPackages = /\b(npm (ci|test|run)|npx)\b|\.ci\/run/;

/** What reads or changes the account. */
const callsService = /^(terraform (plan|apply)|npx rblmonitor drift) /m;

describe("the packages", () => {
  it("run no scripts when they are installed, whichever npm installs them", () => {
    expect(readFileSync(".npmrc", "utf8").split("\n")).toContain("ignore-scripts=true");
  });
});

describe("the workflows", () => {
  const matrix = (file: string, job: string) => workflowAt(join(FOLDER, file)).jobs[job]?.strategy?.matrix;

  it("are those for commits, for each night and for releases", () => {
    expect(files.sort()).toEqual(["check.yml", "nightly.yml", "release.yml"]);
    expect(Object.keys(triggers("check.yml"))).toEqual(["push", "pull_request", "workflow_call"]);
    expect(Object.keys(triggers("nightly.yml"))).toEqual(["schedule", "workflow_dispatch", "workflow_call"]);
  });

  it("prove a commit on the oldest Node that is promised and on the newest, and the others each night", () => {
    const { engines } = require("../../package.json") as { engines: { node: string } };
    const [oldest, newest] = matrix("check.yml", "prove")?.node ?? [];
    expect(engines.node).toBe(`>=${oldest}`);
    const between = matrix("nightly.yml", "prove")?.node ?? [];
    expect(between).toEqual(["22", "24"]);
    for (const version of between) expect(Number(version)).toBeLessThan(Number(newest));
  });

  it("run on the versions of Terraform and OpenTofu that the guide names", () => {
    const guide = readFileSync("docs/guides/compatibility.md", "utf8");
    const named = [...guide.matchAll(/^\| (Terraform|OpenTofu) (\d\S+) /gm)];
    const programs = named.map(
      ([, name, version]) => `${name === "OpenTofu" ? "tofu" : "terraform"} ${version}`,
    );
    expect(programs.length).toBeGreaterThan(5);
    expect(matrix("nightly.yml", "core")?.core).toEqual(programs);
  });
});

function triggers(file: string): object {
  return workflowAt(join(FOLDER, file)).on;
}
