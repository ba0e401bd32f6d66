import { terraformJson } from "../../../terraform/json";
import { type PlanJson, planJson } from "./plan-json";

const wanted = "Give a plan file, or what `terraform show -json <plan file>` prints.";

/** A plan in the form in which Terraform prints it. @throws Error that names it and says what is wrong with it */
export function readPlan(name: string, text: string): PlanJson {
  const json = terraformJson({ name, text }, "plan", wanted);
  if (!("resource_changes" in json || "planned_values" in json)) {
    const isState = "values" in json || "version" in json || "format_version" in json;
    throw new Error(
      `${name} is ${isState ? "a state, and a plan is wanted" : "no Terraform plan"}. ${wanted}`,
    );
  }
  const { format_version: version } = json;
  if (!/^[01]\./.test(String(version))) {
    throw new Error(
      `${name} has format ${String(version)}, which is newer than this command knows. A newer rblmonitor reads it.`,
    );
  }
  const { data, error } = planJson.safeParse(json);
  if (data !== undefined) return data;
  const [issue] = error?.issues ?? [];
  throw new Error(
    `${name} is no Terraform plan that can be read: ${(issue?.path ?? []).join(".")}: ${issue?.message}. ${wanted}`,
  );
}
