import { setTimeout } from "node:timers/promises";
import { startEmulator } from "../../../emulator/emulator";
import { providerAttributes } from "../../../provider/provider-config";
import { managedResources } from "../../../provider/resources";
import { type Attributes, asObject, type ObjectValue, objectType, objectValue } from "../../../terraform";
import {
  type Diagnostic,
  type DynamicValue,
  decodeValue,
  encodeJson,
  encodeObject,
} from "../../../terraform/tools";
import type { PluginClient } from "../../terraform/plugin-client";

const NONE = new Uint8Array();
/** Milliseconds after which timers and closed connections have run their code. Earlier, the caches differ from run to run. */
const QUIET = 1_000;
const ABILITIES = { deferralAllowed: false, writeOnlyAttributesAllowed: true };

/**
 * Makes our plugin do its usual work, as Terraform would: it returns the schema, validates, and creates, reads and plans a
 * host, a profile and a group, in an emulated account.
 *
 * @throws when an answer is an error
 */
export async function work(client: PluginClient): Promise<void> {
  const service = await startEmulator({ limits: "off" });
  const { url: base_url, accountSid: account_sid, authToken: auth_token } = service;
  try {
    await client.call("getProviderSchema", {});
    const config = encode(providerAttributes, { base_url, account_sid, auth_token });
    assertGood(await client.call("validateProviderConfig", { config }));
    const configured = { config, terraformVersion: "1.11.4", clientCapabilities: ABILITIES };
    assertGood(await client.call("configureProvider", configured));
    const profile = await live(client, "rblmonitor_monitoring_profile", { name: "n", frequency: "weekly" });
    const group = await live(client, "rblmonitor_contact_group", { name: "n" });
    await live(client, "rblmonitor_host", {
      ...{ host: "192.0.2.25", name: "n", tags: ["t"], profile: profile.id ?? null },
      contact_groups: [group.id ?? null],
    });
    await setTimeout(QUIET);
  } finally {
    await service.close();
    await setTimeout(QUIET);
  }
}

/** Validates, plans, creates, refreshes and again plans an object. Returns its state. */
async function live(client: PluginClient, typeName: string, given: ObjectValue): Promise<ObjectValue> {
  const { attributes = {} } = managedResources[typeName] ?? {};
  const [config, nothing] = [encode(attributes, given), encodeObject(attributes, null)];
  const asked = { typeName, config, clientCapabilities: ABILITIES };
  assertGood(await client.call("validateResourceConfig", asked));

  const change = { ...asked, proposedNewState: config, priorState: nothing, priorPrivate: NONE };
  const planned = assertGood(await client.call("planResourceChange", change));
  const { plannedState, plannedPrivate } = planned;
  const made = assertGood(
    await client.call("applyResourceChange", { ...asked, priorState: nothing, plannedState, plannedPrivate }),
  );
  const state = asObject(decodeValue(objectType(attributes), made.newState)) ?? {};

  const json = new TextEncoder().encode(encodeJson(objectType(attributes), state));
  const rawState = { json, flatmap: {} };
  const kept = assertGood(await client.call("upgradeResourceState", { typeName, version: 0, rawState }));
  const read = assertGood(
    await client.call("readResource", {
      ...{ typeName, currentState: kept.upgradedState, clientCapabilities: ABILITIES },
      private: made.private,
    }),
  );
  const again = { ...asked, priorState: read.newState, priorPrivate: read.private };
  assertGood(await client.call("planResourceChange", { ...again, proposedNewState: read.newState }));
  return state;
}

/** An object in which the other attributes are null. */
function encode(attributes: Attributes, given: ObjectValue): DynamicValue {
  const names = Object.keys(attributes);
  return encodeObject(attributes, objectValue(names.map((name) => [name, given[name] ?? null])));
}

function assertGood<Answer extends { readonly diagnostics: readonly Diagnostic[] }>(answer: Answer): Answer {
  const [wrong] = answer.diagnostics;
  if (wrong !== undefined) throw new Error(`The plugin answered: ${wrong.summary}: ${wrong.detail}`);
  return answer;
}
