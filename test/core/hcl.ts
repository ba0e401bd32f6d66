import { reference, wholeResource } from "../acceptance/resource-block";
import { type Configuration, Reference, typeAt } from "./configuration";

/** Resource blocks in Terraform's language. */
export function hcl({ resources }: Configuration): string {
  return Object.entries(resources)
    .map(([address, { config, createBeforeDestroy, dependsOn = [] }]) => {
      const type = typeAt(address).replace("rblmonitor_", "");
      const block = wholeResource(type, address.split(".")[1] ?? "", {
        ...(written(config) as object),
        depends_on: dependsOn.map((one) => reference(one)),
      });
      const lifecycle = "lifecycle {\n    create_before_destroy = true\n  }\n}\n";
      return createBeforeDestroy ? block.replace(/\}\n$/, `  ${lifecycle}`) : block;
    })
    .join("");
}

/** A value of the driver's configuration in the form of the acceptance tests. */
function written(value: unknown): unknown {
  if (value instanceof Reference) {
    const text = `${value.address}.${value.attribute}`;
    return reference(value.prefix === undefined ? text : `"${value.prefix}\${${text}}"`);
  }
  if (Array.isArray(value)) return value.map(written);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, written(part)]));
}
