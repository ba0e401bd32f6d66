import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { EmulatorOptions } from "../../src/emulator/emulator";
import { type Kind, kindNames } from "../../src/service/kinds";
import { isLegacyKind } from "../../src/service/legacy/kinds";
import { describeWith } from "../real-core";
import { planJson } from "../shown-json";
import { closeAccounts, openAccount, type TestAccount } from "./account";
import { usedApiVersion } from "./api-version";

afterEach(closeAccounts);

const supportedKinds = kindNames.filter((kind) => usedApiVersion !== "3.0" || isLegacyKind(kind));
const block = (kind: Kind, name: string, body = "") =>
  `list "rblmonitor_${kind}" "${name}" {\n  provider = rblmonitor\n${body}\n}\n`;

/** An account, and list blocks for it. @param pageSize objects per page */
async function open(blocks: string, settings: EmulatorOptions = {}, pageSize = 100): Promise<TestAccount> {
  const account = await openAccount(settings);
  await account.write("", `page_size = ${pageSize}`);
  await account.workspace.write("all.tfquery.hcl", blocks);
  return account;
}

interface Line {
  readonly type: string;
  readonly diagnostic?: { readonly severity: string; readonly summary: string };
  readonly list_resource_found?: { readonly address: string; readonly display_name: string };
}

/** What `terraform query -json` prints: the names by the address of their list, and diagnostics. */
async function query({ workspace }: TestAccount) {
  const { code, stdout } = await workspace.run("query", "-json");
  const lines = stdout
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
  const names: Record<string, string[]> = {};
  for (const { list_resource_found: found } of lines)
    if (found !== undefined) names[found.address] = [...(names[found.address] ?? []), found.display_name];
  // A development override is warned of.
  const reported = lines
    .flatMap(({ diagnostic }) => diagnostic ?? [])
    .filter(({ summary }) => !summary.includes("development overrides"));
  return { code, names, reported: reported.map(({ severity, summary }) => `${severity}: ${summary}`) };
}

describeWith("list resources")("terraform query", () => {
  it("lists by filters and up to the limit, without unnecessary requests", async () => {
    const account = await open(
      block("host", "some", "  limit = 3") +
        block("host", "named", '  config {\n    name_pattern = "host 1*"\n  }') +
        block("source", "own"),
    );
    for (let n = 0; n < 12; n += 1)
      account.service.account.add("host", { host: `192.0.2.${n}`, name: `host ${n}` });
    const before = account.service.requestCount;
    expect(await query(account)).toEqual({
      code: 0,
      names: {
        "list.rblmonitor_host.some": [0, 1, 2].map((n) => `host ${n} (192.0.2.${n})`),
        "list.rblmonitor_host.named": [1, 10, 11].map((n) => `host ${n} (192.0.2.${n})`),
      },
      reported: [],
    });
    expect(account.service.requestCount - before).toBe(2);
  });

  it.each([
    ["separate hosts", "flat"],
    ["one host", "one"],
    ["a parent with children", "parent-and-children"],
  ] as const)(
    "generates configuration whose import plans no change, with subnets as %s",
    async (_name, subnetCreate) => {
      // Version 3.0 does not return the frequency of a monitoring profile.
      const listed = supportedKinds.filter(
        (kind) => usedApiVersion !== "3.0" || kind !== "monitoring_profile",
      );
      const account = await open(listed.map((kind) => block(kind, "all")).join(""), {
        demo: true,
        subnetCreate,
      });
      await account.workspace.succeed("query", "-generate-config-out=generated.tf");
      const { resource_changes: changes = [] } = await planJson(account.workspace);
      expect(new Set(changes.map(({ type }) => type))).toEqual(
        new Set(listed.map((kind) => `rblmonitor_${kind}`)),
      );
      expect(changes.filter(({ change }) => change.actions.join() !== "no-op")).toEqual([]);
      await account.workspace.succeed("apply", "planned");
      await account.workspace.succeed("plan", "-detailed-exitcode");
    },
  );

  it("keeps what it read where a part of a list fails, and reports that", async () => {
    const account = await open(block("host", "all") + block("contact_group", "all"), {}, 10);
    for (let n = 0; n < 25; n += 1)
      account.service.account.add("host", { host: `192.0.2.${n}`, name: `host ${n}` });
    account.service.faults.arm({
      fault: "500-before",
      matching: ({ path, query }) => path.includes("host") && query.page === "2",
      times: 100,
    });
    const { code, names, reported } = await query(account);
    expect([code, names["list.rblmonitor_host.all"]?.length]).toEqual([0, 15]);
    expect(names["list.rblmonitor_contact_group.all"]).toBeDefined();
    expect(reported).toEqual(["warning: Incomplete list"]);
  });

  it("reports arguments that are not valid, before it lists", async () => {
    const account = await open(block("host", "all", '  config {\n    profile = "HT01"\n  }'));
    const before = account.service.requestCount;
    const { code, reported } = await query(account);
    expect([code, reported]).toEqual([1, [expect.stringContaining("error: ")]]);
    expect(account.service.requestCount).toBe(before);
  });

  it("ends when it is interrupted", async () => {
    const account = await open(block("host", "all", "  limit = 100000"), { latency: 100 }, 1);
    for (let n = 0; n < 250; n += 1) account.service.account.add("host", { host: `192.0.2.${n}` });
    const { workspace } = await account.startingPlugins();
    const process = workspace.start(["query"]);
    while (account.service.requestCount < 10) await new Promise((resolve) => setTimeout(resolve, 10));
    process.interrupt();
    const { stderr } = await process.finished;
    expect(account.service.requestCount).toBeLessThan(100);
    expect(stderr).not.toContain("panic");
  });

  it("runs the examples", async () => {
    const folders = (await readdir("examples/list-resources")).filter((name) =>
      supportedKinds.includes(name.replace("rblmonitor_", "") as Kind),
    );
    const texts = folders.map((name) =>
      readFile(join("examples/list-resources", name, "list-resource.tfquery.hcl"), "utf8"),
    );
    const hasTags = usedApiVersion !== "3.0";
    const blocks = (await Promise.all(texts)).join("").replace(hasTags ? "" : '    tag    = "inbound"\n', "");
    const account = await open(blocks, { demo: true });
    await account.workspace.succeed("validate", "-query");
    const { code, reported } = await query(account);
    expect([code, reported.filter((text) => text.startsWith("error"))]).toEqual([0, []]);
  });
});
