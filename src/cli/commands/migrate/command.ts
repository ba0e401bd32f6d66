import { Command } from "commander";
import { withAccountOptions } from "../../account/options";
import { running, withHelp } from "../../help";
import { withReportOptions, withStateOptions } from "../../options";

/** `rblmonitor migrate`: finds what would break with version 4.0 of the API. */
export function migrateCommand(): Command {
  const command = new Command("migrate")
    .description("find what would break with API version 4.0: in an account and its states, or in programs")
    .option(
      "--scan <folders...>",
      "find calls of version 3.0 in the programs and logs of these folders, without an account",
    )
    .option("--strict", "with --scan, exit with 2 also for findings of grade look");
  withReportOptions(withStateOptions(command), ["table", "json"], "report");
  return running(withHelp(withAccountOptions(command), help), async () => (await import("./run")).runMigrate);
}

const help = {
  about: [
    "Without --scan, the command reads the account through both API versions, at --base-url and --legacy-base-url, and compares the results with each other and with your states, object by object. This costs one request per page of each list, and at most two per difference. The command does not compare counts, results of checks, and args of contacts. It only reads.",
    "With --scan, the command reads the programs, settings, pages and logs of folders, in any language. It first gathers what all files say of the service: its base URLs, names, fields and SIDs, and the packages of its clients. Then it reads each line, and finds calls of version 3.0, their parameters, flags compared with 0 or 1, names of counts, and page sizes. It joins texts and values as the program does, and ignores comments.",
    `Grades of findings:
  change   It certainly belongs to version 3.0, and fails with version 4.0.
  likely   It belongs to version 3.0 unless another service has the same paths, and fails with version 4.0.
  look     It may belong to another service, or may keep working.`,
    "If the scan understands no call of a file that uses the service, it lists the file: read it yourself. It cannot see paths that come from a database or an argument, nor packages outside the folders. With --legacy-base-url, the command ignores base URLs of other services. It does not read node_modules, .git, .hg, .svn and .terraform, targets of symbolic links and binary files, and reads the first 16 MB of a file. It lists files that it did not read, or not to their end. The report contains only words of the service, and no secrets.",
  ],
  examples: [
    ["migrate --chdir production", "compare the account through both versions, and a state"],
    ["migrate --scan scripts", "find calls of version 3.0 in programs"],
  ],
  finding:
    "something must change (grades change and likely), or with --strict also findings of grade look and files that were not understood",
  json: `{ version, plans_empty, complete, kinds, differences, only, states, declared, state_differences, notes, requests }
for an account, and { version, folders, files, breaking, findings, not_understood, skipped } for a scan. Each finding has
type, file, lines, count, found, replacement, point (the number of the breaking change in the service's documentation),
breaks (whether it fails with version 4.0 as it is), grade (certain, likely or look), and for a call operation and
parameters.`,
} as const;
