import type { Emulator } from "../../emulator/emulator";
import type { DemoStage } from "./stage";

/** A step of the demo. */
export interface DemoStep {
  title: string;
  explanation: string;
  /** @throws when something is not as it should be */
  play(stage: DemoStage): Promise<void>;
}

/** What `terraform plan -detailed-exitcode` ends with. */
const EMPTY = 0;
const CHANGES = 2;

const KINDS = ["contact_group", "monitoring_profile", "host"] as const;

/** What happens behind Terraform's back, and the plan that should reveal it. */
const EXPECTED_REPAIR = {
  "rblmonitor_host.newsletter": "create",
  "rblmonitor_host.smtp-out-2": "update",
  "rblmonitor_monitoring_profile.every-hour": "update",
};

/** The demo, step by step, on the account of an emulator. */
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
      explanation: "The account is new: everything the example declares is to be created.",
      play: (stage) => stage.terraform(["plan", "-out=fleet.plan", "-detailed-exitcode"], CHANGES),
    },
    {
      title: "Apply",
      explanation: "Objects are created in the order of their references; the subnet becomes several hosts.",
      play: (stage) => stage.terraform(["apply", "fleet.plan"]),
    },
    {
      title: "An empty plan",
      explanation: "What was declared is what the service has: there is nothing to do.",
      play: (stage) => stage.terraform(["plan", "-detailed-exitcode"], EMPTY),
    },
    {
      title: "A change behind Terraform's back",
      explanation: "In the service's portal, somebody works around an alert and forgets about it.",
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
      explanation: "Applied, the account is as declared again, and the next plan is empty.",
      async play(stage) {
        await stage.terraform(["apply", "repair.plan"]);
        await stage.terraform(["plan", "-detailed-exitcode"], EMPTY);
      },
    },
    {
      title: "Destroy",
      explanation: "What was made is removed, and nothing else of the account.",
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

/** The ids of everything in the account that the example could make. */
function census(account: Emulator["account"]): string {
  return KINDS.map((kind) => account.objects(kind).map(({ id }) => id)).join(" ");
}
