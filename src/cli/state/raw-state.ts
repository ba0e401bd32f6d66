import * as z from "zod/mini";
import { type StoredInstance, withDeposedKey } from "./stored-instance";

const instance = z.object({
  index_key: z.nullish(z.union([z.string(), z.number()])),
  deposed: z.optional(z.string()),
  schema_version: z.optional(z.number()),
  attributes: z.optional(z.unknown()),
  private: z.optional(z.string()),
  sensitive_attributes: z.nullish(z.array(z.array(z.object({ value: z.unknown() })))),
});

/** What Terraform keeps: `terraform state pull`, and the files `*.tfstate` of version 4. */
export const rawState = z.object({
  resources: z.nullish(
    z.array(
      z.object({
        mode: z.string(),
        module: z.optional(z.string()),
        type: z.string(),
        name: z.string(),
        provider: z.string(),
        instances: z.array(instance),
      }),
    ),
  ),
});

type RawState = z.output<typeof rawState>;
type RawResource = NonNullable<RawState["resources"]>[number];

/** The managed objects of such a state. */
export function instancesOfRaw({ resources }: RawState): StoredInstance[] {
  const managed = (resources ?? []).filter(({ mode }) => mode === "managed");
  return managed.flatMap((resource) => resource.instances.map((one) => stored(resource, one)));
}

function stored(resource: RawResource, one: z.output<typeof instance>): StoredInstance {
  const { module, type, name, provider } = resource;
  const address = `${module === undefined ? "" : `${module}.`}${type}.${name}${keyText(one.index_key)}`;
  return {
    address: withDeposedKey(address, one.deposed),
    type,
    provider: configurationOf(provider),
    schemaVersion: one.schema_version ?? 0,
    attributes: one.attributes,
    notes: Buffer.from(one.private ?? "", "base64"),
    sensitive: new Set((one.sensitive_attributes ?? []).map(([step]) => String(step?.value))),
  };
}

/** The key of `count` or `for_each` as Terraform writes it behind an address. */
function keyText(key: string | number | null | undefined): string {
  if (key === null || key === undefined) return "";
  return typeof key === "number" ? `[${key}]` : `[${JSON.stringify(key).replace(/([$%])\{/g, "$1$1{")}]`;
}

/** `module.a.provider["registry.terraform.io/rblmonitor/rblmonitor"].eu` without the provider's source: `module.a.eu`. */
function configurationOf(provider: string): string {
  const [, module = "", alias = "default"] =
    /^(.*?)provider(?:\["[^"]*"\]|\.[^.]+)(?:\.(.+))?$/.exec(provider) ?? [];
  return `${module}${alias}`;
}
