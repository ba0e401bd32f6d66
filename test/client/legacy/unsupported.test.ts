import type { Client } from "../../../src/client/client";
import type { Kind } from "../../../src/service/kinds";
import type { CreateRequest } from "../../../src/service/requests";
import { clientOf, closeAll, errorOf, thrownBy } from "../support/client";
import { sid, success } from "../support/replies";
import { connectedToLegacy } from "./connected";

afterEach(closeAll);

const profile = sid("RP");
const groups = [sid("CG"), sid("CG", 2)];
const host = { host: "192.0.2.1", name: "web", profile, contact_group: [sid("CG")] };
const contact: CreateRequest<"contact"> = {
  contact: "a@example.com",
  type: "endpoint",
  schedule: "start_and_end",
  contact_group: [sid("CG")],
};

describe("version 3.0", () => {
  it.each<[string, string, (client: Client) => Promise<unknown>]>([
    [
      "tags of a new host",
      "tags: API version 3.0 does not support this field of a host",
      (client) => client.collection("host").create({ ...host, tags: ["a"] }),
    ],
    [
      "tags of a host, not even to clear them",
      "tags: API version 3.0 does not support this field of a host",
      (client) => client.collection("host").update(sid("HT"), { tags: [] }),
    ],
    [
      "several groups for a new host",
      "contact_group: API version 3.0 accepts one value when a host is created, not 2",
      (client) => client.collection("host").create({ ...host, contact_group: groups }),
    ],
    [
      "sources of IPv6 addresses",
      "type: API version 3.0 supports only rbl, uribl for a source",
      (client) => client.collection("source").create({ host: "bl.example.org", type: "rbl_v6" }),
    ],
    [
      "codes of a source",
      "custom_codes: API version 3.0 does not support this field of a source",
      (client) => client.collection("source").update(sid("RB"), { custom_codes: ["127.0.0.2"] }),
    ],
    [
      "args of a contact",
      "args: API version 3.0 does not support this field of a contact",
      (client) => client.collection("contact").create({ ...contact, args: { key: "k-3c9a" } }),
    ],
    [
      "another destination for a contact",
      "contact: API version 3.0 cannot change this field of a contact",
      (client) => client.collection("contact").update(sid("CO"), { contact: "b@example.com" }),
    ],
    [
      "certificate errors",
      "API version 3.0 does not support certificate monitors",
      (client) => client.certificateErrors(),
    ],
  ])("has no %s, and nothing is sent", async (_what, problem, act) => {
    const { client, requests } = await connectedToLegacy(() => success({}));
    const error = await errorOf(act(client));
    expect(error).toMatchObject({ kind: "refused", effect: "none" });
    expect(error.message).toContain(problem);
    expect(error.message).not.toContain("k-3c9a");
    expect(requests).toEqual([]);
  });

  it.each<[Kind, string]>([
    ["certificate_monitor", sid("CM")],
    ["certificate_profile", sid("CP")],
  ])("has no objects of the kind %s, and nothing is sent", async (kind, id) => {
    const { client, requests } = await connectedToLegacy(() => success({}));
    const collection = client.collection(kind);
    const acts = [
      () => collection.get(id),
      () => collection.page(1),
      () => collection.delete(id),
      () => collection.update(id, { name: "n" }),
    ];
    for (const act of acts) {
      const error = await errorOf(act());
      expect(error.kind).toBe("refused");
      expect(error.message).toContain("API version 3.0 does not support certificate");
    }
    expect(requests).toEqual([]);
  });

  it("accepts an unsupported field without a value: a host with no tags", async () => {
    const { client, requests } = await connectedToLegacy(() => success([{ id: sid("HT") }]));
    await client.collection("host").create({ ...host, tags: [] });
    expect(requests[0]?.form.has("tags")).toBe(false);
  });
});

describe("the address of a version", () => {
  it("is refused for the other one", () => {
    const legacy = thrownBy(() => clientOf("https://api.example.com/4.0", { apiVersion: "3.0" }));
    expect(legacy.message).toContain("ends in /4.0, which is not the address of version 3.0");
    const current = thrownBy(() => clientOf("https://api.example.com/3.0/"));
    expect(current.message).toContain("ends in /3.0, which is not the address of version 4.0");
  });

  it("may end otherwise, as behind a proxy", () => {
    expect(() => clientOf("https://proxy.example.com/blocklists", { apiVersion: "3.0" })).not.toThrow();
  });
});
