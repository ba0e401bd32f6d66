import { Argument, Command } from "commander";
import { withHelp } from "../../help";

export function completionCommand(): Command {
  const command = new Command("completion")
    .description("print the completion script for bash or zsh")
    .addArgument(new Argument("<shell>", "shell").choices(["bash", "zsh"]));
  return withHelp(command, help).action(async (shell: "bash" | "zsh") => {
    // Shells run this at each of their starts, so it does not load what completes a line.
    const { scripts } = await import("./scripts");
    process.stdout.write(scripts[shell]);
  });
}

const help = {
  about: [
    `In bash, add this line to ~/.bashrc:
  source <(rblmonitor completion bash)`,
    `In zsh, add this line to ~/.zshrc, after compinit:
  source <(rblmonitor completion zsh)`,
    'Both need the command on the PATH, which an alias does not change. Where the npm package is installed: PATH="$PWD/node_modules/.bin:$PATH"',
  ],
  examples: [["completion bash", "print the script for bash"]],
} as const;

/** Called by the shells' scripts: prints the completions of the last word, a line each, with a description. */
export function completeCommand(program: Command, helpTopics: readonly string[]): Command {
  return new Command("complete")
    .argument("[words...]")
    .allowUnknownOption()
    .helpOption(false)
    .action(async (words: readonly string[]) => {
      const { candidates } = await import("./run");
      for (const { word, description } of candidates(program, helpTopics, words))
        process.stdout.write(`${word}\t${description}\n`);
    });
}
