import type { ResponseOf } from "../../src/terraform/serve/handlers";
import { isFullyKnown, unknown } from "../../src/terraform/values/value";
import { type ActionBlock, evaluated, type Lookup } from "./configuration";
import { encode, type Plugin } from "./plugin";
import { type During, readStream } from "./stream";

const invalid = "Provider produced invalid action events";

/** Has the provider validate an action. No `config` block is sent as an object of nulls here. @throws Failed */
export async function validatedAction(plugin: Plugin, { type, config = {} }: ActionBlock): Promise<void> {
  const schema = plugin.schemaOf("actions", type);
  const value = evaluated(schema.attributes, config, () => unknown);
  await plugin.ask(type, "validateActionConfig", { typeName: type, config: encode(schema, value) });
}

/** Has the provider check an action, perhaps with unknown values, before anything is applied. @throws Failed */
export async function plannedAction(plugin: Plugin, block: ActionBlock, lookup: Lookup): Promise<void> {
  const config = actionConfig(plugin, block, lookup);
  await plugin.ask(block.type, "planAction", { actionType: block.type, config, ...plugin.capable });
}

/**
 * Carries out an action and returns what it reported. A core takes the end of the stream for success, and crashes on what
 * follows a completion or, in 1.14 and 1.15, a request to stop; the driver refuses all of that.
 * @throws Failed
 */
export async function invoked(
  plugin: Plugin,
  block: ActionBlock,
  lookup: Lookup,
  during?: During,
): Promise<readonly string[]> {
  const { type } = block;
  const value = block.config === undefined ? null : actionValue(plugin, block, lookup);
  if (!isFullyKnown(value)) plugin.fail(type, "Action configuration unknown during apply", type);
  const messages: string[] = [];
  let completed: boolean | undefined;
  const take = ({ type: event }: ResponseOf<"invokeAction">) => {
    if (completed !== undefined) plugin.fail(type, invalid, "An event followed the completion.");
    if (event === undefined)
      return plugin.fail(type, invalid, "An event is neither progress nor completion.");
    if (event.$case === "completed") {
      completed = !plugin.reportAll(type, event.value.diagnostics);
      return true;
    }
    if (plugin.isStopping) plugin.fail(type, invalid, "Progress was reported after the request to stop.");
    const { message } = event.value;
    if (/[\r\n]/.test(message))
      plugin.fail(type, invalid, "A message has more than one line, and is printed as it is.");
    messages.push(message);
    return true;
  };
  const config = actionConfig(plugin, block, lookup);
  const request = { actionType: type, config, ...plugin.capable };
  await readStream(plugin, "invokeAction", request, take, { during });
  if (completed === undefined) plugin.fail(type, invalid, "The stream ended without a completion.");
  if (completed === true && plugin.isStopping)
    plugin.fail(type, invalid, "An action that was to stop reported success.");
  if (completed === false) plugin.fail(type, "Action failed", type);
  return messages;
}

function actionConfig(plugin: Plugin, block: ActionBlock, lookup: Lookup) {
  const schema = plugin.schemaOf("actions", block.type);
  return encode(schema, block.config === undefined ? null : actionValue(plugin, block, lookup));
}

function actionValue(plugin: Plugin, { type, config = {} }: ActionBlock, lookup: Lookup) {
  return evaluated(plugin.schemaOf("actions", type).attributes, config, lookup);
}
