import { eachPage, type Page, wholeList } from "../../src/client/paging";

interface Item {
  readonly id: string;
}

function page(number: number, ids: string[], told: Partial<Page<Item>> = {}): Page<Item> {
  const objects = ids.map((id) => ({ id }));
  const counts = { totalPages: 3, total: 5, totalListed: undefined, unreadable: 0 };
  return { objects, page: number, pageSize: 2, ...counts, ...told };
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

async function numbersOf(pages: AsyncIterable<Page<Item>>): Promise<number[]> {
  const numbers: number[] = [];
  for await (const { page } of pages) numbers.push(page);
  return numbers;
}

describe("the pages of a list", () => {
  it("come in order up to the last that the server tells", async () => {
    const { read, readPageAt } = listOf(five);
    expect(await numbersOf(eachPage(readPageAt))).toEqual([1, 2, 3]);
    expect(read).toEqual([1, 2, 3]);
  });

  it("are not read before they are asked for", async () => {
    const { read, readPageAt } = listOf(five);
    for await (const _page of eachPage(readPageAt)) break;
    expect(read).toEqual([1]);
  });

  it("end with an empty one, however many are told", async () => {
    const { readPageAt } = listOf([page(1, ["a"], { totalPages: 1e9 }), page(2, [], { totalPages: 1e9 })]);
    expect(await numbersOf(eachPage(readPageAt))).toEqual([1, 2]);
  });
});

describe("a whole list", () => {
  it("holds the objects of all pages in order", async () => {
    const listing = await wholeList(listOf(five).readPageAt);
    expect(listing.objects.map(({ id }) => id)).toEqual(["a", "b", "c", "d", "e"]);
    expect(listing).toMatchObject({ total: 5, complete: true });
  });

  it("is in the order of its pages, whichever comes first", async () => {
    const { readPageAt } = listOf(five);
    const slowSecond = async (number: number) => {
      for (let turn = 0; number === 2 && turn < 5; turn += 1) await new Promise(setImmediate);
      return readPageAt(number);
    };
    const listing = await wholeList(slowSecond);
    expect(listing.objects.map(({ id }) => id)).toEqual(["a", "b", "c", "d", "e"]);
  });

  it("is complete when it is empty and says so", async () => {
    const empty = page(1, [], { total: 0, totalPages: 0 });
    expect(await wholeList(listOf([empty]).readPageAt)).toMatchObject({
      objects: [],
      total: 0,
      complete: true,
    });
  });

  it("is not complete when an object came twice and another is missing", async () => {
    const shifted = [page(1, ["a", "b"]), page(2, ["b", "c"]), page(3, ["d"])];
    expect(await wholeList(listOf(shifted).readPageAt)).toMatchObject({ total: 5, complete: false });
  });

  it("is not complete when its pages disagree on the total", async () => {
    const grown = [page(1, ["a", "b"]), page(2, ["c", "d"], { total: 6 }), page(3, ["e"])];
    expect((await wholeList(listOf(grown).readPageAt)).complete).toBe(false);
  });

  it("is not complete when no total is told", async () => {
    const untold = [page(1, ["a"], { total: undefined, totalPages: 1 })];
    expect(await wholeList(listOf(untold).readPageAt)).toMatchObject({ total: 1, complete: false });
  });

  it("is not complete when an object could not be read", async () => {
    const damaged = [page(1, ["a"], { total: 2, totalPages: 1, unreadable: 1 })];
    expect((await wholeList(listOf(damaged).readPageAt)).complete).toBe(false);
  });

  it.each([
    [
      "holds only what cannot be read",
      (number: number) => page(number, [], { totalPages: 1e4, unreadable: 2 }),
    ],
    ["cannot be read", () => undefined],
  ])("is given up when page after page %s, however many there are said to be", async (_, barren) => {
    const read: number[] = [];
    const listing = await wholeList(async (number) => {
      read.push(number);
      return number === 1 ? page(1, ["a", "b"], { totalPages: 1e4, total: 2 }) : barren(number);
    });
    expect(read).toHaveLength(11);
    expect(listing.complete).toBe(false);
  });

  it("is read on behind pages that cannot be read", async () => {
    const pages = Array.from({ length: 60 }, (_, n) =>
      n % 9 === 0 ? page(n + 1, [`${n}`], { totalPages: 60 }) : undefined,
    );
    const listing = await wholeList(async (number) => pages[number - 1]);
    expect(listing.objects).toHaveLength(7);
  });

  it("reads pages that appear while it reads", async () => {
    const growing = [page(1, ["a", "b"], { totalPages: 2 }), page(2, ["c", "d"]), page(3, ["e"])];
    const { read, readPageAt } = listOf(growing);
    await wholeList(readPageAt);
    expect(read).toEqual([1, 2, 3]);
  });

  it("reads at most four pages at once, after the first", async () => {
    let running = 0;
    let most = 0;
    await wholeList(async (number) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise(setImmediate);
      running -= 1;
      return page(number, [`id ${number}`], { totalPages: 20, total: 20 });
    });
    expect(most).toBe(4);
  });

  it("ends when the server repeats a page for ever", async () => {
    const { read, readPageAt } = listOf([]);
    const repeated = async (number: number) => {
      await readPageAt(number);
      return page(number, ["a", "b"], { totalPages: 1e9 });
    };
    expect((await wholeList(repeated)).complete).toBe(false);
    expect(read.length).toBeLessThanOrEqual(5);
  });

  it("fails when a page fails, and reads no further", async () => {
    const read: number[] = [];
    const failing = async (number: number) => {
      read.push(number);
      if (number === 3) throw new Error("page 3 failed");
      return page(number, [`id ${number}`], { totalPages: 1_000, total: 1_000 });
    };
    await expect(wholeList(failing)).rejects.toThrow("page 3 failed");
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    expect(read.length).toBeLessThan(10);
  });
});
