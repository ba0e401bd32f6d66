import { actions } from "../../../src/provider/actions/actions";
import { providerAttributes } from "../../../src/provider/provider-config";
import type { InvokeAction_Event } from "../../../src/terraform/protocol/generated/tfplugin6";
import { reported, sent } from "../../terraform/rpc/session";
import { type RunningPlugin, startPlugin } from "../../terraform/serve/plugin-client";
import { closeAll, emulated } from "./run";

let plugin: RunningPlugin;

afterEach(async () => {
  await plugin.stop();
  await closeAll();
});

const capabilities = {
  deferralAllowed: false,
  writeOnlyAttributesAllowed: true,
  storePlannedPrivate: false,
  computedBlocksAllowed: false,
};

it("the built plugin ends an action at a request to stop, while Terraform reads nothing", async () => {
  // Each batch of requests takes long enough for a request to stop between them.
  const service = await emulated({ latency: 50 });
  const objects = Array.from(
    { length: 200 },
    (_, last) => service.account.add("host", { host: `192.0.2.${last}` }).id,
  );
  plugin = await startPlugin({ command: "dist/plugin/terraform-provider-rblmonitor" });
  const config = sent(providerAttributes, {
    ...{ base_url: service.url, account_sid: service.accountSid, auth_token: service.authToken },
  });
  await plugin.call("configureProvider", {
    ...{ terraformVersion: "1.14.9", config, clientCapabilities: capabilities },
  });
  const stream = plugin.stream("invokeAction", {
    actionType: "rblmonitor_pause",
    config: sent(actions.rblmonitor_pause?.attributes ?? {}, { objects }),
    clientCapabilities: capabilities,
  });
  const read = (): Promise<InvokeAction_Event> =>
    new Promise((resolve) => {
      stream.once("data", (event) => {
        stream.pause();
        resolve(event);
      });
      stream.resume();
    });
  expect(await read()).toMatchObject({ type: { $case: "progress" } });
  await plugin.call("stopProvider", {});
  const events: InvokeAction_Event[] = [];
  for await (const event of stream) events.push(event as InvokeAction_Event);
  const [last, ...earlier] = events.reverse();
  expect(earlier.filter(({ type }) => type?.$case !== "progress")).toEqual([]);
  expect(last?.type?.$case === "completed" && reported(last.type.value.diagnostics)).toEqual([
    expect.stringMatching(/^error at .*of 200 objects are paused\..*were not tried/s),
  ]);
  expect(service.requestCount).toBeLessThan(200);
});
