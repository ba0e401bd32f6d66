import { spawn } from "node:child_process";
import { join } from "node:path";
import { abbreviated } from "../../provider/text";
import { shellWord } from "../output/terminal";
import { ended } from "../terraform-program";
import type { Template } from "./application-files";

/** The file that keeps others out of version control. An existing one keeps its lines, and gets those that it lacks. */
export const gitignore = ".gitignore";

/** The file with the values of credentials. Terraform reads it by itself. */
export const credentialsName = "credentials.auto.tfvars";

/** The lines of a `.gitignore` for a project: what may contain secrets, and what is installed or built. */
export function ignoredLines(template: Template): readonly string[] {
  const built = template === "hcl" ? [] : ["node_modules/", "dist/", "cdktf.out/"];
  return [credentialsName, "*.tfstate", "*.tfstate.*", "*.tfplan", "*.tfplan.json", ".terraform/", ...built];
}

/**
 * The `.gitignore` of a project with those of the lines that git does not follow there yet, which none above it may have; no
 * file if it follows all. Without git, or in another repository than this folder, that is all lines.
 */
export async function gitignoreFor(folder: string, template: Template, env: NodeJS.ProcessEnv) {
  const lines = ignoredLines(template);
  // Other lines may have the same effect, so git decides about an example of the files that each line is for.
  const examples = lines.map((line) =>
    join(folder, line.replaceAll("*", "x"), line.endsWith("/") ? "x" : ""),
  );
  // Only this user has the excludes file.
  const args = ["-c", "core.excludesFile=", "check-ignore", "--no-index", "--verbose", "--non-matching"];
  const decisions = (await git([...args, "--", ...examples], env)).split("\n");
  const lacking = lines.filter((_, index) => !/\.gitignore"?:\d+:[^!]/.test(decisions[index] ?? ""));
  return lacking.length === 0 ? [] : [[gitignore, lacking.map((line) => `${line}\n`).join("")] as const];
}

/** Notes on a written `.gitignore`: the lines that it got, and the secrets that git tracks already in spite of it. */
export async function ignoreNotes(folder: string, added: readonly string[], env: NodeJS.ProcessEnv) {
  const secrets = ignoredLines("hcl").map((line) => `--exclude=${line}`);
  const listed = await git(["-C", folder, "ls-files", "-z", "--cached", "--ignored", ...secrets], env);
  const tracked = listed.split("\0").filter((name) => name !== "");
  const place = folder === "." ? "" : `-C ${shellWord(folder)} `;
  const command = `git ${place}rm --cached ${tracked.map(shellWord).join(" ")}`;
  return [
    ...(added.length === 0 ? [] : [`Lines added to ${gitignore}: ${added.join(", ")}.`]),
    ...(tracked.length === 0
      ? []
      : [`Git tracks ${abbreviated(tracked)} already, whatever ${gitignore} says. Run: ${command}`]),
  ];
}

/** What git prints; empty without git or a repository. */
async function git(args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn("git", args, { env, stdio: ["ignore", "pipe", "ignore"] });
  return (await ended(child).catch(() => ({ stdout: "" }))).stdout;
}

/** A `.gitignore` with the lines that it lacks, which end as its own do. One that begins with `!` undoes those before it. */
export function extended(existing: Buffer, wanted: string) {
  const text = existing.toString();
  const lines = text.split("\n").map((line) => line.trimEnd());
  const effective = lines.slice(lines.findLastIndex((line) => line.startsWith("!")) + 1);
  const added = wanted.split("\n").filter((line) => !["", ...effective].includes(line));
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  const last = added.length === 0 || text === "" || text.endsWith("\n") ? "" : end;
  const addition = last + added.map((line) => line + end).join("");
  return { added, content: Buffer.concat([existing, Buffer.from(addition)]) };
}
