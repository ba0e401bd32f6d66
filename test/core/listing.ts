import type { ResponseOf } from "../../src/terraform/serve/handlers";
import type { ObjectValue } from "../../src/terraform/values/object-value";
import { isFullyKnown, unknown } from "../../src/terraform/values/value";
import { evaluated } from "./configuration";
import { generated } from "./generated";
import { answeredIdentity } from "./identity";
import { writtenOnly } from "./instance";
import { decode, encode, type Plugin } from "./plugin";
import { type During, readStream } from "./stream";

/** A `list` block of `terraform query`. */
export interface ListBlock {
  /** The type of what is listed, such as `rblmonitor_host`. */
  readonly type: string;
  /** The `config` block; a list without one sends an object of nulls. */
  readonly config?: Readonly<Record<string, unknown>>;
  /** Default: 100. */
  readonly limit?: number;
  readonly includeResource?: boolean;
}

/** How a list is read. */
export interface QueryOptions {
  /** As with `-generate-config-out`, which also asks for the objects. */
  readonly generates?: boolean;
  readonly during?: During;
}

/** A found object. */
export interface Found {
  readonly displayName: string;
  readonly identity: ObjectValue;
  /** The object, if requested. */
  readonly state: ObjectValue | null;
  /** The generated configuration, if requested. */
  readonly config?: Readonly<Record<string, unknown>>;
}

const invalid = "Provider produced invalid list result";

/** Has the provider validate a list, with nothing known of others unless `isEvaluated`. @throws Failed */
export async function validatedList(plugin: Plugin, { type, config = {} }: ListBlock): Promise<void> {
  const schema = plugin.schemaOf("lists", type);
  const value = evaluated(schema.attributes, config, () => unknown);
  // `limit` and `include_resource_object` are never sent.
  await plugin.ask(type, "validateListResourceConfig", { typeName: type, config: encode(schema, value) });
}

/** Reads a list. An error discards all that was read. @throws Failed */
export async function listed(
  plugin: Plugin,
  block: ListBlock,
  { generates = false, during }: QueryOptions,
): Promise<readonly Found[]> {
  const { type, config = {}, limit = 100 } = block;
  const includeResourceObject = generates || block.includeResource === true;
  await validatedList(plugin, block);
  const schema = plugin.schemaOf("lists", type);
  const value = evaluated(schema.attributes, config, () => unknown);
  const found: Found[] = [];
  let hasWarned = false;
  const take = (event: ResponseOf<"listResource">) => {
    if (plugin.reportAll(type, event.diagnostic))
      return plugin.fail(type, "List failed", "All is discarded.");
    hasWarned ||= event.diagnostic.length > 0;
    // After any warning, events without identity are skipped.
    if (event.identity?.identityData === undefined && hasWarned) return true;
    found.push(foundIn(plugin, type, event, includeResourceObject));
    return found.length < limit;
  };
  const request = { typeName: type, config: encode(schema, value), includeResourceObject, limit };
  await readStream(plugin, "listResource", request, take, { during, wantsAny: limit > 0 });
  if (!generates) return found;
  const configured: Found[] = [];
  for (const one of found)
    configured.push({ ...one, config: await generated(plugin, `${type}.found`, one.state) });
  return configured;
}

function foundIn(
  plugin: Plugin,
  type: string,
  { identity: sent, displayName, resourceObject }: ResponseOf<"listResource">,
  includeResourceObject: boolean,
): Found {
  const address = `${type}.found`;
  const identity = answeredIdentity(plugin, address, sent, { of: "a list", prior: null, isRequired: true });
  if (identity === null) return plugin.fail(type, invalid, `${type} has no identity.`);
  if (/[\r\n]/.test(displayName))
    plugin.fail(type, invalid, "A display name has more than one line, and is printed as it is.");
  if (!includeResourceObject) {
    if (resourceObject !== undefined) plugin.fail(type, invalid, "An object was sent, and not asked for.");
    return { displayName, identity, state: null };
  }
  const schema = plugin.schemaAt(address);
  const state = decode(schema, resourceObject);
  if (!isFullyKnown(state)) plugin.fail(type, invalid, "A value of an object is unknown.");
  plugin.refuse(type, invalid, writtenOnly(schema.attributes, state));
  return { displayName, identity, state };
}
