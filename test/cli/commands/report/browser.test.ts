import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { pageOf } from "../../../../src/cli/commands/report/output/page";
import { colours } from "../../../../src/cli/commands/report/output/style";
import { addDemoObjects } from "../../../../src/emulator/demo-account";
import { fillCompany, fillExtreme, fillLarge, longLabel, talkative } from "./accounts";
import { type Browser, findChromium, type Page } from "./chromium";
import * as inPage from "./page-expressions";
import { reportOn } from "./report-of";

const found = findChromium();
// The project does not install a browser.
const given = "missing" in found ? describe.skip : describe;
// Jest says of a file that is skipped only that it is.
if ("missing" in found)
  process.stderr.write(`The page of a report is not tried in a browser: ${found.missing}.\n`);

const accounts = ["company", "demo", "empty", "large", "extreme", "wordy"] as const;
/** A label of a usual sentence. */
const wordyLabel = "The second relay of the office in Rotterdam, which sends the newsletters";
/** Phones, a tablet in both positions, and desktops. */
const screens = [
  [320, "light"],
  [320, "dark"],
  [360, "light"],
  [390, "light"],
  [390, "dark"],
  [768, "light"],
  [1024, "light"],
  [1280, "light"],
  [1280, "dark"],
  [1440, "light"],
  [1600, "light"],
] as const;

given("the page in Chromium", () => {
  let folder: string;
  let browser: Browser;
  const pages = new Map<string, Page>();
  const said: string[] = [];
  const asked: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "report-page-"));
    const now = () => Date.UTC(2026, 10, 21, 14);
    const reports = {
      company: await reportOn(fillCompany, talkative),
      demo: await reportOn((service) => addDemoObjects({ ...service, now }), talkative),
      empty: await reportOn(() => undefined, talkative),
      large: await reportOn(fillLarge, talkative),
      extreme: await reportOn(fillExtreme, talkative),
      wordy: await reportOn(({ account }) => {
        const group = account.add("contact_group", { name: "Office" }).id;
        account.add("contact", { contact: "ops@example.com", contact_group: [group] });
        account.add("host", { host: "192.0.2.1", name: wordyLabel, listed: true, contact_group: [group] });
      }, talkative),
    };
    if ("launch" in found) browser = await found.launch();
    for (const name of accounts) {
      const file = join(folder, `${name}.html`);
      await writeFile(file, pageOf(reports[name]));
      const page = await browser.newPage();
      page.on("request", (request) => asked.push(request.url()));
      page.on("console", (message) => said.push(message.text()));
      await page.goto(pathToFileURL(file).href);
      pages.set(name, page);
    }
  });
  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true });
  });

  /** Looks at the page of an account. It is loaded once: it has no scripts, so only the screen changes what it shows. */
  const onPage = async <T>(
    name: (typeof accounts)[number],
    width: number,
    colorScheme: "light" | "dark",
    look: (page: Page) => Promise<T>,
  ): Promise<T> => {
    const page = pages.get(name) as Page;
    await page.emulateMedia({ media: "screen", colorScheme });
    await page.setViewportSize({ width, height: 900 });
    return look(page);
  };

  const everywhere = accounts.flatMap((name) =>
    screens.map(([width, theme]) => [name, width, theme] as const),
  );

  it.each(everywhere)(
    "of the account %s, %d pixels wide, %s, is readable, and does not scroll sideways",
    async (name, width, theme) => {
      const facts = await onPage(name, width, theme, async (page) => {
        await keepPicture(page, `${name}-${width}-${theme}`);
        return {
          wide: await page.evaluate("document.documentElement.scrollWidth"),
          ground: await page.evaluate(inPage.ground),
          pale: await page.evaluate<unknown[]>(inPage.paleTexts),
          faint: await page.evaluate<unknown[]>(inPage.faintMarks),
          cut: await page.evaluate<unknown[]>(inPage.cutTexts),
          clipped: await page.evaluate<unknown[]>(inPage.clippedElements),
          pictures: await page.evaluate<inPage.ShownPicture[]>(inPage.pictures),
        };
      });
      const forms = width > 800 ? (["broad"] as const) : (["narrow", "narrow"] as const);
      const shown = name === "empty" ? [] : forms;
      // Texts of the picture that fit are within it, and none stands over another.
      const pictures = shown.map((form) => ({ form, outside: [], over: [] }));
      expect(facts).toEqual({
        ...{ wide: width, ground: colours.page[theme === "dark" ? 1 : 0], pale: [], faint: [], cut: [] },
        clipped: [],
        pictures,
      });
    },
  );

  it.each([
    [1280, 900],
    [390, 844],
    [320, 568],
  ])("shows the first named problem and its command without scrolling on %d × %d", async (width, height) => {
    for (const name of ["company", "demo", "large", "extreme"] as const) {
      const bottom = await onPage(name, width, "light", (page) =>
        page.evaluate<number>("document.querySelector('.problems > li code').getBoundingClientRect().bottom"),
      );
      expect(bottom).toBeLessThan(height);
    }
  });

  it("loads no further resources, and the browser refuses nothing", () => {
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((url) => !url.startsWith("file:"))).toEqual([]);
    expect(new Set(asked).size).toBe(accounts.length);
    expect(said).toEqual([]);
  });

  it.each([
    [390, "of a cell", 0, "Age 2 d"],
    [1280, "of a column", 1, "2 d"],
  ])(
    "has tables, headings and a picture for those who do not see it, %d pixels wide, with titles %s",
    async (width, _, columns, age) => {
      const counts = await onPage("company", width, "light", async (page) => ({
        title: await page.getByRole("heading", { level: 1, name: "Monitoring report" }).count(),
        tables: await page.getByRole("table", { name: "Hosts on a blocklist" }).count(),
        heads: await page.getByRole("rowheader", { name: "192.0.2.5" }).count(),
        cells: await page.getByRole("cell", { name: "mx-5" }).count(),
        columns: await page.getByRole("columnheader", { name: "Age" }).count(),
        ages: await page.getByRole("cell", { name: age, exact: true }).count(),
        regions: await page.getByRole("region", { name: "Listed hosts" }).count(),
        links: await page.getByRole("link", { name: "2 of 43 hosts are listed." }).count(),
      }));
      expect(counts).toEqual({
        ...{ title: 1, tables: 1, heads: 1, cells: 1, columns, ages: 2, regions: 1, links: 1 },
      });
    },
  );

  it("leads with the keyboard from the summary to its parts", async () => {
    const place = await onPage("company", 1280, "light", async (page) => {
      await page.keyboard.press("Tab");
      await page.keyboard.press("Tab");
      const outline = await page.evaluate("getComputedStyle(document.activeElement).outlineStyle");
      await page.keyboard.press("Enter");
      return [outline, await page.evaluate("location.hash")];
    });
    expect(place).toEqual(["solid", "#listed"]);
  });

  it.each(accounts)("is printed light and whole, however the screen is: %s", async (name) => {
    const printed = await onPage(name, 1280, "dark", async (page) => {
      await page.emulateMedia({ media: "print" });
      // What is left of A4 between margins of 14 mm.
      await page.setViewportSize({ width: 688, height: 1_000 });
      return {
        cut: await page.evaluate<unknown[]>(inPage.cutTexts),
        pale: await page.evaluate<unknown[]>(inPage.paleTexts),
        ground: await page.evaluate(inPage.ground),
        pages: pagesOf(await page.pdf({ format: "A4" })),
      };
    });
    expect(printed).toEqual({ cut: [], pale: [], ground: "#ffffff", pages: expect.any(Number) });
    expect(printed.pages).toBeGreaterThan(0);
    expect(printed.pages).toBeLessThanOrEqual(maxPages[name]);
  });

  it.each([
    ["extreme", 37],
    ["large", 1_667],
  ] as const)("prints all rows, also those that the screen shows only on request: %s", async (name, all) => {
    const shown = await onPage(name, 320, "light", (page) => page.evaluate<number>(inPage.listedRows));
    const printed = await onPage(name, 320, "light", async (page) => {
      await page.emulateMedia({ media: "print" });
      return page.evaluate<number>(inPage.listedRows);
    });
    expect([shown, printed]).toEqual([10, all]);
  });

  it("shows further rows on request, with the keyboard", async () => {
    const rows = await onPage("extreme", 1280, "light", async (page) => {
      await page.evaluate("document.querySelector('#listed summary').focus()");
      await page.keyboard.press("Enter");
      const open = await page.evaluate<number>(inPage.listedRows);
      await page.keyboard.press("Enter");
      return open;
    });
    expect(rows).toBe(37);
  });

  it.each([320, 360])("breaks no command within an option, %d pixels wide", async (width) => {
    const broken = await onPage("company", width, "light", (page) => page.evaluate(inPage.brokenOptions));
    expect(broken).toEqual([]);
  });

  it("breaks no label while its row has room, 1440 pixels wide", async () => {
    const lines = await onPage("wordy", 1440, "light", (page) =>
      page.evaluate<Record<string, number>>(inPage.linesOfListedHosts),
    );
    expect(lines).toEqual({ "192.0.2.1": 1, [wordyLabel]: 1 });
  });

  it.each([1280, 1440])("breaks long labels, but no address, %d pixels wide", async (width) => {
    const lines = await onPage("extreme", width, "light", (page) =>
      page.evaluate<Record<string, number>>(inPage.linesOfListedHosts),
    );
    const { [longLabel]: label = 0, ...others } = lines;
    expect(label).toBeGreaterThan(1);
    expect(Object.entries(others).filter(([, count]) => count !== 1)).toEqual([]);
  });
});

/** Every row is printed. */
const maxPages = { company: 4, demo: 6, empty: 2, large: 120, extreme: 10, wordy: 2 };

/** How many pages a PDF of Chromium has. */
function pagesOf(pdf: Buffer): number {
  return pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

/** Keeps what the page looks like for people, in the folder that RBLMONITOR_TEST_SCREENSHOTS names. */
async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = process.env.RBLMONITOR_TEST_SCREENSHOTS;
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}
