import type { Path } from "./values/path";

/** A message for the user, at an attribute where one is concerned. */
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

/** An error that knows what to tell the user. Thrown by a resource, it ends the operation with this diagnostic. */
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

/** The diagnostic for anything thrown: its own words if it has some, else those for a defect of the provider. */
export function diagnosticOf(thrown: unknown, doing: string): Diagnostic {
  if (thrown instanceof DiagnosticError) {
    const { summary, detail, path } = thrown;
    return { severity: "error", summary, detail, ...(path && { path }) };
  }
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return {
    severity: "error",
    summary: "Defect in the provider",
    detail: `While it tried to ${doing}, the provider failed in a way that it should not: ${message}. Please report this, with the log that TF_LOG_PROVIDER=DEBUG writes.`,
  };
}
