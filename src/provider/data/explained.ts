import { serviceDiagnostic } from "../service-diagnostic";

/** The border at which the client's errors become diagnostics. */
export async function explained<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (thrown) {
    throw serviceDiagnostic(thrown);
  }
}
