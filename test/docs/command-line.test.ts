import { rblmonitor } from "../../src/cli/program";
import { openTerminal, type Page, readPage, type Terminal } from "./terminal";

/** Commands on the example company, in an order in which each has something to print.. */
const calls: readonly (readonly [section: string, command: string, code?: number])[] = [
  ["report", "rblmonitor report --json"],
  ["hosts", "rblmonitor hosts --json"],
  ["listings", "rblmonitor listings --json"],
  ["certificates", "rblmonitor certificates --json"],
  ["check", "rblmonitor check 192.0.2.21 --wait --details --json"],
  ["contacts", "rblmonitor contacts list --json"],
  [
    "contacts",
    "rblmonitor contacts show $(rblmonitor contacts list --group 'Mail team' --status active --json | grep -o 'CO[0-9a-f]*') --json",
  ],
  ["contacts", "rblmonitor contacts resend postmaster@example.com --json"],
  ["limits", "rblmonitor limits --json"],
  ["pause", "rblmonitor pause mx2 --kind host --yes --json"],
  ["resume", "rblmonitor resume mx2 --kind host --yes --json"],
  ["adopt", "rblmonitor adopt --template hcl --output . --json"],
  [
    "drift",
    "terraform init >&2; terraform apply -auto-approve >&2; rblmonitor pause mx1 --kind host --yes >&2; rblmonitor drift --json",
    2,
  ],
  [
    "review",
    "rm imports.tf; sed -i '/rblmonitor_host. .newsletter/,/^}/d' hosts.tf; terraform plan -out=change.tfplan >&2; rblmonitor review change.tfplan --json",
  ],
  ["imports", "terraform state rm rblmonitor_host.mx2 >&2; rblmonitor imports --json"],
  ["init", "rblmonitor init monitoring --template hcl --json"],
  ["install", "rblmonitor install --mirror mirror --json"],
  ["uninstall", "rblmonitor uninstall --mirror mirror --json"],
  [
    "webhooks",
    "rblmonitor webhooks listen --port 0 --allow-unsigned --count 1 >&2 2>port & until url=$(grep -o 'http:.*' port); do sleep 0.1; done; rblmonitor webhooks send \"$url\" rbl.host.listed --signature none --json; wait",
  ],
  [
    "webhooks",
    "echo '{}' > body.json; RBLMONITOR_WEBHOOK_SECRET=x rblmonitor webhooks verify body.json --header 't=1,v1=0' --json",
    2,
  ],
  ["migrate", "rblmonitor migrate --json"],
  [
    "migrate",
    "mkdir scripts; echo 'curl \"$ROOT/3.0/host/add/.json\" -d rbl_profile=x' > scripts/add-host.sh; rblmonitor migrate --scan scripts --json",
    2,
  ],
  [
    "bridge",
    `rblmonitor bridge --port 0 --json > summary 2> started & until url=$(grep -o 'http://127[^ ]*' started summary -h | head -1) && [ -n "$url" ]; do sleep 0.1; done
     curl --silent --user "$RBLMONITOR_ACCOUNT_SID:$RBLMONITOR_AUTH_TOKEN" "$url/hosts.json" > /dev/null; kill %1; wait %1; sed -n '/^{/,$p' summary`,
  ],
  [
    "emulator",
    "rblmonitor emulator --port 0 --json > account.json & until grep -q '^}' account.json; do sleep 0.1; done; kill %1; cat account.json",
  ],
];

/** Commands for people, and how they end on the example company, where the JSON has been shown. */
const examples: Readonly<Record<string, number>> = {
  "rblmonitor report": 0,
  "rblmonitor report --chdir . --html report.html": 0,
  "rblmonitor report --fail-on action": 2,
  "rblmonitor hosts --status paused": 0,
  "rblmonitor hosts --profile 'Mail servers, every hour' --tag outbound": 0,
  "rblmonitor hosts --group 'Mail team' --wide": 0,
  "rblmonitor hosts --listed": 0,
  "rblmonitor listings": 0,
  "rblmonitor listings --by source": 0,
  "rblmonitor listings --tag inbound,outbound --fail-if-listed --json": 2,
  "rblmonitor certificates": 0,
  "rblmonitor certificates errors --fail-if-errors": 2,
  "rblmonitor certificates monitors --fail-if-expiring 14": 2,
  "rblmonitor check 192.0.2.21 --wait --details": 0,
  "rblmonitor check mx1.example.com smtp-out-1 --fail-if-listed --timeout 600": 2,
  "rblmonitor contacts list --status pending": 0,
  "rblmonitor contacts list --group 'Mail team'": 0,
  "rblmonitor contacts show oncall@example.com": 0,
  // The code is wrong.
  'printf %s "$CODE" | rblmonitor contacts confirm postmaster@example.com -': 1,
  // No terminal asks for confirmation.
  "rblmonitor pause 'mx*' --kind host,certificate_monitor": 1,
  "rblmonitor pause --tag outbound --yes": 0,
  "rblmonitor pause --tag outbound --yes --json > pause.json": 0,
  "rblmonitor resume --from pause.json": 0,
  "rblmonitor review change.tfplan --detailed-exitcode --max-destroyed 10%": 2,
  "rblmonitor adopt --output monitoring --template hcl": 0,
};

/** Examples that other tests run: of the guide to drift, of the emulator, and of the completion. */
const elsewhere = [
  "rblmonitor drift --state production.tfstate.json --state mail.tfstate.json",
  "rblmonitor emulator --demo",
  "source <(rblmonitor completion bash)",
];

/** The next block of JSON of each section. */
const shownBefore = new Map<string, number>();

describe("the guide to the command line", () => {
  let guide: Page;
  let terminal: Terminal;
  beforeAll(async () => {
    guide = await readPage("docs/guides/command-line.md");
    terminal = await openTerminal("--demo");
    terminal.variables.CODE = "000000";
  });
  afterAll(() => terminal.close());

  it("has a section for each command, in the order of the help", () => {
    const sections = [...guide.text.matchAll(/^## ([a-z]+)$/gm)].map(([, name]) => name);
    const names = rblmonitor().commands.map((command) => command.name());
    expect(sections).toEqual(names.filter((name) => name !== "complete"));
  });

  it.each(calls.map(([section, command, code = 0]) => ({ section, command, code })))(
    "shows the JSON of $section",
    async ({ section, command, code }) => {
      const index = shownBefore.get(section) ?? 0;
      shownBefore.set(section, index + 1);
      const shown = JSON.parse(`${guide.section(section).blocks("json")[index]}`);
      const output = await terminal.run(`( ${command} ) 2> /dev/null`, code);
      expect(without(JSON.parse(output), shown)).toEqual([]);
    },
  );

  it.each(Object.entries(examples))("has the example %s, which ends with %d", async (command, code) => {
    expect(guide.text).toContain(`\n${command}\n`);
    const printed = await terminal.run(command, code);
    if (!command.includes(" > ")) expect(printed).not.toBe("");
  });

  it("shows how to find what is new, and what expires", async () => {
    const [, commands = ""] = guide.section("report").blocks("shell");
    const [keep = "", since = "", expiring = "", ...others] = commands.trim().split("\n");
    expect(others).toEqual([]);
    const fresh = await openTerminal("--demo");
    try {
      await fresh.run(keep);
      expect(await fresh.run(since)).toMatch(/✓ Nothing new since /);
      await fresh.run("rblmonitor pause mx1 --kind host --yes");
      expect(await fresh.run(since, 2)).toMatch(
        /! 1 new problem since .*\n +192\.0\.2\.11 mx1: new: not watched: paused\n/,
      );
      expect(await fresh.run(expiring, 2)).toContain("shop.example.com");
    } finally {
      await fresh.close();
    }
  });

  it("has no example that no test runs", () => {
    const lines = guide.blocks("shell").flatMap((block) => block.trim().split("\n"));
    const run = [...calls.map(([, command]) => command), ...guide.section("report").blocks("shell")];
    const others = lines.filter((line) => !(line in examples) && !run.some((text) => text.includes(line)));
    expect(others).toEqual(elsewhere);
  });

  it("shows no JSON that is not tested", () => {
    const shown = [...guide.text.matchAll(/^```json$/gm)].length;
    expect(shown).toBe(calls.length);
  });
});

/** The members of a value that are not as shown, by their paths. What is shown as null, `[]` or `{}` matches any value. */
function without(value: unknown, shown: unknown, path = ""): string[] {
  if (typeof shown !== "object" || shown === null || value === null) return [];
  if (Array.isArray(shown) !== Array.isArray(value)) return [`${path} is ${JSON.stringify(value)}`];
  if (Array.isArray(shown)) {
    const found = value as readonly unknown[];
    return shown.flatMap((part, index) => {
      const differences = found.map((each) => without(each, part, `${path}[${index}]`));
      return differences.sort((one, other) => one.length - other.length)[0] ?? [`${path} is empty`];
    });
  }
  if (typeof value !== "object") return [`${path} is ${JSON.stringify(value)}`];
  const names = Object.keys(shown);
  if (names.length === 0) return [];
  const returned = value as Readonly<Record<string, unknown>>;

  return [
    ...names.filter((name) => !(name in returned)).map((name) => `${path}.${name} is not printed`),
    ...Object.keys(returned)
      .filter((name) => !names.includes(name))
      .map((name) => `${path}.${name} is not shown`),
    ...names.flatMap((name) =>
      without(returned[name], (shown as Record<string, unknown>)[name], `${path}.${name}`),
    ),
  ];
}
