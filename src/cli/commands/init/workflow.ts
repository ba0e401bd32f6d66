import type { Program } from "../../terraform-program";

/** The path of the project's workflow. */
export const workflowFile = ".github/workflows/monitoring.yml";

/** A step: a command, or several under a name. */
export type Step = string | { readonly name: string; readonly commands: readonly string[] };

const SETUP: Readonly<Record<Program, string>> = {
  terraform: `hashicorp/setup-terraform@dfe3c3f87815947d99a8997f908cb6525fc44e9e # v4.0.1
        with:
          terraform_wrapper: false`,
  tofu: `opentofu/setup-opentofu@a1320f892987e89d278cc92dc5adc984fb93aca4 # v2.0.2
        with:
          tofu_wrapper: false`,
};

/** A GitHub workflow that runs the project's checks. Actions are named by the commits of their versions. */
export function workflow(program: Program, steps: readonly Step[]): string {
  return `# Checks every change. It needs no account. To plan and apply in a pipeline, store the state in a backend first.
name: monitoring
on:
  push:
    branches: [main]
  pull_request:
permissions:
  contents: read
jobs:
  check:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@d23441a48e516b6c34aea4fa41551a30e30af803 # v6.1.0
        with:
          persist-credentials: false
      - uses: actions/setup-node@249970729cb0ef3589644e2896645e5dc5ba9c38 # v6.5.0
        with:
          node-version: 24
      - uses: ${SETUP[program]}
${steps.map(stepText).join("")}`;
}

function stepText(step: Step): string {
  if (typeof step === "string") return `      - run: ${step}\n`;
  const commands = step.commands.map((command) => `          ${command}\n`).join("");
  return `      - name: ${step.name}\n        run: |\n${commands}`;
}
