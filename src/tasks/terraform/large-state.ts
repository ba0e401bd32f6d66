/** The parts of a stored state that are looked at. */
interface StoredState {
  resources: { type: string; name: string; instances: StoredInstance[] }[];
}

interface StoredInstance {
  index_key?: number;
  attributes: Record<string, unknown>;
  private?: string;
}

/**
 * A stored state in which a resource with `count` has that many instances, as applying them would have left it. It is
 * made from one with a single instance: Terraform itself needs minutes to apply thousands.
 *
 * @param attributes of each instance, those in which it differs from the first
 * @param earlier how many were made before these in the same run
 */
export function multiplied(
  state: string,
  name: string,
  attributes: readonly Readonly<Record<string, unknown>>[],
  earlier = 0,
): string {
  const stored = JSON.parse(state) as StoredState;
  const resource = stored.resources.find((one) => one.name === name);
  const [first] = resource?.instances ?? [];
  if (resource === undefined || first === undefined) throw new Error(`The state has no ${name}.`);
  resource.instances = attributes.map((own, index) => ({
    ...first,
    index_key: index,
    attributes: { ...first.attributes, ...own },
    private: withScale(first.private, earlier + index + 1),
  }));
  return JSON.stringify(stored);
}

/** The notes of an object that was the nth to be made in its run. */
function withScale(notes: string | undefined, scale: number): string {
  const known = JSON.parse(Buffer.from(notes ?? "e30=", "base64").toString()) as Record<string, unknown>;
  return Buffer.from(JSON.stringify({ ...known, scale })).toString("base64");
}
