/** Commands as the runners of GitHub (`ActionCommand.cs`), Azure and GitLab read them in a line. */
const github =
  /^\s*::(?:error|warning|notice|debug|group|endgroup|echo|add-mask|add-matcher|add-path|remove-matcher|save-state|set-env|set-output|stop-commands)(?: .*?)?::/i;
const others = /##\w*\[|section_(?:start|end):\d+:/;

/** The lines that a pipeline's runner takes for commands. */
export function commandsIn(output: string): string[] {
  return output.split("\n").filter((line) => github.test(line) || others.test(line));
}

/** A text with the lines that it may have when it is wrapped: at spaces, as Terraform wraps, and within words. */
export function wrapped(text: string, width: number): string {
  return [
    text.replace(new RegExp(`(?=\\S)(.{1,${width}})(?:\\s+|$)`, "g"), "$1\n"),
    ...(text.match(new RegExp(`[\\s\\S]{1,${width}}`, "g")) ?? []),
  ].join("\n");
}
