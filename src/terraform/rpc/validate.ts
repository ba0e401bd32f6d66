import type { Definition } from "../definition/definition";
import { Diagnostics } from "../diagnostics";
import type { Diagnostic, DynamicValue } from "../protocol/generated/tfplugin6";
import { validateConfig } from "../schema/validation";
import { protocolDiagnostics } from "./protocol-diagnostic";
import type { Session } from "./session";

/** Anything with a configuration: the provider, a resource, a data source. */
interface Configurable extends Pick<Definition, "deprecated" | "attributes"> {
  additionalSecrets?(object: Readonly<Record<string, unknown>>): readonly string[];
  validate?(call: { readonly config: never; readonly diagnostics: Diagnostics }): void;
}

/** Validates each attribute, and if all are valid, the configuration as a whole. */
export async function validate(
  session: Session,
  what: string,
  configurable: Configurable,
  sent: DynamicValue | undefined,
  abilities: { readonly writeOnly: boolean; readonly generated?: boolean },
): Promise<{ diagnostics: Diagnostic[] }> {
  const { attributes } = configurable;
  const diagnostics = new Diagnostics();
  await session.attempt(diagnostics, `validate ${what}`, () => {
    const config = session.decode(configurable, sent);
    if (config === null) return;
    if (configurable.deprecated !== undefined)
      diagnostics.warning(`Deprecated: ${what}`, configurable.deprecated);
    validateConfig(attributes, config, diagnostics, abilities);
    if (!diagnostics.hasErrors) configurable.validate?.({ config: config as never, diagnostics });
  });
  return { diagnostics: protocolDiagnostics(attributes, diagnostics.list) };
}
