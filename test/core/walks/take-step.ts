import type { AnyObject, Fields } from "../../../src/emulator/account/objects";
import type { Emulator } from "../../../src/emulator/emulator";
import { type Kind, kinds } from "../../../src/service/kinds";
import { sidKind } from "../../../src/service/sids";
import { addressOf, type Declaration, slots } from "./declarations";
import type { Step } from "./steps";
import type { Done, Team } from "./team";

type Taken = Promise<Done | undefined> | undefined;

/** A step that concerns a declared resource. */
type ResourceStep = Extract<Step, { readonly resource: number }>;

/** Carries out a step. What came of it, if it was a command. */
export async function takeStep(team: Team, step: Step): Promise<Done | undefined> {
  if ("resource" in step) {
    const declaration = team.declarations[step.resource % team.declarations.length];
    return declaration === undefined ? undefined : ofResource(team, declaration, step);
  }
  if ("object" in step) return ofObject(team, step);
  switch (step.do) {
    case "declare":
      return void declareAnother(team, step);
    case "plan":
      return team.command("plan", () => team.core.plan(team.configuration));
    case "refresh":
      return team.command("refresh", () => team.core.refresh(team.configuration));
    case "apply":
      return team.apply({}, step.disturbance);
    case "destroy everything":
      return team.apply({ destroy: true });
    case "change the plan":
      team.tell(`the account's plan is ${step.plan} now`);
      team.service.configure({ plan: step.plan });
      return undefined;
    case "reconnect":
      team.tell("the service restarts");
      team.service.faults.arm({ fault: "restart" });
      await team.service.faults.clear();
      return undefined;
  }
}

function declareAnother(team: Team, { slot, chosen }: Extract<Step, { do: "declare" }>): void {
  const all = slots[team.surroundings.version];
  const found = all[slot % all.length];
  if (found === undefined || team.declarations.some((one) => one.slot === found)) return;
  const names = Object.keys(found.attributes);
  team.declare({
    ...{ slot: found, name: `r${found.number}`, createBeforeDestroy: false },
    chosen: Object.fromEntries(names.map((name, index) => [name, chosen[index] ?? 0])),
  });
}

function ofResource(team: Team, declaration: Declaration, step: ResourceStep): Taken {
  const address = addressOf(declaration);
  switch (step.do) {
    case "set": {
      const names = Object.keys(declaration.slot.attributes);
      const name = names[step.attribute % names.length] ?? "";
      return void team.declare({ ...declaration, chosen: { ...declaration.chosen, [name]: step.value } });
    }
    case "reorder":
      return void team.declare({ ...declaration, createBeforeDestroy: !declaration.createBeforeDestroy });
    case "rename":
      return void team.rename(declaration, false);
    case "move":
      return void team.rename(declaration, true);
    case "remove":
      return void team.remove(declaration);
    case "target":
      return team.apply({ targets: [address] });
    case "replace":
      return team.apply({ replace: [address] });
    case "destroy":
      return team.apply({ destroy: true, targets: [address] });
    case "import again":
      return team.importAgain(address);
  }
}

function ofObject(team: Team, step: Extract<Step, { readonly object: number }>): undefined {
  const { service } = team;
  const object = team.pick(step.object);
  if (object === undefined) return;
  if (step.do === "delete by hand") {
    team.tell(`by hand: delete ${nameOf(object)}`);
    service.account.remove(object.id);
    return;
  }
  const all = editsOf(sidKind(object.id) as Kind, service);
  const fields = all[step.field % all.length] ?? {};
  team.tell(`by hand: ${JSON.stringify(fields)} for ${nameOf(object)}`);
  service.account.change(object.id, fields);
}

/** What somebody may make of an object in the service's portal. */
function editsOf(kind: Kind, { account }: Emulator): readonly Fields[] {
  const group = { contact_group: [account.objects("contact_group")[0]?.id] };
  const paused: Fields[] = [{ paused: true }, { paused: false }];
  const tags: Fields[] = [{ tags: ["by hand"] }, { tags: [] }, { tags: ["a"] }];
  const byKind: Partial<Record<Kind, readonly Fields[]>> = {
    contact_group: [{ is_default: true }],
    monitoring_profile: [
      ...[{ frequency: "48_hours" }, { frequency: "1_hour" }, { sync_method: "stay_in_sync" }],
      ...[
        { sync_method: "use_my_selections", entries: [account.objects("source")[0]?.id] },
        { is_default: true },
      ],
    ],
    source: [
      { type: "uribl" },
      { custom_codes: [] },
      { custom_codes: ["127.0.0.2"] },
      { custom_codes: ["127.0.0.9"] },
    ],
    certificate_profile: [{ expiration_thresholds: [1] }, { alert_on_changes: false }, { is_default: true }],
    host: [...tags, group, { profile: account.objects("monitoring_profile")[0]?.id }],
    certificate_monitor: [...tags, group, { profile: account.objects("certificate_profile")[0]?.id }],
    contact: [group, { schedule: "while_listed" }, { contact: "by-hand@example.com" }, { confirmed: true }],
  };
  const names: Fields[] = kind === "source" || kind === "contact" ? [] : [{ name: "By hand" }];
  return [...names, ...(kinds[kind].pausable ? paused : []), ...(byKind[kind] ?? [])];
}

function nameOf(object: AnyObject): string {
  const { host, hostname, contact, name } = object as unknown as Record<string, string | undefined>;
  return `${sidKind(object.id)} ${host ?? hostname ?? contact ?? name} (${object.id})`;
}
