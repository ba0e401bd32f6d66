import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { ended } from "../../cli/terraform-program";

/** The tests whose outcome depends on the version of Terraform or OpenTofu. */
export const coreTests = [
  "test/core/against-terraform",
  ...[
    "life-cycle",
    "identity",
    "imports",
    "moves",
    "rules",
    "unknown-values",
    "stop",
    "spurious-changes",
  ].map((file) => `test/acceptance/${file}.test`),
  ...["contacts", "contact-args", "functions", "checks", "queries", "actions", "legacy/reading"].map(
    (file) => `test/acceptance/${file}.test`,
  ),
  "test/acceptance/field-reports/13-mock-provider",
  ...["state", "ephemeral", "functions"].map((file) => `test/terraform/rpc/${file}.test`),
  "test/terraform/definition/schema-json",
  "test/cli/commands/review/command",
  "test/docs/guides",
];

/** The part of jest's report that is looked at. */
interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** How the tests ended on one version. */
export interface CoreResult {
  /** Such as `OpenTofu 1.12.6`. */
  readonly version: string;
  /** Absent if jest ended without one. */
  readonly report?: Report;
}

/**
 * Runs tests on each program, one program after the other. First it asks each for its version.
 * @param paths programs, separated as in PATH
 * @param jest runs jest on tests, with variables
 * @throws Error if a path is not a Terraform or an OpenTofu
 */
export async function testOnCores(
  paths: string,
  tests: readonly string[],
  jest: (args: readonly string[], environment: Readonly<Record<string, string>>) => Promise<number>,
): Promise<readonly CoreResult[]> {
  const programs: { readonly path: string; readonly version: string }[] = [];
  for (const path of paths.split(delimiter).filter((one) => one !== ""))
    programs.push({ path, version: await versionOf(path) });
  const folder = await mkdtemp(join(tmpdir(), "cores-"));
  const results: CoreResult[] = [];
  try {
    for (const { path, version } of programs) {
      process.stderr.write(`\n${version}: ${path}\n`);
      const outputFile = join(folder, `${results.length}.json`);
      await jest(["--json", `--outputFile=${outputFile}`, ...tests], {
        TERRAFORM_BINARY_NAME: path,
        // The real program, in place of the driver that imitates one.
        RBLMONITOR_TEST_DRIVER: "off",
      });
      const text = await readFile(outputFile, "utf8").catch(() => undefined);
      results.push({ version, ...(text !== undefined && { report: JSON.parse(text) as Report }) });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return results;
}

async function versionOf(path: string): Promise<string> {
  const env = { ...process.env, CHECKPOINT_DISABLE: "1" };
  const { stdout } = await ended(spawn(path, ["version"], { env, stdio: ["ignore", "pipe", "pipe"] }));
  const [, program, version] = /^(Terraform|OpenTofu) v(\S+)/m.exec(stdout) ?? [];
  if (version === undefined) throw new Error(`${path} is neither Terraform nor OpenTofu.`);
  return `${program} ${version}`;
}

/** The results as a table in Markdown. What a version lacks is what its skipped tests need. */
export function compatibilityTable(results: readonly CoreResult[]): string {
  const rows = results.map(({ version, report }) =>
    report === undefined
      ? [version, "no result", "", ""]
      : [
          version,
          `${report.numPassedTests}`,
          `${report.numFailedTests}`,
          lacking(report).join(", ") || "nothing",
        ],
  );
  const all = [["Version", "Passed", "Failed", "Lacks"], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |\n`;
  const rule = widths.map((width) => "-".repeat(width));
  return [all[0] ?? [], rule, ...rows].map(line).join("");
}

function lacking({ testResults }: Report): string[] {
  const names = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === "pending")
    .flatMap(({ fullName }) =>
      [...fullName.matchAll(/\(needs ([^:)]+): /g)].map(([, feature]) => `${feature}`),
    );
  return [...new Set(names)].sort();
}
