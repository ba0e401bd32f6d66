import { readFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { inTemporaryFolder } from "../../cli/project/folders";
import { runProgram } from "../programs";

/** The tests whose outcome depends on the version of Terraform or OpenTofu, or the beginnings of their paths. */
export const coreTests = [
  "test/acceptance/actions.test",
  "test/acceptance/checks.test",
  "test/acceptance/contact-args.test",
  "test/acceptance/contacts.test",
  "test/acceptance/field-reports/13-mock-provider",
  "test/acceptance/functions.test",
  "test/acceptance/identity.test",
  "test/acceptance/imports.test",
  "test/acceptance/legacy/reading.test",
  "test/acceptance/life-cycle.test",
  "test/acceptance/moves.test",
  "test/acceptance/queries.test",
  "test/acceptance/rules.test",
  "test/acceptance/spurious-changes.test",
  "test/acceptance/stop.test",
  "test/acceptance/unknown-values.test",
  "test/cli/commands/review/command",
  "test/cli/opentofu",
  "test/core/against-terraform",
  "test/docs/guides",
  "test/terraform/rpc/schema-json",
  "test/terraform/rpc/ephemeral.test",
  "test/terraform/rpc/functions.test",
  "test/terraform/rpc/state.test",
];

/** The part of jest's report that is read. */
interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** How the tests ended on one version, such as `OpenTofu 1.12.6`. Without a report if jest ended without one. */
export type CoreResult = Awaited<ReturnType<typeof testOnCores>>[number];

/**
 * Runs tests on each program, one program after the other. First it reads the version of each.
 *
 * @param paths programs, separated as in PATH
 * @param jest runs jest with arguments and variables
 * @throws Error if a path is not a Terraform or an OpenTofu
 */
export async function testOnCores(
  paths: string,
  jest: (args: readonly string[], environment: Readonly<Record<string, string>>) => Promise<number>,
) {
  const named = paths.split(delimiter).filter(Boolean);
  const programs = await Promise.all(named.map(async (path) => ({ path, version: await versionOf(path) })));
  return inTemporaryFolder(async (folder) => {
    const results: { readonly version: string; readonly report?: Report }[] = [];
    for (const { path, version } of programs) {
      process.stderr.write(`\n${version}: ${path}\n`);
      const outputFile = join(folder, `${results.length}.json`);
      await jest(["--json", `--outputFile=${outputFile}`], { TERRAFORM_BINARY_NAME: path });
      const text = await readFile(outputFile, "utf8").catch(() => undefined);
      results.push({ version, ...(text !== undefined && { report: JSON.parse(text) as Report }) });
    }
    return results;
  });
}

async function versionOf(path: string): Promise<string> {
  const env = { ...process.env, CHECKPOINT_DISABLE: "1" };
  const { stdout } = await runProgram(path, ["version"], { env });
  const [, program, version] = /^(Terraform|OpenTofu) v(\S+)/m.exec(stdout) ?? [];
  if (version === undefined) throw new Error(`${path} is neither Terraform nor OpenTofu.`);
  return `${program} ${version}`;
}

/** The results as a table in Markdown. A version lacks the features that its skipped tests need. */
export function compatibilityTable(results: readonly CoreResult[]): string {
  const rows = results.map(({ version, report }) => {
    if (report === undefined) return `| ${version} | no result |  |  |\n`;
    const lacks = lacking(version, report).join(", ") || "nothing";
    return `| ${version} | ${report.numPassedTests} | ${report.numFailedTests} | ${lacks} |\n`;
  });
  return `| Version | Passed | Failed | Lacks |\n| --- | --- | --- | --- |\n${rows.join("")}`;
}

/** What skipped tests need that later versions of the same program have. */
function lacking(version: string, { testResults }: Report): string[] {
  const [program] = version.split(" ");
  const skipped = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === "pending");
  const needs = skipped.flatMap(({ fullName }) => [...fullName.matchAll(/\(needs ([^:)]+): ([^)]*)\)/g)]);
  const missing = needs.filter(([, , versions]) => versions?.includes(`${program} `));
  return [...new Set(missing.map(([, feature]) => `${feature}`))].sort();
}
