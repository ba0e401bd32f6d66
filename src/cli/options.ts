import { type Command, InvalidArgumentError, Option } from "commander";
import type { Kind } from "../service/kinds";
import { didYouMean } from "./output/suggestion";

/** An argument that is a whole number. @throws InvalidArgumentError for another text */
export function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError("It is not a whole number.");
  return Number(text);
}

/** An argument that is a whole number, which may be negative. @throws InvalidArgumentError for another text */
export function integer(text: string): number {
  return text.startsWith("-") ? -wholeNumber(text.slice(1)) : wholeNumber(text);
}

/** An argument that is a whole number other than 0. @throws InvalidArgumentError for another text */
export function oneOrMore(text: string): number {
  if (/^0*$/.test(text)) throw new InvalidArgumentError("It must be 1 or more.");
  return wholeNumber(text);
}

/** An argument that is a TCP port. @throws InvalidArgumentError for another text */
export function portNumber(text: string): number {
  const port = wholeNumber(text);
  if (port > 65_535) throw new InvalidArgumentError("It must be 65,535 or less.");
  return port;
}

/** An argument that is an address and a TCP port, as in `0.0.0.0:8080`. @throws InvalidArgumentError for another text */
export function addressWithPort(text: string): { readonly host: string; readonly port: number } {
  const [, host, port = ""] = /^\[?(.+?)\]?:(\d+)$/.exec(text) ?? [];
  if (host === undefined) throw new InvalidArgumentError("It is not an address with a port.");
  return { host, port: portNumber(port) };
}

/** A repeatable argument: all values. */
export function append(text: string, before: readonly string[] = []): string[] {
  return [...before, text];
}

/**
 * A repeatable argument with comma-separated values: all values.
 * @throws InvalidArgumentError for a text without a value, such as that of an unset variable, which would select everything
 */
function commaSeparated(text: string, before: readonly string[] = []): string[] {
  const words = text.split(",").map((word) => word.trim());
  const values = words.filter((word) => word !== "");
  if (values.length === 0) throw new InvalidArgumentError("It names nothing.");
  return [...before, ...values];
}

export interface SelectionOptions<K extends Kind = Kind> {
  readonly kind?: readonly K[];
  readonly tag?: readonly string[];
}

/** Adds the option `--tag`. @param what the objects that it selects, as in `hosts` */
export function withTagOption(command: Command, what: string): Command {
  return command.option(
    "--tag <tags>",
    `only ${what} with one of these tags, separated by commas; repeatable`,
    commaSeparated,
  );
}

/** Adds `--kind` and `--tag`. @param allowed the kinds that it takes */
export function withSelectionOptions<K extends Kind>(command: Command, allowed: readonly K[]): Command {
  const kinds = (text: string, before: readonly K[] = []): readonly K[] => {
    const wrong = commaSeparated(text).find((word) => !(allowed as readonly string[]).includes(word));
    if (wrong === undefined) return [...before, ...(commaSeparated(text) as K[])];
    throw new InvalidArgumentError(
      `Unknown kind ${JSON.stringify(wrong)}.${didYouMean(wrong, allowed)} Kinds: ${allowed.join(", ")}.`,
    );
  };
  command.option(
    "--kind <kinds>",
    `only objects of these kinds, separated by commas: ${allowed.join(", ")}`,
    kinds,
  );
  return withTagOption(command, "objects");
}

/** Of servers on this machine, which a web page in a browser may reach too. */
export const allowedHostOption = [
  "--allowed-host <name>",
  "also answer requests to this host name; others with a dot are refused; repeatable",
  append,
] as const;

/** Flag and description of that option. */
export const jsonOption = ["--json", "print JSON"] as const;

/** The option of commands that know when certificates expire; `expiryExitCode` has its meaning. */
export const failIfExpiringOption = [
  "--fail-if-expiring <days>",
  "exit with 2 if a certificate has expired or expires within this many days, and 1 if the expiry of a certificate is not known",
  wholeNumber,
] as const;

/** Flag and description of the option for wide tables. */
export const wideOption = ["--wide", "show SIDs and further columns"] as const;

/** Adds `--json`, `--format` and `--output`. @param what the command writes, as in `report` */
export function withFormatOptions(command: Command, formats: readonly string[], what: string): Command {
  return command
    .addOption(new Option("--format <format>", `format of the ${what}`).choices(formats).default("table"))
    .addOption(new Option(...jsonOption).implies({ format: "json" }))
    .option("--output <file>", `write the ${what} to this file instead of standard output`)
    .hook("preAction", (_, action) => {
      const { json, format } = action.opts();
      if (json && format !== "json")
        action.error(`error: --json and --format ${format} differ. Pass one of them.`);
    });
}

/** Adds these options and `--wide`, for tables. */
export function withReportOptions(...options: Parameters<typeof withFormatOptions>): Command {
  return withFormatOptions(...options).option(...wideOption);
}

export interface CommentOptions {
  readonly githubComment?: true;
  readonly gitlabNote?: true;
  readonly commentName?: string;
}

/** Adds these options to a command. @param what the command writes, as in `report` */
export function withCommentOptions(command: Command, what: string): Command {
  return command
    .option(
      "--github-comment",
      `create or update a comment with the ${what} on the GitHub pull request (GITHUB_TOKEN)`,
    )
    .option(
      "--gitlab-note",
      `create or update a note with the ${what} on the GitLab merge request (GITLAB_TOKEN)`,
    )
    .option(
      "--comment-name <name>",
      "name of the comment, if a pull request has several, such as one for each folder",
    );
}

export interface StateOptions {
  readonly state?: readonly string[];
  readonly chdir?: readonly string[];
  readonly provider?: readonly string[];
}

export function withStateOptions(command: Command): Command {
  command
    .option(
      "--state <file>",
      "output of `terraform show -json` or `terraform state pull`; - is standard input, a folder means --chdir; repeatable",
      append,
    )
    .option("--chdir <folder>", "read the state of the configuration in this folder; repeatable", append);
  return withProviderOption(command);
}

export function withProviderOption(command: Command): Command {
  return command.option(
    "--provider <name>",
    "only objects of this provider configuration, such as default or eu; repeatable",
    append,
  );
}
