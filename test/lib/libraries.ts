import * as cdktf from "cdktf";
import * as cdktn from "cdktn";
import * as forCdktf from "rblmonitor";
import * as forCdktn from "rblmonitor/cdktn";

/** A library for stacks, and the constructs for it. */
export interface Library {
  readonly sdk: typeof cdktf;
  readonly constructs: typeof forCdktf;
}

/** Both libraries. The second has the type of the first, because it has everything that tests use of it. */
export const libraries: readonly (readonly [name: string, library: Library])[] = [
  ["CDKTF", { sdk: cdktf, constructs: forCdktf }],
  ["CDK Terrain", { sdk: cdktn, constructs: forCdktn } as unknown as Library],
];

/** A SID by its prefix. */
export const sid = (prefix: string): string => prefix + "0".repeat(32);

/** What Terraform is given: the parts that are looked at. */
export interface Synthesised {
  readonly terraform: { readonly required_providers: Readonly<Record<string, unknown>> };
  readonly provider: Readonly<Record<string, readonly unknown[]>>;
  readonly resource: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>;
  readonly data: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>;
  readonly output: Readonly<Record<string, { readonly value: unknown }>>;
}

/**
 * What a stack with these constructs becomes, without writing it anywhere.
 * @param isValidated whether it is validated as by `app.synth()`, for which it needs a provider
 */
export function synthesised(
  { sdk }: Library,
  declare: (stack: cdktf.TerraformStack) => void,
  isValidated = false,
): Synthesised {
  const { App, TerraformStack, Testing } = sdk;
  // CDK Terrain accepts what needs a version of Terraform only for these versions.
  const context = { targetVersions: { terraform: ">=1.11", opentofu: ">=1.11" } };
  const app = Testing.stubVersion(new App({ context, stackTraces: false }));
  const stack = new TerraformStack(app, "stack");
  declare(stack);
  const text = Testing.synth(stack, isValidated);
  return { resource: {}, data: {}, output: {}, ...JSON.parse(text) } as Synthesised;
}

/** The annotations of all constructs of a stack: `warn stack/mx: …`. A test reads them after the synthesis. */
export function annotationsIn(stack: cdktf.TerraformStack): string[] {
  return stack.node.findAll().flatMap(({ node }) =>
    node.metadata.flatMap(({ type, data }) => {
      const [, level] = /\/(info|warn|error)$/.exec(type) ?? [];
      return level === undefined ? [] : [`${level} ${node.path}: ${data}`];
    }),
  );
}

/** The names in Terraform of the resources of a type. */
export function namesOf({ resource }: Synthesised, type: string): string[] {
  return Object.keys(resource[type] ?? {}).sort();
}
