import type { Emulator } from "../../../src/emulator/emulator";
import type { ObjectValue } from "../../../src/terraform/values/object-value";
import { closeAll, emulated, namesIn, Process, type Queried } from "./query";

let service: Emulator;
let process: Process;

afterEach(closeAll);

/** Opens an account of that many hosts, whose lists come in pages of ten. */
async function open(hosts: number, given: ObjectValue = {}): Promise<void> {
  service = await emulated();
  for (let n = 0; n < hosts; n += 1)
    service.account.add("host", { host: `192.0.2.${n}`, name: `host ${n}`, tags: n >= 40 ? ["late"] : [] });
  process = await Process.start(service, { page_size: 10, ...given });
}

const pages = (...numbers: number[]) => numbers.map((number) => `GET /rbl/hosts ${number}`);
const names = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) => `host ${from + n} (192.0.2.${from + n})`);
const inOrder = ({ requests }: Queried) =>
  [...requests].sort((a, b) => Number(a.slice(15)) - Number(b.slice(15)));

describe("a list of several pages", () => {
  it.each([
    [0, pages()],
    [1, pages(1)],
    [10, pages(1)],
    [11, pages(1, 2)],
    [25, pages(1, 2, 3)],
    [100, pages(1, 2, 3, 4, 5)],
  ])("is read as far as the limit of %i needs", async (limit, requests) => {
    await open(45);
    const found = await process.query("host", { limit });
    expect(namesIn(found)).toEqual(names(0, Math.min(limit, 45)));
    expect(inOrder(found)).toEqual(requests);
    expect([found.warnings, found.errors]).toEqual([[], []]);
  });

  it("costs no more with the objects than without", async () => {
    await open(45);
    const { results, requests } = await process.query("host", { limit: 25, object: true });
    expect(results.map(({ object }) => object?.name)).toEqual(
      names(0, 25).map((name) => name.split(" (")[0]),
    );
    expect(requests).toHaveLength(3);
  });

  it("is read on while its objects do not pass a filter, no further than needed", async () => {
    await open(45);
    const found = await process.query("host", { limit: 3, config: { tag: "late" } });
    expect(namesIn(found)).toEqual(names(40, 43));
    expect(found.requests).toEqual(pages(1, 2, 3, 4, 5));
    expect(await process.query("host", { limit: 1, config: { host_pattern: "192.0.2.12" } })).toMatchObject({
      // What was read for another list is not read again.
      requests: [],
      results: [expect.objectContaining({ name: "host 12 (192.0.2.12)" })],
    });
  });

  it("is read once for all lists that run at the same time", async () => {
    await open(45);
    const before = service.requestCount;
    const found = await Promise.all(
      [{ tag: "late" }, { name_pattern: "host 1*" }, {}].map((config) =>
        process.query("host", { config, object: true }),
      ),
    );
    expect(found.map(({ results }) => results.length)).toEqual([5, 11, 45]);
    expect(service.requestCount - before).toBe(5);
  });

  it("is not read on after a cancellation, though nothing passes the filter", async () => {
    await open(250);
    const cancelled = new AbortController();
    const events = process.events("host", { config: { name_pattern: "none" }, limit: 1 }, cancelled.signal);
    const next = events[Symbol.asyncIterator]().next();
    while (service.requestCount < 2) await new Promise(setImmediate);
    cancelled.abort();
    expect(await next).toMatchObject({ done: true });
    for (let turn = 0; turn < 500; turn += 1) await new Promise(setImmediate);
    // One page may have been on its way.
    expect(service.requestCount).toBeLessThanOrEqual(4);
  });

  it("is not read on after a request to stop, and its stream ends", async () => {
    await open(250);
    const events = process.events("host", { config: { name_pattern: "none" } })[Symbol.asyncIterator]();
    const next = events.next();
    while (service.requestCount < 1) await new Promise(setImmediate);
    await process.call("stopProvider", {});
    expect((await next).value.diagnostic).toMatchObject([{ summary: "Incomplete list" }]);
    expect(await events.next()).toMatchObject({ done: true });
    for (let turn = 0; turn < 500; turn += 1) await new Promise(setImmediate);
    expect(service.requestCount).toBeLessThanOrEqual(5);
  });

  it("has the same order each time", async () => {
    await open(45);
    const first = namesIn(await process.query("host"));
    expect(namesIn(await (await Process.start(service, { page_size: 7 })).query("host"))).toEqual(first);
  });
});

describe("a list that cannot be read whole", () => {
  const fail = (page: number, times = 1000) =>
    service.faults.arm({ fault: "500-before", matching: ({ query }) => query.page === String(page), times });

  it("is an error with its reason where nothing of it can be read", async () => {
    await open(45);
    fail(1);
    const { errors, results } = await process.query("host");
    expect(results).toEqual([]);
    expect(errors).toEqual([
      expect.stringMatching(/^error at : Service error: list hosts: .*500.*Run the query again later\./s),
    ]);
  });

  it("leaves out a page with a warning, and has the others", async () => {
    await open(45);
    fail(3);
    const found = await process.query("host");
    expect(namesIn(found)).toEqual([...names(0, 20), ...names(30, 45)]);
    expect([found.errors, found.warnings]).toEqual([
      [],
      [
        "warning at : Incomplete list: A page of the list could not be read. The API reports a total of 45 hosts, but its list had 35. Run the query again. If this persists, contact the service's support.",
      ],
    ]);
  });

  it("keeps what it has where more pages fail, and says how far it came", async () => {
    await open(45);
    fail(2);
    fail(4);
    const found = await process.query("host");
    expect(namesIn(found)).toEqual([...names(0, 10), ...names(20, 30)]);
    expect(found.warnings).toEqual([
      expect.stringMatching(/^warning at : Service error: .*The provider read 20 of 45 hosts\./s),
    ]);
    expect(found.errors).toEqual([]);
  });

  it("keeps what it has where the hour's requests are used up", async () => {
    await open(45, { max_requests_per_hour: 2, max_wait: 0 });
    const found = await process.query("host");
    expect(namesIn(found)).toEqual(names(0, 20));
    expect(found.warnings).toEqual([expect.stringContaining("Rate limit exceeded")]);
    expect(found.errors).toEqual([]);
  });

  it("has each object once, and reports what it lacks, where the account changes meanwhile", async () => {
    await open(45);
    const [first] = service.account.objects("host");
    const events = process.events("host", { limit: 100 });
    const found: string[] = [];
    const warnings: string[] = [];
    for await (const { identity, displayName, diagnostic } of events) {
      if (identity === undefined) warnings.push(...diagnostic.map(({ detail }) => detail));
      else found.push(displayName);
      // Every later object moves up by one place, and one slips to the page that was read.
      if (found.length === 5) service.account.remove(first?.id ?? "");
    }
    expect(new Set(found).size).toBe(found.length);
    expect(found).toHaveLength(44);
    expect(warnings).toEqual([expect.stringMatching(/^The list changed while it was read/)]);
  });
});
