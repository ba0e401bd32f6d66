import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** An instance of a resource as Terraform stores it. */
interface Instance {
  attributes: Record<string, unknown>;
  readonly identity?: unknown;
  readonly index_key?: string | number;
  readonly status?: string;
}

/** The state as Terraform stores it. */
export interface StateFile {
  serial: number;
  readonly resources: readonly {
    readonly mode: string;
    readonly type: string;
    readonly name: string;
    readonly instances: readonly Instance[];
  }[];
}

/** The stored state of a configuration: read as a file, since asking terraform takes a start of the plugin each time. */
export async function instances(folder: string): Promise<ReadonlyMap<string, Instance>> {
  const { resources } = await stateFile(folder);
  return new Map(
    resources.flatMap(({ type, name, instances }) =>
      instances.map((one) => [address(type, name, one.index_key), one] as const),
    ),
  );
}

/** Returns other attributes of a stored instance. */
export type Rewrite = (attributes: Record<string, unknown>) => Record<string, unknown>;

/** Changes a stored instance, as another version of the provider would have written it. */
export async function rewrite(folder: string, wanted: string, change: Rewrite): Promise<void> {
  const state = await stateFile(folder);
  for (const { type, name, instances } of state.resources) {
    for (const one of instances) {
      if (address(type, name, one.index_key) === wanted) one.attributes = change(one.attributes);
    }
  }
  state.serial += 1;
  await writeFile(join(folder, "terraform.tfstate"), JSON.stringify(state));
}

/** The stored state of a configuration. */
export async function stateFile(folder: string): Promise<StateFile> {
  return JSON.parse(await readFile(join(folder, "terraform.tfstate"), "utf8")) as StateFile;
}

function address(type: string, name: string, key: string | number | undefined): string {
  return key === undefined ? `${type}.${name}` : `${type}.${name}[${JSON.stringify(key)}]`;
}
