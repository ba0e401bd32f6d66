import { startEmulator } from "../../../../emulator/emulator";
import { listResources } from "../../../../provider/lists/list-resources";
import { providerAttributes } from "../../../../provider/provider-config";
import { managedResources } from "../../../../provider/resources";
import { type Attributes, asObject, type ObjectValue, objectType, objectValue } from "../../../../terraform";
import { decodeValue, encodeObject, type ProtocolDiagnostic } from "../../../../terraform/tools";
import type { PluginConnection } from "./record";

/**
 * Makes our plugin do its usual work, as Terraform would: it returns the schema, validates, creates, reads and plans a host, a
 * profile and a group, and lists hosts, in an emulated account.
 *
 * @throws when an answer is an error
 */
export async function work(client: PluginConnection): Promise<void> {
  const service = await startEmulator({ limits: "off" });
  const { url: base_url, accountSid: account_sid, authToken: auth_token } = service;
  try {
    await client.call("getProviderSchema", {});
    const config = encode(providerAttributes, { base_url, account_sid, auth_token });
    assertGood(await client.call("validateProviderConfig", { config }));
    assertGood(await client.call("configureProvider", { config, terraformVersion: "1.11.4" }));
    const profile = await live(client, "rblmonitor_monitoring_profile", { name: "n", frequency: "weekly" });
    const group = await live(client, "rblmonitor_contact_group", { name: "n" });
    await live(client, "rblmonitor_host", {
      host: "192.0.2.25",
      name: "n",
      tags: ["t"],
      profile: profile.id ?? null,
      contact_groups: [group.id ?? null],
    });
    await list(client, "rblmonitor_host");
  } finally {
    await service.close();
  }
}

/** Lists objects of a type, and their states. */
async function list(client: PluginConnection, typeName: string): Promise<void> {
  const { attributes = {} } = listResources[typeName] ?? {};
  const request = { typeName, config: encode(attributes, {}), limit: 1, includeResourceObject: true };
  assertGood({ diagnostics: (await client.call("listResource", request)).diagnostic });
}

/** Validates, plans, creates, refreshes and again plans an object. Returns its state. */
async function live(client: PluginConnection, typeName: string, values: ObjectValue): Promise<ObjectValue> {
  const { attributes = {} } = managedResources[typeName] ?? {};
  const [config, nothing] = [encode(attributes, values), encodeObject(attributes, null)];
  const asked = { typeName, config };
  assertGood(await client.call("validateResourceConfig", asked));

  const planning = { ...asked, priorPrivate: new Uint8Array(), plannedPrivate: new Uint8Array() };
  const change = { ...planning, priorState: nothing, proposedNewState: config };
  const { plannedState, plannedPrivate } = assertGood(await client.call("planResourceChange", change));
  const applied = { ...asked, priorState: nothing, plannedState, plannedPrivate };
  const created = assertGood(await client.call("applyResourceChange", applied));
  const state = asObject(decodeValue(objectType(attributes), created.newState)) ?? {};

  const json = new TextEncoder().encode(JSON.stringify(state));
  const rawState = { json, flatmap: {} };
  const kept = assertGood(await client.call("upgradeResourceState", { typeName, version: 0, rawState }));
  const refreshed = { typeName, currentState: kept.upgradedState, private: created.private };
  const { newState, private: priorPrivate } = assertGood(await client.call("readResource", refreshed));
  const again = { ...planning, priorState: newState, priorPrivate, proposedNewState: newState };
  assertGood(await client.call("planResourceChange", again));
  return state;
}

/** An object in which the other attributes are null. */
function encode(attributes: Attributes, values: ObjectValue) {
  const names = Object.keys(attributes);
  return encodeObject(attributes, objectValue(names.map((name) => [name, values[name] ?? null])));
}

function assertGood<Answer extends { readonly diagnostics: readonly ProtocolDiagnostic[] }>(answer: Answer) {
  const [wrong] = answer.diagnostics;
  if (wrong !== undefined) throw new Error(`The plugin answered: ${wrong.summary}: ${wrong.detail}`);
  return answer;
}
