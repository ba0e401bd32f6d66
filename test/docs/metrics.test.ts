import { parsedExposition } from "../cli/exposition";
import { openTerminal, type Page, readPage, type Terminal } from "./terminal";

describe("the guide to metrics", () => {
  let guide: Page;
  let terminal: Terminal;
  beforeAll(async () => {
    guide = await readPage("docs/guides/metrics.md");
    terminal = await openTerminal("--demo");
  });
  afterAll(() => terminal.close());

  const documented = () => [...guide.text.matchAll(/^\| `(rblmonitor_\w+)`/gm)].map(([, name]) => `${name}`);

  it("writes a file with metrics that it documents", async () => {
    const [command = ""] = guide.blocks("shell");
    await terminal.run(command);
    const metrics = parsedExposition(await terminal.read("rblmonitor.prom"));
    expect(metrics.get("rblmonitor_listed_hosts")?.samples[0]?.value).toBe(3);
    expect([...metrics.keys()].filter((name) => !documented().includes(name))).toEqual([]);
  });

  it("has a service whose command writes them too", async () => {
    const [service = ""] = guide.blocks("ini");
    const [, line = ""] = /^ExecStart=\/opt\/rblmonitor\/bin\/(.*)$/m.exec(service) ?? [];
    const [, file = ""] = /--output (\S+)/.exec(line) ?? [];
    await terminal.run(line.replace(file, "service.prom"));
    expect(parsedExposition(await terminal.read("service.prom")).size).toBeGreaterThan(10);
  });

  it("alerts on metrics that it documents", () => {
    const [rules = ""] = guide.blocks("yaml");
    const used = [...rules.matchAll(/rblmonitor_\w+/g)].map(([name]) => name);
    expect(rules.match(/- alert:/g)).toHaveLength(2);
    expect(used.length).toBeGreaterThan(2);
    expect(used.filter((name) => !documented().includes(name))).toEqual([]);
  });
});
