/** A stored state, as far as it is read here. */
interface StoredState {
  resources: { type: string; name: string; instances: StoredInstance[] }[];
}

interface StoredInstance {
  index_key?: number;
  attributes: Record<string, unknown>;
  private?: string;
}

/**
 * Multiplies the single instance of a resource with `count` in a stored state. The result is the state that an apply leaves,
 * but Terraform needs minutes to apply thousands of instances.
 *
 * @param attributes for each instance, the attributes that differ from the first
 * @param earlier the number of instances that the same run created before these
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

/** The provider's private data of the nth object that a run created. */
function withScale(notes: string | undefined, scale: number): string {
  const known = JSON.parse(Buffer.from(notes ?? "e30=", "base64").toString()) as Record<string, unknown>;
  return Buffer.from(JSON.stringify({ ...known, scale })).toString("base64");
}
