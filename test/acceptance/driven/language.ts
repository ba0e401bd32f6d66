import type { Configuration, Declared } from "../../core/configuration";
import { expression, notUnderstood, Reader, type Scope } from "./expressions";
import { tokensOf } from "./tokens";

/** Where a block stands in its file, for diagnostics. */
interface Place {
  /** The line that the block begins with. */
  readonly header: string;
  /** The lines of its attributes, by name. */
  readonly lines: Readonly<Record<string, string>>;
}

/** What a file in Terraform's language declares. */
export interface Written {
  readonly configuration: Configuration;
  /** The addresses of `moved` blocks. */
  readonly moves: readonly (readonly [from: string, to: string])[];
  /** The places of resources by address, and that of the provider's block, whose address is empty. */
  readonly places: ReadonlyMap<string, Place>;
}

/** The attributes of a block; those in `raw` are kept as they are written. */
interface Body extends Place {
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * Reads the part of Terraform's language that the tests of the provider need: resources with literals, references,
 * variables with defaults, `count`, `depends_on` and `create_before_destroy`, and `import` and `moved` blocks.
 *
 * @param given values of variables, in place of their defaults
 * @throws Error for everything else: a test of that takes the real terraform
 */
export function written(text: string, given: ReadonlyMap<string, string> = new Map()): Written {
  const reader = new Reader(tokensOf(text));
  const variables = new Map<string, unknown>();
  const resources: Record<string, Declared> = {};
  const imports: Record<string, string> = {};
  const moves: (readonly [string, string])[] = [];
  const places = new Map<string, Place>();
  let provider: Body["values"] = {};
  const later: (() => void)[] = [];

  while (reader.next.kind !== "end") {
    const type = reader.take("name");
    const labels: string[] = [];
    while (reader.next.kind === "string") labels.push(reader.take().text);
    reader.take("mark", "{");
    const body = tokensOfBody(reader);
    const block = (scope: Scope) => ({ header: type.line, ...attributes(new Reader(body), scope) });
    const plain = () => block({ variables });
    switch (type.text) {
      case "terraform":
        break;
      case "variable": {
        const { default: value = null } = block({ variables: anyType }).values;
        const [name = ""] = labels;
        variables.set(name, given.get(name) ?? value);
        break;
      }
      case "provider":
        later.push(() => {
          const own = plain();
          provider = own.values;
          places.set("", own);
        });
        break;
      case "import":
        later.push(() => {
          const { to, id } = plain().values;
          imports[String(to)] = String(id);
        });
        break;
      case "moved":
        later.push(() => {
          const { from, to } = plain().values;
          moves.push([String(from), String(to)]);
        });
        break;
      case "resource":
        later.push(() => {
          const address = labels.join(".");
          const { count } = block({ variables, index: 0 }).values;
          const instances =
            count === undefined ? [undefined] : Array.from({ length: Number(count) }, (_, n) => n);
          for (const index of instances) {
            const own = block(index === undefined ? { variables } : { variables, index });
            const at = index === undefined ? address : `${address}[${index}]`;
            resources[at] = declared(own.values);
            places.set(at, own);
          }
        });
        break;
      default:
        throw notUnderstood(type);
    }
  }
  for (const read of later) read();
  return { configuration: { resources, provider, imports }, moves, places };
}

/** `type = string` in a variable is not a value. The driver reads only the default of a variable. */
const anyType: ReadonlyMap<string, unknown> = new Map();

/** The tokens up to the end of a block. */
function tokensOfBody(reader: Reader) {
  const tokens = [];
  for (let depth = 1; depth > 0; ) {
    const token = reader.take();
    if (token.kind === "end") throw notUnderstood(token);
    if (token.kind === "mark") depth += { "{": 1, "}": -1 }[token.text] ?? 0;
    tokens.push(token);
  }
  return [...tokens.slice(0, -1), { kind: "end", text: "", line: "" } as const];
}

/** Attributes whose value is an address, or a type, and not an expression. */
const NAMES: ReadonlySet<string> = new Set(["to", "from", "type", "depends_on"]);

function attributes(reader: Reader, scope: Scope): Omit<Body, "header"> {
  const values: Record<string, unknown> = {};
  const lines: Record<string, string> = {};
  while (reader.next.kind !== "end") {
    const name = reader.take("name");
    lines[name.text] = name.line;
    if (reader.skip("{")) {
      // A nested block. `lifecycle` is the only one, and create_before_destroy is its only supported argument.
      Object.assign(values, { [name.text]: nested(reader, scope) });
      continue;
    }
    reader.take("mark", "=");
    values[name.text] =
      NAMES.has(name.text) && reader.next.kind === "name"
        ? address(reader)
        : name.text === "depends_on"
          ? addresses(reader)
          : expression(reader, scope);
    // The rest of a type such as map(string).
    if (name.text === "type" && reader.skip("(")) while (!reader.skip(")")) reader.take();
  }
  return { values, lines };
}

function nested(reader: Reader, scope: Scope): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  while (!reader.skip("}")) {
    const name = reader.take("name");
    if (name.text !== "create_before_destroy") throw notUnderstood(name);
    reader.take("mark", "=");
    values[name.text] = expression(reader, scope);
  }
  return values;
}

function address(reader: Reader): string {
  let text = reader.take("name").text;
  while (reader.skip(".")) text += `.${reader.take("name").text}`;
  if (!reader.skip("[")) return text;
  text += `[${reader.take("number").text}]`;
  reader.take("mark", "]");
  return text;
}

function addresses(reader: Reader): string[] {
  const found: string[] = [];
  reader.take("mark", "[");
  while (!reader.skip("]")) {
    found.push(address(reader));
    reader.skip(",");
  }
  return found;
}

function declared({ count: _, lifecycle, depends_on, ...config }: Body["values"]): Declared {
  const { create_before_destroy } = (lifecycle ?? {}) as { readonly create_before_destroy?: boolean };
  return {
    config,
    ...(create_before_destroy === true && { createBeforeDestroy: true }),
    ...(depends_on !== undefined && { dependsOn: depends_on as string[] }),
  };
}
