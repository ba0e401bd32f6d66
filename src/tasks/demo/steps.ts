import type { Emulator } from "../../emulator/emulator";
import type { DemoStep } from "./stage";

/** Exit codes of `terraform plan -detailed-exitcode`. */
const EMPTY = 0;
const CHANGES = 2;

const KINDS = ["contact_group", "monitoring_profile", "host"] as const;

/** The plan that must repair the changes in the portal. */
const EXPECTED_REPAIR = {
  "rblmonitor_host.newsletter": "create",
  "rblmonitor_host.smtp-out-2": "update",
  "rblmonitor_monitoring_profile.every-hour": "update",
};

/** The steps of the demo, with an emulator's account. */
export function demoSteps(account: Emulator["account"]): readonly DemoStep[] {
  const empty = census(account);
  return [
    {
      title: "Install the provider",
      explanation: "terraform init takes the plugin from dist/mirror, which npm run build made.",
      play: (stage) => stage.terraform(["init"]),
    },
    {
      title: "Plan",
      explanation: "The account is new: the plan creates everything in the example.",
      play: (stage) => stage.terraform(["plan", "-out=fleet.plan", "-detailed-exitcode"], CHANGES),
    },
    {
      title: "Apply",
      explanation: "Objects are created in the order of their references; the subnet becomes several hosts.",
      play: (stage) => stage.terraform(["apply", "fleet.plan"]),
    },
    {
      title: "An empty plan",
      explanation: "The account matches the configuration: there is nothing to do.",
      play: (stage) => stage.terraform(["plan", "-detailed-exitcode"], EMPTY),
    },
    {
      title: "A change outside of Terraform",
      explanation: "In the service's portal, a colleague works around an alert and forgets about it.",
      async play(stage) {
        account.change(idOf(account, "host", "smtp-out-2"), { paused: true });
        stage.say("  smtp-out-2 is paused");
        account.change(idOf(account, "monitoring_profile", "Mail servers, every hour"), {
          frequency: "weekly",
        });
        stage.say('  the profile "Mail servers, every hour" checks once a week');
        account.remove(idOf(account, "host", "newsletter"));
        stage.say("  newsletter is deleted");
      },
    },
    {
      title: "The plan that reveals it",
      explanation: "Exactly these three differ, and nothing else.",
      async play(stage) {
        await stage.terraform(["plan", "-out=repair.plan", "-detailed-exitcode"], CHANGES);
        const planned = JSON.stringify(Object.fromEntries([...(await stage.planned("repair.plan"))].sort()));
        if (planned !== JSON.stringify(EXPECTED_REPAIR))
          throw new Error(`the plan is not the repair: ${planned}`);
      },
    },
    {
      title: "The repair",
      explanation:
        "After the apply, the account matches the configuration again, and the next plan is empty.",
      async play(stage) {
        await stage.terraform(["apply", "repair.plan"]);
        await stage.terraform(["plan", "-detailed-exitcode"], EMPTY);
      },
    },
    {
      title: "Destroy",
      explanation: "Terraform removes what it created, and nothing else in the account.",
      async play(stage) {
        await stage.terraform(["destroy", "-auto-approve"]);
        const left = census(account);
        if (left !== empty) throw new Error(`the account is not as it was: ${left} instead of ${empty}`);
        stage.say("The account is as it was before.");
      },
    },
  ];
}

function idOf(account: Emulator["account"], kind: "host" | "monitoring_profile", name: string): string {
  const found = account.objects(kind).find((object) => object.name === name);
  if (found === undefined) throw new Error(`the account has no ${kind} "${name}"`);
  return found.id;
}

/** The ids of all objects in the account of the kinds that the example creates. */
function census(account: Emulator["account"]): string {
  return KINDS.map((kind) => account.objects(kind).map(({ id }) => id)).join(" ");
}
