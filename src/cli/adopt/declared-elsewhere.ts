import { readFile } from "node:fs/promises";
import { sidKind } from "../../service/sids";
import { readObject, type WireObject } from "../../service/wire-forms";
import type { Declared } from "./selection";

/**
 * What files say of what is declared: states as `terraform show -json` or `terraform state pull` write them, and reports
 * of `rblmonitor drift --format json`.
 * @throws Error that names the file that is none of these
 */
export async function readDeclared(files: readonly string[]): Promise<Declared> {
  const found = await Promise.all(files.map(async (file) => declaredIn(await contentOf(file), file)));
  const reports = found.flatMap(({ undeclared }) => (undeclared === undefined ? [] : [undeclared]));
  return {
    declared: new Set(found.flatMap(({ declared }) => [...declared])),
    undeclared: reports.length === 0 ? undefined : new Set(reports.flatMap((report) => [...report])),
  };
}

async function contentOf(file: string): Promise<unknown> {
  const text = await readFile(file, "utf8").catch((error: Error) => {
    throw new Error(`${file} cannot be read: ${error.message}`);
  });
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${file} is no JSON. ${wanted}`);
  }
}

const wanted =
  "Give what terraform show -json or terraform state pull prints, or a report of rblmonitor drift --format json.";

function declaredIn(content: unknown, file: string): Declared {
  const document = readObject(content) ?? {};
  if (Array.isArray(document.findings)) {
    return { declared: new Set(), undeclared: new Set(document.findings.flatMap(undeclaredId)) };
  }
  if (document.version === 4 && Array.isArray(document.resources)) {
    return { declared: new Set(document.resources.flatMap(idsOfResource)), undeclared: undefined };
  }
  // An empty state has no values.
  if (typeof document.format_version === "string" && document.planned_values === undefined) {
    const root = readObject(readObject(document.values)?.root_module);
    return { declared: new Set(root === undefined ? [] : idsOfModule(root)), undeclared: undefined };
  }
  throw new Error(`${file} is neither a state nor a report of drift. ${wanted}`);
}

function undeclaredId(finding: unknown): readonly string[] {
  const { type, id } = readObject(finding) ?? {};
  return type === "undeclared" && typeof id === "string" ? [id] : [];
}

function idsOfModule({ resources, child_modules: children }: WireObject): readonly string[] {
  return [
    ...items(resources).flatMap(idsOfResource),
    ...items(children).flatMap((child) => idsOfModule(readObject(child) ?? {})),
  ];
}

/** The SIDs of a managed resource, in either form of a state: those of its members belong to it. */
function idsOfResource(value: unknown): readonly string[] {
  const { mode, type, values, instances } = readObject(value) ?? {};
  if (mode !== "managed" || typeof type !== "string" || !type.startsWith("rblmonitor_")) return [];
  const states = [values, ...items(instances).map((instance) => readObject(instance)?.attributes)];
  return states.flatMap((state) => {
    const { id, members } = readObject(state) ?? {};
    const ids = [id, ...items(members).map((member) => readObject(member)?.id)];
    return ids.filter((each) => typeof each === "string").filter((each) => sidKind(each) !== undefined);
  });
}

function items(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
