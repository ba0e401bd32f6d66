import * as z from "zod/mini";
import { isMarked, type ShownModule, shownValues } from "./json";

/** One object as a Terraform state holds it, whatever the form of the state. */
export interface StoredInstance {
  /** Its address, as `module.a.rblmonitor_host.mx["b"]`; of one that waits to be destroyed, with the key of that. */
  readonly address: string;
  readonly type: string;
  /** The provider configuration that manages it, as `default`, `eu` or `module.a.eu`; undefined if this form of the state has none. */
  readonly provider: string | undefined;
  readonly schemaVersion: number;
  readonly attributes: unknown;
  /** The provider's private state; undefined if this form of the state has none. */
  readonly notes: Uint8Array | undefined;
  /** Attributes with a sensitive part, by the configuration or the schema. */
  readonly sensitive: ReadonlySet<string>;
}

/** An address with the key of an object that waits to be destroyed. */
function withDeposedKey(address: string, key: string | undefined): string {
  return key === undefined ? address : `${address} (deposed ${key})`;
}

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
  return managed.flatMap((resource) => resource.instances.map((one) => storedOfRaw(resource, one)));
}

function storedOfRaw(resource: RawResource, one: z.output<typeof instance>): StoredInstance {
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
    /^(.*?)provider(?:\["[^"]*"\]|\.[^.]+)(?:\.(.+))?$/s.exec(provider) ?? [];
  return `${module}${alias}`;
}

/** The output of `terraform show -json` for a state; an empty state has no `values`. */
export const shownState = z.object({
  values: z.optional(shownValues),
});

/** The managed objects of such a state. */
export function instancesOfShown({ values }: z.output<typeof shownState>): StoredInstance[] {
  return managedIn(values?.root_module ?? {}).map(storedOfShown);
}

type ShownResource = NonNullable<ShownModule["resources"]>[number];

/** The managed objects of a module and of those within it. */
export function managedIn({ resources = [], child_modules = [] }: ShownModule): ShownResource[] {
  return [...resources.filter(({ mode }) => mode === "managed"), ...child_modules.flatMap(managedIn)];
}

function storedOfShown(one: ShownResource): StoredInstance {
  return {
    address: withDeposedKey(one.address, one.deposed_key),
    type: one.type,
    provider: undefined,
    schemaVersion: one.schema_version ?? 0,
    attributes: one.values,
    notes: undefined,
    sensitive: sensitiveNames(one.sensitive_values),
  };
}

function sensitiveNames(marks: unknown): ReadonlySet<string> {
  const named = typeof marks === "object" && marks !== null ? Object.entries(marks) : [];
  return new Set(named.filter(([, mark]) => isMarked(mark)).map(([name]) => name));
}
