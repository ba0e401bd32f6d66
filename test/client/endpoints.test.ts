import { closeAll, connected, errorOf } from "./support/client";
import { failure, list, sid, success } from "./support/replies";

afterEach(closeAll);

const checkId = `PP${"a".repeat(64)}`;
const contact = sid("CO");

describe("a manual check", () => {
  it("is started and returns its id", async () => {
    const { client, requests } = await connected(() => success({ id: checkId }));
    const body = { host: "192.0.2.1", details: true, callback: "https://hook.example/" };
    expect(await client.checks.start(body)).toEqual({ id: checkId });
    expect(requests[0]).toMatchObject({ method: "POST", path: "/4.0/rbl/check/start.json" });
    expect(requests[0]?.form.get("details")).toBe("true");
  });

  it("without an id in the answer may have been started", async () => {
    const { client } = await connected(() => success({}));
    const error = await errorOf(client.checks.start({ host: "192.0.2.1" }));
    expect(error).toMatchObject({ kind: "unreadable", effect: "possible", operation: "start check" });
  });

  it("is polled with the requested details", async () => {
    const { client, requests } = await connected(() => success({ status: "completed", listed: 0 }));
    expect(await client.checks.status(checkId, { details: true })).toEqual({
      status: "completed",
      listed: false,
      finished: true,
    });
    expect(requests[0]).toMatchObject({
      method: "GET",
      path: `/4.0/rbl/check/status/${checkId}.json`,
      query: { details: "true" },
    });
  });

  it("is not read from a response about another check", async () => {
    const other = checkId.replace(/.$/, (digit) => (digit === "0" ? "1" : "0"));
    const { client } = await connected(() => success({ id: other, status: "completed", listed: true }));
    const error = await errorOf(client.checks.status(checkId));
    expect(error).toMatchObject({
      kind: "unreadable",
      message: expect.stringContaining(`is about ${other}`),
    });
  });

  it("is not polled by another id", async () => {
    const { client, requests } = await connected(() => success({}));
    expect((await errorOf(client.checks.status("../../hosts"))).kind).toBe("refused");
    expect(requests).toEqual([]);
  });
});

describe("the listings", () => {
  it("are hosts", async () => {
    const { client, requests } = await connected(() => list([{ id: sid("HT"), listed: 1 }]));
    expect(await client.listings()).toMatchObject({
      objects: [{ id: sid("HT"), listed: true }],
      total: 1,
    });
    expect(requests[0]?.path).toBe("/4.0/rbl/listings.json");
  });

  it("have the number of listed hosts, if the service returns it", async () => {
    const reported = await connected(() => list([], { total_listed: 3 }));
    expect((await reported.client.listings()).totalListed).toBe(3);
    const silent = await connected(() => list([]));
    expect((await silent.client.listings()).totalListed).toBeUndefined();
  });

  it("come in pages", async () => {
    const { client } = await connected(({ query }) =>
      list([{ id: sid("HT", Number(query.page)) }], { total_pages: 2, total: 2 }),
    );
    expect(await client.listings()).toMatchObject({ pages: 2, complete: true });
  });
});

describe("the certificate errors", () => {
  it("come in one request, with all their fields", async () => {
    const data = [{ monitor: sid("CM"), error: "expired" }];
    const { client, requests } = await connected(() => ({
      body: { status_code: 200, status_message: "Certificate Errors", total_errors: 1, data },
    }));
    expect(await client.certificateErrors()).toEqual({ total_errors: 1, errors: data });
    expect(requests.map(({ path, query }) => ({ path, query }))).toEqual([
      { path: "/4.0/cert/errors.json", query: {} },
    ]);
  });

  it("have the total that the service reports, or else that of the list", async () => {
    const totals = [5, undefined];
    const reply = (_request: unknown, index: number) => list([{}, "text"], { total_errors: totals[index] });
    const { client } = await connected(reply);
    for (const total_errors of [5, 1])
      expect(await client.certificateErrors()).toEqual({ total_errors, errors: [{}] });
  });

  it("without data are unreadable", async () => {
    const { client } = await connected(() => success());
    expect((await errorOf(client.certificateErrors())).kind).toBe("unreadable");
  });
});

describe("a pending contact", () => {
  it("is sent its confirmation again", async () => {
    const { client, requests } = await connected(() => success());
    await client.contacts.resend(contact);
    expect(requests[0]).toMatchObject({
      method: "POST",
      path: `/4.0/contact/contacts/${contact}/resend.json`,
    });
  });

  it("is confirmed by its code", async () => {
    const { client, requests } = await connected(() => success());
    await client.contacts.confirm(contact, "c0de42");
    expect(requests[0]?.path).toBe(`/4.0/contact/contacts/${contact}/confirm.json`);
    expect(requests[0]?.form.get("authcode")).toBe("c0de42");
  });

  it("is not confirmed twice after a missing response", async () => {
    const { client, requests } = await connected(() => failure(500));
    const error = await errorOf(client.contacts.confirm(contact, "c0de42"));
    expect(error).toMatchObject({ kind: "server", effect: "possible" });
    expect(requests).toHaveLength(1);
  });
});
