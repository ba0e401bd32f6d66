import { spawn } from "node:child_process";
import { join } from "node:path";
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
  const child = spawn("git", [...args, "--", ...examples], { env, stdio: ["ignore", "pipe", "ignore"] });
  const { stdout } = await ended(child).catch(() => ({ stdout: "" }));
  const decisions = stdout.split("\n");
  const lacking = lines.filter((_, index) => !/\.gitignore"?:\d+:[^!]/.test(decisions[index] ?? ""));
  return lacking.length === 0 ? [] : [[gitignore, lacking.map((line) => `${line}\n`).join("")] as const];
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
