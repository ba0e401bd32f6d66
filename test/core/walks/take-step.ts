import { kinds } from "../../../src/service/kinds";
import { addressOf, type Declaration, declared, slots } from "./declarations";
import type { ResourceStep, Step } from "./steps";
import { type Done, fieldOf, type Team, written } from "./team";

type Taken = Promise<Done | undefined> | undefined;

/** Carries out a step. What came of it, if it was a command. */
export async function takeStep(team: Team, step: Step): Promise<Done | undefined> {
  if ("resource" in step) {
    const declaration = team.declarations[step.resource % team.declarations.length];
    return declaration === undefined ? undefined : ofResource(team, declaration, step);
  }
  switch (step.do) {
    case "declare":
      return void declareAnother(team, step);
    case "plan":
      return team.command("plan", () => team.core.plan(team.configuration));
    case "refresh":
      return team.refresh();
    case "apply":
      return team.apply({}, step.disturbance);
    case "destroy everything":
      return team.apply({ destroy: true });
    case "apply while others apply":
      return team.applyWhileOthersApply();
    case "wait":
      team.note(`${step.minutes} minutes pass`);
      team.clock.advance(step.minutes * 60_000);
      return undefined;
    case "change the plan":
      team.note(`the account's plan is ${step.plan} now`);
      team.plan = step.plan;
      team.service.configure({ plan: step.plan });
      return undefined;
    case "reconnect":
      team.note("the service restarts");
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
      const name = attributeAt(team, declaration, step.attribute);
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
    case "edit by hand":
    case "delete by hand":
      return void byHand(team, declaration, step);
  }
}

function attributeAt({ surroundings }: Team, { slot }: Declaration, number: number): string {
  const names = Object.keys(slot.attributes);
  return names[(surroundings.focus + number) % names.length] ?? "";
}

/** Changes or deletes an object in the service's portal: to what the resource might declare, whatever it declares now. */
function byHand(
  team: Team,
  declaration: Declaration,
  step: Extract<ResourceStep, { do: "edit by hand" | "delete by hand" }>,
): void {
  const { service, core, declarations } = team;
  const attributes = core.state[addressOf(declaration)]?.current?.attributes ?? "{}";
  const prefix = kinds[declaration.slot.kind].prefix;
  const ids = [...new Set(attributes.match(new RegExp(`${prefix}[0-9a-f]{32}`, "g")))];
  const id = ids[step.member % ids.length] ?? "";
  if (service.account.find(id) === undefined) return;
  if (step.do === "delete by hand") {
    team.note(`by hand: delete ${id} of ${addressOf(declaration)}`);
    service.account.remove(id);
    return;
  }
  const name = attributeAt(team, declaration, step.attribute);
  const edited = { ...declaration, chosen: { ...declaration.chosen, [name]: step.value } };
  const value = written(core, declared(edited, declarations, service).config[name]);
  const emptied = Array.isArray(service.account.find(id)?.[fieldOf(name)]) ? [] : undefined;
  if (/^(host|hostname|args.*)$/.test(name) || (value ?? emptied) === undefined) return;
  team.note(
    `by hand: ${fieldOf(name)} = ${JSON.stringify(value ?? emptied)} for ${id} of ${addressOf(declaration)}`,
  );
  service.account.change(id, { [fieldOf(name)]: value ?? emptied });
}
