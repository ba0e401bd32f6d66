import type { Client } from "../../src/client/client";
import type { ListOptions } from "../../src/client/options";
import { readAllPages } from "../../src/client/paging";
import { apiVersions } from "../../src/service/api-version";
import { kindNames, kinds, pausableKinds } from "../../src/service/kinds";
import { body } from "../objects";
import { closeAll, connected, errorOf } from "./support/client";
import { keptLog } from "./support/clock";
import { failure, list, sid, success } from "./support/replies";

afterEach(closeAll);

const id = sid("HT");
const group = sid("CG");

describe.each(kindNames)("the collection of %s", (kind) => {
  const own = sid(kinds[kind].prefix);
  const root = `/4.0${kinds[kind].path}`;

  it("gets an object by its id", async () => {
    const { client, requests } = await connected(() => list([{ id: own, name: "n" }]));
    expect(await client.collection(kind).get(own)).toMatchObject({ id: own });
    expect(requests[0]).toMatchObject({ method: "GET", path: `${root}/${own}.json` });
  });

  it("lists its objects", async () => {
    const { client, requests } = await connected(() => list([{ id: own }]));
    expect(await client.collection(kind).page(1)).toMatchObject({ objects: [{ id: own }], total: 1 });
    expect(requests[0]).toMatchObject({
      method: "GET",
      path: `${root}.json`,
      query: { page: "1", page_size: "100" },
    });
  });

  it("creates an object", async () => {
    const { client, requests } = await connected(() =>
      success(kind === "host" ? [{ id: own }] : { id: own }),
    );
    expect(await client.collection(kind).create(body(kind))).toEqual([{ id: own }]);
    expect(requests[0]).toMatchObject({ method: "POST", path: `${root}.json` });
    expect([...(requests[0]?.form.keys() ?? [])].sort()).toEqual(Object.keys(body(kind)).sort());
  });

  it("has no object that is returned as deleted", async () => {
    const other = sid(kinds[kind].prefix, 2);
    const all = [{ id: own, status: "Deleted" }, { id: other }];
    const { client } = await connected(({ path }) => list(path.includes(own) ? all.slice(0, 1) : all));
    const { get, page } = client.collection(kind);
    const read = await readAllPages((number) => page(number));
    expect(read.objects).toEqual([{ id: other }]);
    const error = { kind: "not_found", object: own, message: expect.stringContaining("it is deleted") };
    expect(await errorOf(get(own))).toMatchObject(error);
  });

  it("deletes an object", async () => {
    const { client, requests } = await connected(() => success());
    await client.collection(kind).delete(own);
    expect(requests[0]).toMatchObject({ method: "DELETE", path: `${root}/${own}.json` });
  });
});

describe.each(pausableKinds)("the collection of %s", (kind) => {
  it.each(["pause", "resume"] as const)("can %s an object", async (action) => {
    const { client, requests } = await connected(() => success());
    const own = sid(kinds[kind].prefix);
    await client.collection(kind)[action](own);
    expect(requests[0]).toMatchObject({
      method: "POST",
      path: `/4.0${kinds[kind].path}/${own}/${action}.json`,
    });
  });
});

describe.each(apiVersions)("a get over version %s", (apiVersion) => {
  const connect: typeof connected = (reply, options) => connected(reply, { apiVersion, ...options });

  it("takes an object that comes without its array", async () => {
    const { client } = await connect(() => success({ id, name: "web" }));
    expect(await client.collection("host").get(id)).toEqual({ id, name: "web" });
  });

  it("rejects another object than the requested one (docs/design/open-points.md#1)", async () => {
    const { client } = await connect(() => list([{ id: sid("HT", 2) }]));
    const error = await errorOf(client.collection("host").get(id));
    expect(error).toMatchObject({ kind: "unreadable", object: id, effect: "none" });
    expect(error.message).toContain(`is about ${sid("HT", 2)}`);
  });

  it.each([[[]], [[{ id }, { id }]], [null], ["text"], [[{ id: sid("RP") }]]])(
    "cannot read %j as the object",
    async (data) => {
      const { client } = await connect(() => success(data));
      expect((await errorOf(client.collection("host").get(id))).kind).toBe("unreadable");
    },
  );

  it("of a missing object is not found", async () => {
    const { client } = await connect(() => failure(404, "Host not found."));
    expect(await errorOf(client.collection("host").get(id))).toMatchObject({
      kind: "not_found",
      operation: "get host",
      object: id,
      status: 404,
      serviceMessage: "Host not found.",
      message: `get host ${id}: the service answered 404: Host not found.`,
    });
  });

  it.each(["../contacts", "", sid("RP"), sid("HT", 0xabc).toUpperCase()])(
    "of the id %p is never sent",
    async (wrong) => {
      const { client, requests } = await connect(() => success());
      expect((await errorOf(client.collection("host").get(wrong))).kind).toBe("refused");
      expect(requests).toEqual([]);
    },
  );
});

describe("a create", () => {
  it("of a subnet returns every host, those nested in a parent included (docs/design/open-points.md#10)", async () => {
    const data = { id, type: "ip_range", children: [{ id: sid("HT", 2), parent: id }, { id: sid("HT", 3) }] };
    const { client } = await connected(() => success(data));
    const hosts = await client.collection("host").create({ ...body("host"), host: "192.0.2.0/31" });
    expect(hosts.map((host) => host.id)).toEqual([id, sid("HT", 2), sid("HT", 3)]);
  });

  it("of anything else ignores what is nested in it", async () => {
    const { client } = await connected(() => success({ id: group, members: [{ id: sid("CG", 2) }] }));
    expect(await client.collection("contact_group").create({ name: "n" })).toEqual([{ id: group }]);
  });

  it("of anything else fails when several objects come, and names them", async () => {
    const { client } = await connected(() => success([{ id: sid("CG", 1) }, { id: sid("CG", 2) }]));
    const error = await errorOf(client.collection("contact_group").create({ name: "n" }));
    expect(error).toMatchObject({ kind: "unreadable", effect: "possible" });
    expect(error.message).toContain(`${sid("CG", 1)}, ${sid("CG", 2)}`);
  });

  it.each([[undefined], [null], [{}], [[]], [{ id: sid("CP") }], [[{ id: "x" }]]])(
    "that is answered with %j may have had its effect",
    async (data) => {
      const { client } = await connected(() => success(data));
      const error = await errorOf(client.collection("contact_group").create({ name: "n" }));
      expect(error).toMatchObject({ kind: "unreadable", effect: "possible" });
      expect(error.message).toContain('"status_code":200');
    },
  );

  it("names the ids that came when one of several hosts has none", async () => {
    const { client } = await connected(() => success([{ id }, { name: "no id" }]));
    const error = await errorOf(client.collection("host").create(body("host")));
    expect(error).toMatchObject({ kind: "unreadable", effect: "possible" });
    expect(error.message).toContain(`readable ids: ${id}`);
  });

  it.each([
    ["unknown fields", { name: "n", colour: "red" }, "has fields that are not accepted: colour"],
    ["a missing field", {}, "name is required"],
    ["a value out of bounds", { name: "" }, "name must have 1 to 255 characters"],
  ])("with %s is refused and never sent", async (_what, body, problem) => {
    const { client, requests } = await connected(() => success());
    const create = client.collection("contact_group").create(body as { name: string });
    const error = await errorOf(create);
    expect(error).toMatchObject({ kind: "refused", effect: "none" });
    expect(error.message).toContain(problem);
    expect(requests).toEqual([]);
  });

  it("sends args in the encoding that is set (docs/design/open-points.md#16)", async () => {
    const args = { url: "https://hook.example/x" };
    const { client, requests } = await connected(() => success({ id: sid("CO") }), {
      contactArgsEncoding: "json",
    });
    await client.collection("contact").create({ ...body("contact"), type: "endpoint", args });
    expect(requests[0]?.form.get("args")).toBe(JSON.stringify(args));
  });
});

describe("an update", () => {
  it("sends the fields that are named, and no other", async () => {
    const { client, requests } = await connected(() => success());
    await client.collection("host").update(id, { name: "n", tags: [] });
    expect(requests[0]).toMatchObject({ method: "PUT", path: `/4.0/rbl/hosts/${id}.json` });
    expect([...(requests[0]?.form ?? [])]).toEqual([
      ["name", "n"],
      ["tags", ""],
    ]);
  });

  it("with a value out of bounds is refused and never sent", async () => {
    const { client, requests } = await connected(() => success());
    const error = await errorOf(client.collection("host").update(id, { name: "" }));
    expect(error).toMatchObject({ kind: "refused", message: expect.stringContaining("update host") });
    expect(requests).toEqual([]);
  });

  it("without fields sends nothing", async () => {
    const { client, requests } = await connected(() => success());
    await client.collection("host").update(id, {});
    expect(requests).toEqual([]);
  });
});

describe("a contact", () => {
  const contact = sid("CO");

  it("is sent its confirmation again, and confirmed, with one request each", async () => {
    const { client, requests } = await connected(() => success());
    await client.contacts.resend(contact);
    await client.contacts.confirm(contact, "AbC123");
    expect(requests.map(({ method, path, form }) => [method, path, `${form}`])).toEqual([
      ["POST", `/4.0/contact/contacts/${contact}/resend.json`, ""],
      ["POST", `/4.0/contact/contacts/${contact}/confirm.json`, "authcode=AbC123"],
    ]);
  });

  it("is not confirmed with an empty code", async () => {
    const { client, requests } = await connected(() => success());
    expect(await errorOf(client.contacts.confirm(contact, ""))).toMatchObject({ kind: "refused" });
    expect(requests).toEqual([]);
  });
});

describe.each(apiVersions)("a pause over version %s", (apiVersion) => {
  const connect: typeof connected = (reply, options) => connected(reply, { apiVersion, ...options });

  it("of a paused object is a conflict for the caller to handle", async () => {
    const { client } = await connect(() => failure(409, "Host is paused."));
    expect(await errorOf(client.collection("host").pause(id))).toMatchObject({
      kind: "conflict",
      effect: "none",
    });
  });

  it("of an object that cannot be paused is never sent", async () => {
    const { client, requests } = await connect(() => success());
    expect((await errorOf(client.collection("contact_group").pause(group))).kind).toBe("refused");
    expect(requests).toEqual([]);
  });
});

describe.each(apiVersions)("a list over version %s", (apiVersion) => {
  const connect: typeof connected = (reply, options) => connected(reply, { apiVersion, ...options });
  const completeListOf = (client: Client, options?: ListOptions) =>
    readAllPages((number) => client.collection("host").page(number, options));

  it("uses the paging that the server reports (docs/design/open-points.md#15)", async () => {
    const ids = [1, 2, 3, 4, 5].map((number) => sid("HT", number));
    const { client, requests } = await connect(
      ({ query }) => {
        const page = Number(query.page);
        const data = ids.slice((page - 1) * 2, page * 2).map((own) => ({ id: own }));
        return list(data, { page, page_size: 2, total_pages: 3, total: 5 });
      },
      { pageSize: 1_000 },
    );
    const listing = await completeListOf(client);
    expect(listing).toMatchObject({ total: 5, complete: true });
    expect(listing.objects.map((host) => host.id)).toEqual(ids);
    expect(requests.map(({ query }) => query.page_size)).toEqual(["1000", "1000", "1000"]);
  });

  it("continues to the total when pages are shorter than the server reports (docs/design/open-points.md#15)", async () => {
    const ids = [1, 2, 3, 4, 5].map((number) => sid("HT", number));
    const { client } = await connect(({ query }) => {
      const page = Number(query.page);
      const data = ids.slice((page - 1) * 2, page * 2).map((own) => ({ id: own }));
      return list(data, { page, page_size: 100, total_pages: 1, total: 5 });
    });
    const listing = await completeListOf(client);
    expect(listing).toMatchObject({ total: 5, complete: true, pages: 3 });
    expect(listing.objects.map((host) => host.id)).toEqual(ids);
  });

  it("uses the total when the number of pages is missing", async () => {
    const { client } = await connect(({ query }) =>
      list([{ id: sid("HT", Number(query.page)) }], { total_pages: undefined, page_size: 1, total: 3 }),
    );
    expect(await completeListOf(client)).toMatchObject({ total: 3, complete: true });
  });

  it("reads the total in the name of version 3.0", async () => {
    const { client } = await connect(() => list([{ id }], { total: undefined, total_hosts: 1 }));
    expect(await completeListOf(client)).toMatchObject({ total: 1, complete: true });
  });

  it("leaves out objects without a readable id, and counts them", async () => {
    const { client } = await connect(() => list([{ id }, { name: "no id" }, 7]));
    const page = await client.collection("host").page(1);
    expect(page).toMatchObject({ objects: [{ id }], unreadable: 2, total: 3 });
  });

  it.each([
    { totals: { total: 4 }, of: "a total" },
    { totals: { total: undefined, total_pages: 1 }, of: "no total" },
  ])("lacks objects without a readable id, but no deleted ones, with $of", async ({ totals }) => {
    const deleted = { id: sid("HT", 2), status: "deleted" };
    const { client } = await connect(() => list([{ id }, { name: "no id" }, 7, deleted], totals));
    expect(await completeListOf(client)).toMatchObject({ complete: false, isFinal: false, lacking: 2 });
  });

  it("without data is unreadable", async () => {
    const { client } = await connect(() => success());
    expect((await errorOf(completeListOf(client))).kind).toBe("unreadable");
  });

  it("logs each page with its number and the number of all", async () => {
    const logger = keptLog();
    const { client } = await connect(() => list([{ id }], { total_pages: 2, total: 2 }), { logger });
    await completeListOf(client);
    const fields = logger.lines.filter(({ message }) => message === "page").map((line) => line.fields);
    expect(fields).toEqual([1, 2].map((page) => ({ kind: "host", page, pages: 2 })));
  });

  it("requests the configured page size", async () => {
    const { client, requests } = await connect(() => list([]));
    await completeListOf(client, { pageSize: 7 });
    expect(requests[0]?.query.page_size).toBe("7");
  });
});
