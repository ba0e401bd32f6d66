import type { Kind } from "../../../src/service/kinds";
import { closeAll } from "../support/client";
import { failure, sid, success } from "../support/replies";
import { connectedToLegacy } from "./connected";

afterEach(closeAll);

const check = `PP${"a".repeat(64)}`;

function legacyList(total: string, data: readonly unknown[], more: Readonly<Record<string, unknown>> = {}) {
  const envelope = { status_code: 200, status_message: "OK", version: "3.6", page: 1, total_pages: 1 };
  return { body: { ...envelope, page_size: 100, [total]: data.length, data, ...more } };
}

describe("an answer of version 3.0", () => {
  it.each<[Kind, string, string]>([
    ["host", "HT", "total_hosts"],
    ["monitoring_profile", "RP", "total_rbl_profiles"],
    ["source", "RB", "total_rbls"],
    ["contact", "CO", "total_contacts"],
    ["contact_group", "CG", "total_contact_groups"],
  ])("counts objects of the kind %s (%s…) as %s", async (kind, prefix, total) => {
    const { client } = await connectedToLegacy(() => legacyList(total, [{ id: sid(prefix) }]));
    expect(await client.collection(kind).page(1)).toMatchObject({ total: 1 });
  });

  it("counts the hosts of a group, not the groups", async () => {
    const groups = [{ id: sid("CG"), total_hosts: 7 }];
    const { client } = await connectedToLegacy(() =>
      legacyList("total_contact_groups", groups, { total_hosts: 7 }),
    );
    expect(await client.collection("contact_group").page(1)).toMatchObject({ total: 1 });
  });

  it("has SIDs in either letter case, which name the same objects", async () => {
    const [id, group, profile] = [sid("HT", 0xabc), sid("CG", 0xdef), sid("RP", 0xfab)];
    const shout = (text: string) => text.slice(0, 2) + text.slice(2).toUpperCase();
    const reported = { id: shout(id), contact_group: shout(group), rbl_profile: shout(profile) };
    const { client } = await connectedToLegacy(() => legacyList("total_hosts", [reported]));
    expect(await client.collection("host").get(id)).toEqual({ id, contact_group: [group], profile });
  });

  it("has flags as digits, and the text of a profile's former name", async () => {
    const host = { id: sid("HT"), host: "192.0.2.1", listed: 0, listed_count: 0, rbl_profile: sid("RP") };
    const { client } = await connectedToLegacy(() => legacyList("total_hosts", [host]));
    expect(await client.collection("host").get(sid("HT"))).toEqual({
      id: sid("HT"),
      host: "192.0.2.1",
      listed: false,
      listed_count: 0,
      profile: sid("RP"),
    });
  });

  it("has the number of listed hosts in addition to the listings", async () => {
    const { client } = await connectedToLegacy(() =>
      legacyList("total_hosts", [{ id: sid("HT"), listed: 1 }], { total_listed: 1 }),
    );
    expect(await client.listings()).toMatchObject({ total: 1, totalListed: 1 });
  });

  it("to a new host names all that came to be", async () => {
    const hosts = [1, 2].map((number) => ({ id: sid("HT", number), host: `192.0.2.${number}`, name: "net" }));
    const { client } = await connectedToLegacy(() => success(hosts));
    const body = { host: "192.0.2.0/31", name: "net", profile: sid("RP"), contact_group: [sid("CG")] };
    expect(await client.collection("host").create(body)).toEqual(hosts);
  });

  it("to a start of a check has its id in either letter case", async () => {
    const { client } = await connectedToLegacy(() => success({ id: `PP${"A".repeat(64)}`, rbls: [] }));
    expect(await client.checks.start({ host: "192.0.2.1" })).toEqual({ id: check });
  });

  it("about a check names sources by the key rbl", async () => {
    const details = [{ rbl: sid("RB"), details: "127.0.0.2", listed: 1, response_time: 0.2 }];
    const { client } = await connectedToLegacy(() =>
      success({ status: "completed", listed: 1, listed_count: 1, listed_details: details }),
    );
    expect(await client.checks.status(check)).toEqual({
      status: "completed",
      listed: true,
      listed_count: 1,
      listed_details: [{ id: sid("RB"), details: "127.0.0.2", listed: true, response_time: 0.2 }],
      finished: true,
    });
  });

  it("that is an error is one of the same kinds", async () => {
    const { client } = await connectedToLegacy(() => failure(404, "Not found."));
    await expect(client.collection("host").get(sid("HT"))).rejects.toMatchObject({
      kind: "not_found",
      operation: "get host",
    });
  });

  it("to a delete, if missing, is requested again, although the method is that of a create", async () => {
    const { client, requests } = await connectedToLegacy((_request, index) =>
      index === 0 ? failure(500) : success(),
    );
    await client.collection("host").delete(sid("HT"));
    expect(requests.map(({ method }) => method)).toEqual(["POST", "POST"]);
  });

  it("to a create, if missing, is not requested again", async () => {
    const { client, requests } = await connectedToLegacy(() => failure(500));
    await expect(client.collection("contact_group").create({ name: "n" })).rejects.toMatchObject({
      kind: "server",
      effect: "possible",
    });
    expect(requests).toHaveLength(1);
  });
});
