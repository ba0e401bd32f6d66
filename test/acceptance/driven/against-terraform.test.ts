import { reviewOf } from "../../cli/commands/review/reviewed";
import type { TerraformPlan } from "../../shown-json";
import * as real from "../account";
import { changesOf, driftOf } from "../planned-changes";
import { importBlock, reference, resource } from "../resource-block";
import type { CommandOutput } from "../terraform-messages";
import * as driven from "./account";

afterEach(driven.closeAccounts);

type Account = real.TestAccount | driven.TestAccount;

const day = reference("rblmonitor_contact_group.day.id");
const watched = { profile: reference("rblmonitor_monitoring_profile.mail.id"), contact_groups: [day] };
const groups = resource("contact_group", "day", { name: "Day" });
const profile = (frequency: string) => resource("monitoring_profile", "mail", { name: "Mail", frequency });
const hosts = (name: string, more = {}) =>
  resource("host", "mx", {
    ...{ count: 3, host: reference(`"mx-\${count.index + 1}.example.com"`), name, ...watched, ...more },
  });
const net = (name: string) => resource("host", "net", { host: "192.0.2.8/30", name, ...watched });
const all = groups + profile("weekly") + hosts("MX") + net("Net");

/** What Terraform says about its own options, whatever the provider does. */
const ofTerraform = ["Resource targeting is in effect", "Applied changes may be incomplete"];

/** What a command reports, without what differs from account to account. */
function comparable({ code, planned, applied, diagnostics }: CommandOutput): unknown {
  const about = diagnostics.filter(({ summary }) => !ofTerraform.includes(summary));
  const lines = about.map(({ severity, summary, detail, address = "", code: at = "" }) =>
    [severity, address, at, summary, withoutSids(detail)].join(" | "),
  );
  return { code, planned, applied, diagnostics: lines.sort() };
}

function withoutSids(text: string): string {
  return text.replace(/[A-Z]{2}[0-9a-f]{32}/g, "…");
}

/** All that `rblmonitor review` finds in a plan: its changes and drift, the references of its configuration, its cost. */
async function reviewed(plan: TerraformPlan): Promise<unknown> {
  return JSON.parse(withoutSids(JSON.stringify(await reviewOf(plan))));
}

/** Each step is given the account as the one before left it, and returns what it reports. */
const steps: Readonly<Record<string, (account: Account) => Promise<unknown>>> = {
  "an error at an attribute": async (account) => {
    await account.write(groups + resource("contact_group", "long", { name: "x".repeat(300) }));
    return comparable(await account.tryApply());
  },
  "creates with count, references and templates": async (account) => {
    await account.write(
      all +
        resource("contact_group", "named", { name: reference(`"of \${rblmonitor_contact_group.day.id}"`) }),
    );
    return comparable(await account.apply());
  },
  "nothing to do": async (account) => comparable(await account.plan()),
  "a kept plan of updates and a replacement, its drift, and its apply": async (account) => {
    const { account: desk } = account.service;
    desk.change(account.named("contact_group", "Day").id, { name: "By hand" });
    await account.write(
      groups + profile("1_hour") + hosts("Mail", { paused: true }) + net("Net").replace(".8/", ".16/"),
    );
    const plan = await account.keptPlan();
    return [changesOf(plan), driftOf(plan), await reviewed(plan), comparable(await account.applyKept())];
  },
  "a refusal of the service, and a warning": async (account) => {
    account.service.account.add("host", { host: "taken.example.com", name: "Theirs" });
    await account.write(
      groups +
        profile("1_hour") +
        resource("host", "taken", { host: "taken.example.com", name: "Ours", ...watched }) +
        resource("host", "large", { host: "10.0.0.0/22", name: "Large", ...watched }),
    );
    return comparable(await account.tryApply("-target=rblmonitor_host.taken"));
  },
  "plans of a move and an import, and of references to what is created": async (account) => {
    await account.write(
      `${
        all.replace("mx-${", "mail-${").replace('"net"', '"network"') +
        importBlock("rblmonitor_contact_group.default", "Default") +
        resource("contact_group", "default", { name: "Default" })
      }moved {\n  from = rblmonitor_host.net\n  to = rblmonitor_host.network\n}\n`,
    );
    const moved = [comparable(await account.plan()), await reviewed(await account.keptPlan())];
    await account.write(
      all.replaceAll(/"day"|group\.day/g, (one) => one.replace("day", "night")),
      "allow_duplicates = true",
    );
    return [...moved, await reviewed(await account.keptPlan())];
  },
  "an import, and one that differs": async (account) => {
    await account.write(
      groups +
        profile("1_hour") +
        resource("host", "taken", { host: "taken.example.com", name: "Ours", ...watched }) +
        importBlock("rblmonitor_host.taken", "TAKEN.example.com") +
        resource("contact_group", "default", { name: "Default" }) +
        importBlock("rblmonitor_contact_group.default", "Default"),
    );
    return comparable(await account.apply());
  },
  "a state from before an attribute existed, and from after one was removed": async (account) => {
    await account.rewrite("rblmonitor_host.taken", ({ members: _, ...rest }) => ({
      ...rest,
      colour: "green",
    }));
    const plan = await account.keptPlan();
    const refreshed = comparable(await account.tryApply("-refresh-only"));
    const { members, colour } = await account.values("rblmonitor_host.taken");
    return [await reviewed(plan), refreshed, (members as unknown[]).length, colour];
  },
  "a forced replacement, in both orders": async (account) => {
    const first = { lifecycle: undefined };
    await account.write(
      (
        groups +
        profile("1_hour") +
        resource("source", "one", { host: "bl.example.net", type: "rbl" }) +
        resource("source", "two", { host: "bl-2.example.net", type: "rbl", ...first })
      ).replace(/(source" "two" \{\n)/, "$1  lifecycle {\n    create_before_destroy = true\n  }\n"),
    );
    const created = comparable(await account.apply());
    return [
      created,
      comparable(await account.tryApply("-replace=rblmonitor_source.one", "-replace=rblmonitor_source.two")),
    ];
  },
  "a destruction that the service refuses": async (account) => {
    account.service.account.add("host", {
      host: "192.0.2.99",
      name: "User",
      profile: account.named("monitoring_profile", "Mail").id,
    });
    return comparable(await account.tryApply("-destroy"));
  },
};

describe("an account of the driver, compared with one of the real terraform", () => {
  it("reads the same configuration, and reports the same in the same words, step by step", async () => {
    const accounts = [await real.openAccount(), await driven.openAccount()];
    for (const [step, act] of Object.entries(steps)) {
      const [terraform, driver] = [await act(accounts[0] as Account), await act(accounts[1] as Account)];
      expect({ step, reported: driver }).toEqual({ step, reported: terraform });
    }
  });

  // With RBLMONITOR_TEST_DRIVER=off, the real terraform runs, which understands all of it.
  const itOfDriver = process.env.RBLMONITOR_TEST_DRIVER === "off" ? it.skip : it;
  itOfDriver.each([
    ['data "rblmonitor_hosts" "all" {}', "data"],
    ['output "x" { value = 1 }', "output"],
    [resource("host", "net", { name: reference('upper("x")') }), "upper"],
    [resource("host", "net", { name: reference('a == b ? "x" : "y"') }), "=="],
    [resource("host", "net", { name: reference("terraform_data.x.output") }), "terraform_data"],
  ])("refuses what it does not understand: %s", async (text, word) => {
    const account = await driven.openAccount();
    await expect(account.write(text)).rejects.toThrow(
      new RegExp(`Only the real terraform understands this: .*${word}`),
    );
  });
});
