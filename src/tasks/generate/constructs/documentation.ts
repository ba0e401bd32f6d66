import { readFile } from "node:fs/promises";

/** The folder of examples for each class, by the first part of its path. */
const FOLDERS: Readonly<Record<string, string>> = { data: "data-sources", ephemeral: "ephemeral-resources" };

/**
 * The first statement that creates a construct in the example of its documentation, in three lines: editors show it on hover.
 *
 * @param path such as `rblmonitor_host`, `data.rblmonitor_host` or `provider`
 * @returns undefined for a class without an example
 */
export async function exampleOf(path: string, name: string): Promise<string | undefined> {
  const [first = "", type = first] = path.split(".");
  const folder = path === "provider" ? "provider" : `${FOLDERS[first] ?? "resources"}/${type}`;
  const code = await readFile(`examples/${folder}/main.ts`, "utf8").catch(() => "");
  const statement = new RegExp(`^(?:const \\w+ = )?new ${name}\\([\\s\\S]*?\\);$`, "m").exec(code)?.[0];
  if (statement === undefined) return undefined;
  const [head = "", ...rest] = statement.split("\n").filter((line) => !line.trim().startsWith("//"));
  if (rest.length === 0) return head;
  return [
    head,
    `  ${rest
      .slice(0, -1)
      .map((line) => line.trim())
      .join(" ")}`,
    rest.at(-1),
  ].join("\n");
}
