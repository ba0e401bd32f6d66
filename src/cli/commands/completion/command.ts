import { Argument, Command } from "commander";
import { withHelp } from "../../help";

/** `rblmonitor completion`: prints the completion script of a shell. */
export function completionCommand(): Command {
  const command = new Command("completion")
    .description("print the completion script for bash or zsh")
    .addArgument(new Argument("<shell>", "shell").choices(["bash", "zsh"]));
  return withHelp(command, help).action(async (shell: "bash" | "zsh") => {
    const { scripts } = await import("./output");
    process.stdout.write(scripts[shell]);
  });
}

const help = {
  about: [
    `In bash, add this line to ~/.bashrc:
  source <(rblmonitor completion bash)`,
    `In zsh, add this line to ~/.zshrc, after compinit:
  source <(rblmonitor completion zsh)`,
    "Names of objects are completed if the environment names an account. They are read at most once a minute.",
  ],
  examples: [["completion bash", "print the script for bash"]],
} as const;

/** Called by the shells' scripts: prints the completions of the last word, a line each, with a description. */
export function completeCommand(program: Command): Command {
  return new Command("complete")
    .argument("[words...]")
    .allowUnknownOption()
    .helpOption(false)
    .action(async (words: readonly string[]) => {
      const { candidates } = await import("./run");
      const { possibleValues } = await import("./values");
      const found = await candidates(program, words, (place) => possibleValues(place, process.env));
      const lines = found.map(({ word, description }) => `${word}\t${description}\n`);
      process.stdout.write(lines.join(""));
    });
}
