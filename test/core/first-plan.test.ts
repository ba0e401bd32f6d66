import type { Emulator } from "../../src/emulator/emulator";
import type { Core } from "./core";
import { closeEmulated, emulatedCore } from "./emulated";
import type { RblmonitorPlugin } from "./rblmonitor";

let service: Emulator;
let plugin: RblmonitorPlugin;
let core: Core;

beforeEach(async () => {
  ({ service, plugin, core } = await emulatedCore());
});
afterEach(closeEmulated);

const objects = {
  resources: {
    "rblmonitor_contact_group.ops": { config: { name: "Operations" } },
    "rblmonitor_contact_group.dev": { config: { name: "Developers" } },
    "rblmonitor_certificate_profile.std": { config: { name: "Standard", expiration_thresholds: [30] } },
  },
};
const lists = () => service.requests.map(({ method, path }) => `${method} ${path}`).sort();

describe("a plan that only creates objects", () => {
  it("reads the list of each kind once, and so does its apply", async () => {
    const once = [
      expect.stringMatching("GET.*/cert/profiles"),
      expect.stringMatching("GET.*/contact/groups"),
    ];
    await core.plan(objects);
    expect(lists()).toEqual(once);
    const before = service.requests.length;
    await core.apply(objects);
    expect(service.requests.slice(before).filter(({ method }) => method === "GET")).toHaveLength(4);
  });

  it.each([
    ["token", { RBLMONITOR_AUTH_TOKEN: "b".repeat(64) }, "Authentication failed"],
    ["root URL", { RBLMONITOR_BASE_URL: "http://127.0.0.1:PORT/other/4.0" }, "Unknown API root URL"],
  ])("fails once with a wrong %s", async (_, env, summary) => {
    const port = new URL(service.url).port;
    for (const [name, value] of Object.entries(env)) plugin.env[name] = value.replace("PORT", port);
    const { hasFailed, diagnostics } = await core.plan(objects);
    expect({ hasFailed, diagnostics }).toEqual({
      hasFailed: true,
      diagnostics: [expect.objectContaining({ severity: "error", summary })],
    });
  });

  it("warns once that the service cannot be reached", async () => {
    await service.close();
    const { hasFailed, diagnostics } = await core.plan(objects);
    expect({ hasFailed, diagnostics }).toEqual({
      hasFailed: false,
      diagnostics: [expect.objectContaining({ severity: "warning", summary: "Connection failed" })],
    });
  });

  it.each([{}, { allow_duplicates: true }])("warns of an object that exists (%j)", async (provider) => {
    const { id } = service.account.add("contact_group", { name: "operations" });
    const { hasFailed, diagnostics } = await core.plan({ ...objects, provider });
    const warning = {
      summary: "Contact group already exists",
      detail: expect.stringContaining(`id = "${id}"`),
    };
    expect({ hasFailed, diagnostics }).toEqual({
      hasFailed: false,
      diagnostics: "allow_duplicates" in provider ? [] : [expect.objectContaining(warning)],
    });
  });
});
