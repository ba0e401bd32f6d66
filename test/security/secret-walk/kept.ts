/** A value as JSON has it. */
type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

interface StateFile {
  readonly outputs: Readonly<Record<string, { readonly value: Json; readonly sensitive?: boolean }>>;
  readonly resources: readonly {
    readonly type: string;
    readonly name: string;
    readonly instances: readonly Instance[];
  }[];
}

interface Instance {
  readonly attributes: { readonly [name: string]: Json };
  readonly sensitive_attributes?: readonly (readonly {
    readonly type: string;
    readonly value: Json | { value: string };
  }[])[];
  readonly private?: string;
}

/** The content of a state file without sensitive values; private data is decoded. */
export function notSensitiveOfState(text: string): string {
  const { outputs, resources, ...others } = JSON.parse(text) as StateFile;
  const open = Object.entries(outputs).filter(([, { sensitive }]) => sensitive !== true);
  const instances = resources
    .flatMap(({ instances }) => instances)
    .map(({ attributes, sensitive_attributes = [], private: bytes = "", ...rest }) => {
      const marked = new Set(sensitive_attributes.map(([first]) => String(first?.value)));
      const seen = Object.entries(attributes).filter(([name]) => !marked.has(name));
      return [seen, rest, bytes, Buffer.from(bytes, "base64").toString()];
    });
  return plainText([others, open, instances]);
}

/** Plan and state of `terraform show -json`, without variables and values marked as sensitive. */
export function notSensitiveOfShown(text: string): string {
  return plainText(withoutMarked(JSON.parse(text) as Json));
}

/** Values and their marks in plans and states: `after` and `after_sensitive`, `values` and `sensitive_values`. */
function withoutMarked(json: Json): Json {
  if (Array.isArray(json)) return json.map(withoutMarked);
  if (typeof json !== "object" || json === null) return json;
  const object = json as { readonly [name: string]: Json };
  if (object.sensitive === true) return null;
  const marks: Readonly<Record<string, string>> = {
    before: "before_sensitive",
    after: "after_sensitive",
    values: "sensitive_values",
  };
  return Object.fromEntries(
    Object.entries(object)
      // Terraform stores the values of variables in a plan unencrypted, as documented.
      .filter(([name]) => name !== "variables")
      .map(([name, value]) => {
        const mark = marks[name];
        return [name, withoutMarked(mark === undefined ? value : cleared(value, object[mark] ?? false))];
      }),
  );
}

function cleared(value: Json, marks: Json): Json {
  if (marks === true) return null;
  if (typeof marks !== "object" || marks === null || typeof value !== "object" || value === null)
    return value;
  if (Array.isArray(value))
    return value.map((item, index) => cleared(item, (marks as readonly Json[])[index] ?? false));
  const of = marks as { readonly [name: string]: Json };
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, cleared(item as Json, of[name] ?? false)]),
  );
}

/** Text in which characters stand as they are, rather than escaped. */
function plainText(value: unknown): string {
  const texts: string[] = [];
  JSON.stringify(value, (name, part) => {
    texts.push(name, typeof part === "object" ? "" : String(part));
    return part;
  });
  return texts.join("\n");
}
