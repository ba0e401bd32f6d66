/** What Terraform says of something: an error or a warning, with the part of the configuration it points at. */
export interface Diagnostic {
  readonly severity: "error" | "warning";
  readonly summary: string;
  readonly detail: string;
  /** Address of the resource concerned; absent for the provider's own. */
  readonly address?: string;
  /** The line of the configuration that it points at, without indentation. */
  readonly code?: string;
}

/** The output of a command with `-json`. */
export interface CommandOutput {
  readonly code: number | null;
  readonly diagnostics: readonly Diagnostic[];
  /** What was planned, by address: `create`, `update`, `delete`, `replace`, `import`. Without what stays as it is. */
  readonly planned: Readonly<Record<string, string>>;
  /** What was carried out, by address. */
  readonly applied: Readonly<Record<string, string>>;
  /** Everything printed. */
  readonly text: string;
}

interface Message {
  readonly type: string;
  readonly diagnostic?: Omit<Diagnostic, "code"> & { readonly snippet?: { readonly code: string } };
  readonly change?: { readonly resource: { readonly addr: string }; readonly action: string };
  readonly hook?: { readonly resource: { readonly addr: string }; readonly action: string };
}

/** Said at every command that uses a plugin from a folder. */
const ofEveryCommand = "Provider development overrides are in effect";

/** Reads what `terraform plan -json`, `apply -json` or `destroy -json` printed. */
export function outputOf(run: { code: number | null; stdout: string; stderr: string }): CommandOutput {
  const text = run.stdout + run.stderr;
  const messages = run.stdout
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Message);
  const planned = messages.flatMap(({ type, change }) =>
    type === "planned_change" && change ? [[change.resource.addr, change.action] as const] : [],
  );
  const applied = messages.flatMap(({ type, hook }) =>
    type === "apply_complete" && hook ? [[hook.resource.addr, hook.action] as const] : [],
  );
  return {
    code: run.code,
    diagnostics: messages.flatMap(({ diagnostic }) => (diagnostic ? diagnosticOf(diagnostic) : [])),
    planned: sorted(planned),
    applied: sorted(applied),
    text,
  };
}

function diagnosticOf({ snippet, ...rest }: NonNullable<Message["diagnostic"]>): Diagnostic[] {
  if (rest.summary === ofEveryCommand) return [];
  return [{ ...rest, ...(snippet && { code: snippet.code.trim() }) }];
}

function sorted<T>(entries: readonly (readonly [string, T])[]): Record<string, T> {
  return Object.fromEntries([...entries].sort(([a], [b]) => a.localeCompare(b)));
}
