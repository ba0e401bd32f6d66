import { Argument, Command } from "commander";

/** `rblmonitor completion`: what a shell needs to complete this command line. */
export function completionCommand(): Command {
  return new Command("completion")
    .description("print what bash or zsh needs to complete the commands and options of rblmonitor")
    .addArgument(new Argument("<shell>", "for which shell").choices(["bash", "zsh"]))
    .addHelpText("after", help)
    .action(async (shell: "bash" | "zsh") => {
      const { scripts } = await import("./output");
      process.stdout.write(scripts[shell]);
    });
}

const help = `
In bash, add this line to ~/.bashrc:
  source <(rblmonitor completion bash)
In zsh, add this line to ~/.zshrc, after compinit:
  source <(rblmonitor completion zsh)

The exit code is 0 when it is done, and 1 after an error.`;

/** What the shells' scripts call: prints what the last of the words may become, a line each, with its description. */
export function completeCommand(program: Command): Command {
  return new Command("complete")
    .argument("[words...]")
    .allowUnknownOption()
    .helpOption(false)
    .action(async (words: readonly string[]) => {
      const { candidates } = await import("./run");
      const lines = candidates(program, words).map(({ word, description }) => `${word}\t${description}\n`);
      process.stdout.write(lines.join(""));
    });
}
