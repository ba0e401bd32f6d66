import { ListTally, type Page, pagesOf, readAllPages, readPage } from "../../src/client/paging";

interface Item {
  readonly id: string;
}

function page(number: number, ids: string[], reported: Partial<Page<Item>> = {}): Page<Item> {
  const objects = ids.map((id) => ({ id }));
  const counts = { totalPages: 3, total: 5, totalListed: undefined, unreadable: 0, deleted: 0 };
  return { operation: "list items", objects, page: number, pageSize: 2, ...counts, ...reported };
}

/** A list of those pages, with the numbers of the pages that were read. */
function listOf(pages: Page<Item>[]) {
  const read: number[] = [];
  const readPageAt = async (number: number) => {
    read.push(number);
    const found = pages[number - 1];
    return found ?? page(number, [], { totalPages: pages.length });
  };
  return { read, readPageAt };
}

const five = [page(1, ["a", "b"]), page(2, ["c", "d"]), page(3, ["e"])];

describe("a complete list", () => {
  it("holds the objects of all pages in order", async () => {
    const listing = await readAllPages(listOf(five).readPageAt);
    expect(listing.objects.map(({ id }) => id)).toEqual(["a", "b", "c", "d", "e"]);
    expect(listing).toMatchObject({ total: 5, complete: true });
  });

  it("is in the order of its pages, whichever comes first", async () => {
    const { readPageAt } = listOf(five);
    const slowSecond = async (number: number) => {
      for (let turn = 0; number === 2 && turn < 5; turn += 1) await new Promise(setImmediate);
      return readPageAt(number);
    };
    const listing = await readAllPages(slowSecond);
    expect(listing.objects.map(({ id }) => id)).toEqual(["a", "b", "c", "d", "e"]);
  });

  it("is complete when it is empty with a total of 0", async () => {
    const empty = page(1, [], { total: 0, totalPages: 0 });
    expect(await readAllPages(listOf([empty]).readPageAt)).toMatchObject({
      objects: [],
      total: 0,
      complete: true,
    });
  });

  it("is not complete when an object came twice and another is missing", async () => {
    const shifted = [page(1, ["a", "b"]), page(2, ["b", "c"]), page(3, ["d"])];
    expect(await readAllPages(listOf(shifted).readPageAt)).toMatchObject({ total: 5, complete: false });
  });

  it("is not complete when its pages disagree on the total", async () => {
    const grown = [page(1, ["a", "b"]), page(2, ["c", "d"], { total: 6 }), page(3, ["e"])];
    expect((await readAllPages(listOf(grown).readPageAt)).complete).toBe(false);
  });

  it("is not complete without a total", async () => {
    const unreported = [page(1, ["a"], { total: undefined, totalPages: 1 })];
    expect(await readAllPages(listOf(unreported).readPageAt)).toMatchObject({ total: 1, complete: false });
  });

  it("is not complete when an object could not be read", async () => {
    const damaged = [page(1, ["a"], { total: 2, totalPages: 1, unreadable: 1 })];
    expect((await readAllPages(listOf(damaged).readPageAt)).complete).toBe(false);
  });

  it("is read on behind pages that cannot be read", async () => {
    const pages = Array.from({ length: 60 }, (_, n) =>
      n % 9 === 0 ? page(n + 1, [`${n}`], { totalPages: 60 }) : undefined,
    );
    const listing = await readAllPages(async (number) => pages[number - 1]);
    expect(listing.objects).toHaveLength(7);
  });

  it("reads pages that appear while it reads", async () => {
    const growing = [page(1, ["a", "b"], { totalPages: 2 }), page(2, ["c", "d"]), page(3, ["e"])];
    const { read, readPageAt } = listOf(growing);
    await readAllPages(readPageAt);
    expect(read).toEqual([1, 2, 3]);
  });

  it("reads at most four pages concurrently, after the first", async () => {
    let running = 0;
    let most = 0;
    await readAllPages(async (number) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise(setImmediate);
      running -= 1;
      return page(number, [`id ${number}`], { totalPages: 20, total: 20 });
    });
    expect(most).toBe(4);
  });

  it("fails when a page fails, and reads no further", async () => {
    const read: number[] = [];
    const failing = async (number: number) => {
      read.push(number);
      if (number === 3) throw new Error("page 3 failed");
      return page(number, [`id ${number}`], { totalPages: 1_000, total: 1_000 });
    };
    await expect(readAllPages(failing)).rejects.toThrow("page 3 failed");
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    expect(read.length).toBeLessThan(10);
  });
});

test.each([
  [100, 10_000],
  [20_000, 20_000],
])("a page of %i objects is read up to %i objects, and not one of them beyond", (pageSize, max) => {
  let read = 0;
  const readOf = (length: number) => {
    const response = { envelope: { data: Array(length).fill({}) }, excerpt: () => "" };
    return readPage(response, { page: 1, pageSize, totals: ["total"] }, () => (read += 1), "list items");
  };
  expect(() => readOf(max + 1)).toThrow(`a page has ${max + 1} objects, and ${pageSize} were requested`);
  expect(read).toBe(0);
  expect(readOf(max).objects).toHaveLength(max);
});

describe("a first page", () => {
  const requested = { page: 1, pageSize: 100, totals: ["total"] };
  const pagesOf = (envelope: object) =>
    readPage({ envelope: { ...envelope }, excerpt: () => "" }, requested, (value) => value, "list items")
      .totalPages;

  it.each([0, 1])(
    "that is full is followed by others if its total says so, not total_pages = %i",
    (pages) => {
      const data = [1, 2, 3];
      expect(pagesOf({ data, total: 7, page_size: 3, total_pages: pages })).toBe(3);
      expect(pagesOf({ data, total: 3, page_size: 3, total_pages: pages })).toBe(1);
    },
  );

  it("may be an object with numbers as keys, as PHP writes it", () => {
    expect(pagesOf({ data: { 0: 1, 2: 3 }, total: 2 })).toBe(1);
    expect(() => pagesOf({ data: { error: "no" } })).toThrow("the list has no data");
  });
});

describe("the paging of a page", () => {
  const read = (envelope: object, page = 1) => {
    const requested = { page, pageSize: 100, totals: ["total", "total_hosts"] };
    const readItem = (value: unknown) => (typeof value === "number" ? value : undefined);
    const shown = readPage(
      { envelope: { ...envelope }, excerpt: () => "" },
      requested,
      readItem,
      "list items",
    );
    const { objects: _, operation: __, ...paging } = shown;
    return paging;
  };

  it.each([
    ["is what was requested, without a report", { data: [1, 2] }, { page: 1, pageSize: 100, unreadable: 0 }],
    ["may be reported", { data: [1], page_size: 1, total: 1 }, { pageSize: 1, total: 1 }],
    ["may have another name for the total", { data: [1], total_hosts: 7 }, { total: 7 }],
    ["may have a total of 0", { data: [], total: 0 }, { total: 0, totalPages: 0 }],
    ["may count the listed ones", { data: [1], total_listed: 0 }, { totalListed: 0 }],
    ["counts unreadable objects", { data: [1, "a", "b"] }, { unreadable: 2, deleted: 0 }],
    ["counts deleted objects", { data: [1, "a", { Status: "deleted" }] }, { unreadable: 2, deleted: 1 }],
    ["ignores odd numbers", { data: [], page_size: 2.5, total: -1 }, { pageSize: 100, total: undefined }],
    ["ignores a size of 0", { data: [], page_size: 0 }, { pageSize: 100 }],
  ])("%s", (_, envelope, paging) => {
    expect(read(envelope)).toMatchObject(paging);
  });

  it.each([
    [
      "has as many pages as the service reports",
      { data: [1, 2], page_size: 2, total: 5, total_pages: 3 },
      1,
      3,
    ],
    ["has as many as its total fills", { data: [1, 2], page_size: 2, total: 5 }, 1, 3],
    [
      "has another page after a full one whose total may be its own",
      { data: [1, 2], page_size: 2, total: 2 },
      1,
      2,
    ],
    ["ends with a page that is not full", { data: [1], page_size: 2, total: 1 }, 1, 1],
    ["has another page after one without a total", { data: [1], page_size: 2 }, 1, 2],
    ["has no page after an empty one without a total", { data: [], page_size: 2 }, 1, 0],
    [
      "has more pages if the first one is capped",
      { data: [1, 2], page_size: 5, total: 10, total_pages: 2 },
      1,
      5,
    ],
    [
      "has more pages if the first one is capped at one object",
      { data: [1], page_size: 5, total: 10, total_pages: 2 },
      1,
      10,
    ],
    ["has as many pages as the service reports, without a total", { data: [1, 2], total_pages: 0 }, 1, 0],
    [
      "has no more pages if another one is short",
      { data: [1, 2], page_size: 5, total: 10, total_pages: 2 },
      2,
      2,
    ],
    [
      "has no more pages if the first one is full",
      { data: [1, 2], page_size: 2, total: 4, total_pages: 2 },
      1,
      2,
    ],
  ])("a list %s", (_, envelope, page, totalPages) => {
    expect(read(envelope, page).totalPages).toBe(totalPages);
  });
});

describe("what a list lacks", () => {
  const unknown = { total: undefined };
  const [one, two, three] = five as [Page<Item>, Page<Item>, Page<Item>];

  it.each<[string, (Page<Item> | undefined)[], object]>([
    ["nothing", five, { lacking: 0, isFinal: true, pages: 3 }],
    [
      "the objects of a page that cannot be read",
      [one, undefined, three],
      { lacking: 2, isFinal: false, pages: 2 },
    ],
    [
      "those beyond the deleted ones",
      [{ ...three, total: 3, unreadable: 1, deleted: 1 }],
      { lacking: 1, isFinal: false },
    ],
    [
      "those without a readable SID",
      [{ ...three, total: 3, unreadable: 2, deleted: 1 }],
      { lacking: 1, isFinal: false },
    ],
    [
      "those without a readable SID, without a total",
      [{ ...one, ...unknown, totalPages: 1, unreadable: 2, deleted: 1 }],
      { lacking: 1, isFinal: true },
    ],
    [
      "nothing if it has more than its total",
      [{ ...one, total: 1, totalPages: 1 }],
      { lacking: 0, isFinal: false },
    ],
    ["nothing without a total", [{ ...one, ...unknown, totalPages: 1 }], { lacking: 0, isFinal: true }],
    [
      "one at least if a page cannot be read, without a total",
      [{ ...one, ...unknown }, undefined, { ...three, ...unknown }],
      { lacking: 1, isFinal: false },
    ],
    ["nothing if only its total changes", [one, { ...two, total: 6 }, three], { lacking: 0, isFinal: false }],
  ])("is %s", async (_, pages, expected) => {
    expect(await readAllPages(async (number) => pages[number - 1])).toMatchObject(expected);
  });
});

describe("the pages read so far", () => {
  const tallyOf = (...pages: (Page<Item> | undefined)[]) => {
    const tally = new ListTally<Item>();
    for (const each of pages) tally.add(each);
    return tally;
  };
  const unknown = { total: undefined };

  it("have the size of the latest one", () => {
    expect(tallyOf(page(1, ["a"], { pageSize: 7 }), page(2, ["b"], { pageSize: 9 })).pageSize).toBe(9);
    expect([new ListTally().pageSize, new ListTally().lastPage, tallyOf(undefined).unreadPages]).toEqual([
      1, 0, 1,
    ]);
  });

  it.each<[string, Partial<Page<Item>>, string[], boolean]>([
    ["repeats objects", {}, ["a"], false],
    ["repeats objects beyond the reported pages", { page: 4 }, ["a"], true],
    ["is the last of the reported pages, and objects are missing", { page: 3 }, ["a"], false],
    ["comes after all objects", { total: 2 }, [], true],
    ["comes before some objects", { total: 3 }, [], false],
    ["has unreadable objects", { page: 4, unreadable: 1 }, [], false],
    ["is not full, without a total", unknown, ["a"], true],
    ["is full, without a total", unknown, ["a", "b"], false],
  ])("are all, or not, once one %s", (_, reported, ids, expected) => {
    const tally = tallyOf(page(1, ["a", "b"], reported), page(2, ids, reported));
    expect(tally.isEndReached).toBe(expected);
  });

  it.each([
    ["as short because of unreadable objects", ["c"], { unreadable: 1 }, 9],
    ["shorter than the first", ["c"], {}, 3],
  ])("without a total end where a page is %s", (_, ids, reported, lastPage) => {
    const tally = tallyOf(
      page(1, ["a", "b"], unknown),
      page(2, ids, { ...unknown, ...reported, totalPages: 9 }),
    );
    expect(tally.lastPage).toBe(lastPage);
  });

  it.each<[string, Partial<Page<Item>>, string[], number]>([
    ["a total", { total: 1 }, ["a", "b"], 5_001],
    ["a total that the first page has", { total: 1 }, ["a"], 5_001],
    ["no total", unknown, ["a", "b"], 105_000],
    ["a total that is too large", { total: 300_000 }, ["a", "b"], 255_000],
    ["a total and capped pages", { total: 5 }, ["a"], 10_010],
    ["a total and an unreadable object", { total: 5, unreadable: 1 }, ["a"], 5_005],
    ["a total and an empty page", { total: 5 }, [], 5_005],
  ])("with %s may be up to a bound", (_, reported, ids, most) => {
    const assertOf = (totalPages: number) => () =>
      tallyOf(page(1, ids, { ...reported, totalPages })).assertFinite();
    expect(assertOf(most)).not.toThrow();
    expect(assertOf(most + 1)).toThrow(`a list with that total has at most ${most} pages`);
  });

  it("may be read one at a time", async () => {
    const read: number[] = [];
    const tally = new ListTally<Item>();
    const pages = pagesOf(
      async (number) => {
        read.push(number);
        return five[number - 1];
      },
      tally,
      () => 0,
    );
    await pages.next();
    await pages.next();
    expect(read).toEqual([1, 2]);
  });
});

describe("a list without totals and page sizes", () => {
  const readOf = async (served: number, count: number, pages = (number: number) => number) => {
    const read: number[] = [];
    const all = Array.from({ length: count }, (_, n) => ({ id: String(n) }));
    const { objects } = await readAllPages(async (page) => {
      read.push(page);
      const start = (pages(page) - 1) * served;
      const response = { envelope: { data: all.slice(start, start + served) }, excerpt: () => "" };
      return readPage(
        response,
        { page, pageSize: 100, totals: ["total"] },
        (item) => item as Item,
        "list items",
      );
    });
    return { objects: objects.length, requests: read.length };
  };

  it.each([
    ["capped pages, with a shorter one at the end", 50, 120, 3],
    ["capped pages, each of them full", 50, 100, 3],
    ["a single page", 50, 30, 2],
    ["a first page that is empty", 50, 0, 1],
    ["pages as requested", 100, 250, 3],
  ])("is read to its end, with %s", async (_, served, count, requests) => {
    expect(await readOf(served, count)).toEqual({ objects: count, requests });
  });

  it("ends with the first page if the service ignores the number of the page", async () => {
    expect(await readOf(50, 50, () => 1)).toEqual({ objects: 50, requests: 2 });
  });
});

describe("a list that does not end", () => {
  const total = 60;
  const endless: readonly (readonly [string, (number: number) => Page<Item> | undefined, number])[] = [
    ["reports a billion pages", (n) => page(n, [`${n}`, `${n}b`], { total, totalPages: 1e9 }), 1],
    [
      "reports a billion pages and no total",
      (n) => page(n, [`${n}`], { total: undefined, totalPages: 1e9 }),
      1,
    ],
    ["reports a billion objects", (n) => page(n, [`${n}`, `${n}b`], { total: 1e9, totalPages: 5e8 }), 1],
    ["always has a next page", (n) => page(n, [`${n}`, `${n}b`], { total, totalPages: n + 1 }), 5_060],
    ["has longer pages than it reports", (n) => page(n, many(n), { total, totalPages: n + 1 }), 14],
    ["repeats a page", (n) => page(n, ["a", "b"], { total, totalPages: 30 }), 11],
    [
      "repeats a page and has no total",
      (n) => page(n, ["a", "b"], { total: undefined, totalPages: n + 1 }),
      11,
    ],
    ["has empty pages", (n) => page(n, n === 1 ? ["a"] : [], { total, totalPages: 30 }), 11],
    ["has only empty pages", (n) => page(n, [], { total, totalPages: 30 }), 11],
    ["holds only unreadable objects", (n) => page(n, [], { totalPages: 30, total, unreadable: 2 }), 11],
    [
      "has no page that can be read",
      (n) => (n === 1 ? page(n, ["a"], { total, totalPages: 30 }) : undefined),
      11,
    ],
  ];

  it.each(endless)("fails after a bound when it %s", async (_, pageAt, most) => {
    const read: number[] = [];
    const reading = readAllPages(async (number) => {
      read.push(number);
      return pageAt(number);
    });
    await expect(reading).rejects.toMatchObject({ name: "ServiceError", kind: "unreadable", effect: "none" });
    // Pages that were requested together count as one step.
    expect(read.length).toBeLessThanOrEqual(most + 3);
  });

  it("holds at most about half a million objects, whatever total it reports", async () => {
    const ids = (number: number) => Array.from({ length: 10_000 }, (_, n) => `${number} ${n}`);
    let read = 0;
    const reading = readAllPages(async (number) => {
      read += 1;
      return page(number, ids(number), { pageSize: 100, total: 1_000_000, totalPages: 5_000 });
    });
    await expect(reading).rejects.toThrow("the list does not end");
    expect(read).toBeLessThan(60);
  });

  it("is an error with the reported and the read numbers, and whom to contact", async () => {
    const reading = readAllPages(async (number) => page(number, ["a", "b"], { totalPages: 1e9, total: 2 }));
    await expect(reading).rejects.toThrow(
      "list items: the list does not end: the service reported 1000000000 pages with 2 objects, 1 with 2 different objects were read, and a list with that total has at most 5002 pages; contact the service's support",
    );
  });

  it("is an error with the number of all pages that were read", async () => {
    const reading = readAllPages(async (number) =>
      page(number, number < 4 ? [`${number}`] : ["1"], { totalPages: 30, total: 1_000 }),
    );
    await expect(reading).rejects.toThrow(
      "13 with 3 different objects were read, and the last 10 pages had no new",
    );
  });

  it.each([
    ["60,000 objects in pages of 100", 60_000, 100, 100],
    ["60,000 objects in pages that are capped at 10 and reported as 100", 60_000, 100, 10],
  ])("is not %s", async (_, count, pageSize, served) => {
    const listing = await readAllPages(async (number) => {
      const ids = Array.from({ length: served }, (_, n) => `${number} ${n}`);
      return page(number, ids, { pageSize, total: count, totalPages: count / served });
    });
    expect(listing).toMatchObject({ complete: true, pages: count / served });
  });

  it("may grow to twice its length and some pages while it is read", async () => {
    const count = (number: number) => 5_000 + Math.min(number * 100, 15_000);
    const listing = await readAllPages(async (number) => {
      const ids = Array.from({ length: 100 }, (_, n) => `${number} ${n}`);
      return page(number, ids, { pageSize: 100, total: count(number), totalPages: count(number) / 100 });
    });
    expect(listing.objects).toHaveLength(20_000);
  });

  it("may become shorter while it is read", async () => {
    const listing = await readAllPages(async (number) => {
      const left = number === 1 ? 60_000 : 300;
      const ids = number > 3 ? [] : Array.from({ length: 100 }, (_, n) => `${number} ${n}`);
      return page(number, ids, { pageSize: 100, total: left, totalPages: left / 100 });
    });
    expect(listing).toMatchObject({ complete: false });
    expect(listing.objects).toHaveLength(300);
  });

  it("may have a page that repeats the previous one", async () => {
    const ids = (number: number) => [`${Math.max(1, number - Number(number > 2))}`];
    const listing = await readAllPages(async (number) =>
      page(number, ids(number), { totalPages: 30, total: 30 }),
    );
    expect(listing.objects).toHaveLength(29);
  });
});

/** A page of a thousand objects. */
function many(number: number): string[] {
  return Array.from({ length: 1_000 }, (_, n) => `${number} ${n}`);
}
