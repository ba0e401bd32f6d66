import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import type { Report } from "../../../../src/cli/commands/report/account-report";
import { metrics } from "../../../../src/cli/commands/report/output/metrics";
import { markdown } from "../../../../src/cli/commands/report/output/text";
import { text } from "../../arbitrary-texts";
import { parsedExposition } from "../../exposition";
import { commandRun } from "../drift/command";
import { Workbench } from "../drift/workbench";
import { fillCompany, talkative } from "./accounts";
import { reportOn } from "./report-of";

let company: Report;
beforeAll(async () => {
  company = await reportOn(fillCompany, talkative);
});

/** The samples of a metric as `labels value`, without the label of the account. */
function samplesOf(report: Report, name: string): string[] {
  const { samples = [] } = parsedExposition(metrics(report)).get(`rblmonitor_${name}`) ?? {};
  return samples.map(({ labels: { account, ...labels }, value }) => {
    expect(account).toBe(report.account.sid);
    return [...Object.values(labels), value].join(" ");
  });
}

describe("the metrics of a report", () => {
  it("are the figures of the report", () => {
    expect(samplesOf(company, "report_timestamp_seconds")).toEqual([
      `${Date.UTC(2026, 10, 21, 14, 3) / 1_000}`,
    ]);
    expect(samplesOf(company, "report_complete")).toEqual(["1"]);
    expect(samplesOf(company, "objects")).toEqual(
      Object.entries(company.counts).map(([kind, count]) => `${kind} ${count}`),
    );
    expect(samplesOf(company, "listed_hosts")).toEqual(["2"]);
    expect(samplesOf(company, "certificate_errors")).toEqual(["2"]);
    expect(samplesOf(company, "topic_level")).toContain("listed 3");
    expect(samplesOf(company, "topic_level")).toContain("contacts 2");
    expect(samplesOf(company, "topic_level")).toContain("undeclared 1");
    expect(samplesOf(company, "topic_level")).toContain("unchecked 0");
    expect(samplesOf(company, "watched_objects")).toEqual(
      expect.arrayContaining(["host yes 42", "host no 1", "certificate_monitor yes 4"]),
    );
    expect(samplesOf(company, "reached_objects")).toContain("host no 3");
    expect(samplesOf(company, "paused_objects")).toEqual(["host 1", "certificate_monitor 0", "source 0"]);
    expect(samplesOf(company, "inactive_contacts")).toEqual(["pending 1", "paused 1", "unknown 0"]);
  });

  it("have the requests that are left at least, where the service reports only its tightest limit", async () => {
    const tight = await reportOn(fillCompany, { ...talkative, limits: { hour: 1_000, read: 100 } });
    expect(samplesOf(tight, "requests_left")).toEqual([]);
    expect(samplesOf(tight, "requests_left_at_least")).toEqual([`${tight.requests.at_least}`]);
    expect(samplesOf(company, "requests_left_at_least")).toEqual(samplesOf(company, "requests_left"));
  });

  it("have the time until each certificate expires", () => {
    const hostnames = samplesOf(company, "certificate_expires_seconds").map((line) => line.slice(35));
    expect(hostnames).toEqual(
      expect.arrayContaining([
        `shop.example.com ${-2 * 86_400}`,
        `mail.example.com ${9 * 86_400}`,
        `www.example.com ${62 * 86_400}`,
      ]),
    );
  });

  it("leave out what is not known, and say what could not be read", async () => {
    const free = await reportOn(fillCompany, { ...talkative, plan: "free" });
    expect(samplesOf(free, "list_read")).toEqual(
      expect.arrayContaining(["host 1", "source 0", "listings 1"]),
    );
    expect(samplesOf(free, "objects").map((line) => line.split(" ")[0])).not.toContain("source");
    expect(samplesOf(free, "paused_objects")).toEqual(["host 1", "certificate_monitor 0"]);
    const short = await reportOn(fillCompany, { ...talkative, limits: { hour: 2 } });
    expect(samplesOf(short, "report_complete")).toEqual(["0"]);
    expect(samplesOf(short, "watched_objects").filter((line) => line.startsWith("host"))).toEqual([]);
  });

  it("are valid, whatever names the account has", () => {
    fc.assert(
      fc.property(text, (name) => {
        const objects = company.objects.map((object) => ({ ...object, key: name }));
        const { samples = [] } =
          parsedExposition(metrics({ ...company, objects })).get("rblmonitor_certificate_expires_seconds") ??
          {};
        expect(samples).toHaveLength(4);
        expect(samples[0]?.labels.hostname).not.toMatch(/\p{Cc}|\p{Bidi_Control}/u);
      }),
    );
  });

  it("are those that the guide documents", async () => {
    const guide = await readFile("docs/guides/metrics.md", "utf8");
    const documented = [...guide.matchAll(/^\| `(rblmonitor_\w+)`/gm)].map(([, name]) => name);
    const all = {
      ...company,
      since: { new: [], gone: [] },
      undeclared: { objects: [] },
    } as unknown as Report;
    expect(documented).toEqual([...parsedExposition(metrics(all)).keys()]);
  });
});

describe("the Markdown of a report", () => {
  it("has the summary, and a table for each part with a finding", () => {
    const page = markdown(company, "Mail");
    expect(page).toMatch(
      /^### Mail&#58; 4 problems need action\n\nAccount <code>AC[0-9a-f]{32}<\/code> at api/,
    );
    expect(page).toContain("\n- ✗ 2 of 43 hosts are listed.\n");
    expect(page).toContain(
      "#### Listed hosts\n\n| Object | Label | Problem | Age | Notifies |\n| --- | --- | --- | --- | --- |\n",
    );
    expect(page).toMatch(/\n\| 192\.0\.2\.5 \| mx-5 \| listed by .* \| 2 d \| Postmasters \|\n/);
    expect(page).toContain("#### Contact groups without an active contact");
    expect(page).not.toContain("#### Requests");
  });

  it("shows names as text, whatever they hold", () => {
    const name = "[x](http://evil.example) <b> | `a` @team #1";
    const [line] = company.summary;
    const problem = {
      ...{ object: name, label: name, text: name },
      since: null,
      notifies: null,
      command: "",
    };
    const page = markdown({ ...company, summary: [{ ...line, problems: [problem] }] } as Report, "Mail");
    expect(page).not.toMatch(/\]\(|<b>|`a`|@team/);
    expect(
      page
        .split("\n")
        .filter((row) => row.startsWith("| "))[2]
        ?.split(" | "),
    ).toHaveLength(5);
  });
});

describe("rblmonitor report --format", () => {
  let bench: Workbench;
  beforeEach(async () => {
    bench = await Workbench.open();
  });
  afterEach(() => bench.close());

  const run = async (...args: string[]) => {
    const service = await bench.emulator(talkative);
    fillCompany(service);
    return commandRun(service, ["report", ...args], { cwd: bench.folder });
  };

  it("prometheus replaces the file as a whole", async () => {
    await writeFile(join(bench.folder, "rblmonitor.prom"), "older");
    const { code, stdout } = await run("--format", "prometheus", "--output", "rblmonitor.prom");
    expect([code, stdout]).toEqual([0, ""]);
    const written = await readFile(join(bench.folder, "rblmonitor.prom"), "utf8");
    expect(parsedExposition(written).get("rblmonitor_listed_hosts")?.samples[0]?.value).toBe(2);
    expect(await readdir(bench.folder)).toEqual(["rblmonitor.prom"]);
  });

  it("markdown prints the tables, and writes the page too", async () => {
    const { code, stdout } = await run("--format", "markdown", "--html", "report.html");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^### Monitoring report/);
    expect(await readFile(join(bench.folder, "report.html"), "utf8")).toContain("<!doctype html>");
  });

  it("json prints what --json prints", async () => {
    expect(JSON.parse((await run("--format", "json")).stdout)).toMatchObject({ version: 1, since: null });
  });

  it("is refused with a page on standard output", async () => {
    const { code, stderr } = await run("--format", "prometheus", "--html", "-");
    expect([code, stderr]).toEqual([
      1,
      "rblmonitor: --html - and --format prometheus both use standard output: pass a file to --html.\n",
    ]);
  });
});
