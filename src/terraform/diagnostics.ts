import type { Path } from "./values/path";

/** A message for the user; `path` names the attribute it concerns. */
export interface Diagnostic {
  readonly severity: "error" | "warning";
  readonly summary: string;
  readonly detail: string;
  readonly path?: Path;
}

/** Collects the diagnostics of one call. */
export class Diagnostics {
  readonly list: Diagnostic[] = [];

  error(summary: string, detail: string, path?: Path): void {
    this.add({ severity: "error", summary, detail, ...(path && { path }) });
  }

  warning(summary: string, detail: string, path?: Path): void {
    this.add({ severity: "warning", summary, detail, ...(path && { path }) });
  }

  add(diagnostic: Diagnostic): void {
    this.list.push(diagnostic);
  }

  get hasErrors(): boolean {
    return this.list.some((diagnostic) => diagnostic.severity === "error");
  }
}

/** An error with its own summary and detail. If a resource throws it, the operation ends with this diagnostic. */
export class DiagnosticError extends Error {
  override readonly name = "DiagnosticError";

  constructor(
    readonly summary: string,
    readonly detail: string,
    readonly path?: Path,
    options?: ErrorOptions,
  ) {
    super(`${summary}: ${detail}`, options);
  }
}

/**
 * Converts a thrown value to a diagnostic: that of a {@link DiagnosticError}, or a report of a bug in the provider.
 * @param operation a verb and its object, such as `create rblmonitor_host`
 */
export function diagnosticOf(thrown: unknown, operation: string): Diagnostic {
  if (thrown instanceof DiagnosticError) {
    const { summary, detail, path } = thrown;
    return { severity: "error", summary, detail, ...(path && { path }) };
  }
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return {
    severity: "error",
    summary: "Internal provider error",
    detail: `This is a bug in the provider. It failed to ${operation}. Report the bug, with the log that TF_LOG_PROVIDER=DEBUG writes. The error was: ${message}`,
  };
}
