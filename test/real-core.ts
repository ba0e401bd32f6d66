import { spawnSync } from "node:child_process";

/** The program that the tests run: Terraform or OpenTofu. */
export interface RealCore {
  readonly program: Program;
  /** Such as `1.16.0-rc2`. */
  readonly version: string;
  /** The minor version, such as 16. */
  readonly minor: number;
  /** The registry that it looks for providers in. */
  readonly registry: string;
}

type Program = "Terraform" | "OpenTofu";

const registries: Readonly<Record<Program, string>> = {
  Terraform: "registry.terraform.io",
  OpenTofu: "registry.opentofu.org",
};

/** What older versions lack, and the first minor version 1.x that has it. A program that is not named never has it. */
const features = {
  "provider functions": { Terraform: 8, OpenTofu: 7 },
  "moves between resource types": { Terraform: 8, OpenTofu: 10 },
  // Older versions crash over attributes that are computed and have others within, such as the members of a host.
  "generated configuration of hosts": { Terraform: 7, OpenTofu: 11 },
  "removed blocks with lifecycle": { Terraform: 7, OpenTofu: 10 },
  "mock providers": { Terraform: 7, OpenTofu: 8 },
  "overrides within mock providers": { Terraform: 7, OpenTofu: 9 },
  "ephemeral resources": { Terraform: 10, OpenTofu: 11 },
  "write-only attributes": { Terraform: 11, OpenTofu: 11 },
  "provider instances": { OpenTofu: 9 },
  "excluded resources": { OpenTofu: 9 },
  ".tofu files": { OpenTofu: 8 },
  "encrypted states": { OpenTofu: 7 },
  "resource identity": { Terraform: 12, OpenTofu: 12 },
  "deprecation messages": { Terraform: 15, OpenTofu: 12 },
  "trust in network mirrors": { OpenTofu: 12 },
  "list resources": { Terraform: 14 },
  actions: { Terraform: 14 },
} as const satisfies Readonly<Record<string, Readonly<Partial<Record<Program, number>>>>>;

/** Something that not every version has. */
export type Feature = keyof typeof features;

let found: RealCore | undefined;

/** The program that the tests run: `TERRAFORM_BINARY_NAME`, else terraform or tofu on the PATH. */
export function realCore(): RealCore {
  found ??= versionOf();
  return found;
}

/** The variable that makes a command run the tested program, if it is not the one on the PATH. */
export function namingVariable(): Readonly<Record<string, string>> {
  const { TERRAFORM_BINARY_NAME } = process.env;
  return TERRAFORM_BINARY_NAME ? { TERRAFORM_BINARY_NAME } : {};
}

/** Whether the program that the tests run has it. */
export function has(feature: Feature): boolean {
  const { program, minor } = realCore();
  const first: Readonly<Partial<Record<Program, number>>> = features[feature];
  return minor >= (first[program] ?? Number.POSITIVE_INFINITY);
}

/** The versions that have it, such as `Terraform 1.11, OpenTofu 1.11`. */
export function versionsWith(feature: Feature): string {
  return Object.entries(features[feature])
    .map(([program, minor]) => `${program} 1.${minor}`)
    .join(", ");
}

/** `it` for a test of something that not every version has. Elsewhere the test is skipped, and its name says why. */
export function itWith(feature: Feature): jest.It {
  return has(feature) ? it : named(it.skip, feature);
}

/** `describe`, as {@link itWith} is `it`. */
export function describeWith(feature: Feature): jest.Describe {
  return has(feature) ? describe : named(describe.skip, feature);
}

/** `it.each` for rows. Some rows need a feature that not every version has. */
export function itForEach<Row>(
  feature: Feature,
  rows: readonly Row[],
  needs: (row: Row) => boolean,
): (name: string, test: (...row: RowOf<Row>) => Promise<void> | void) => void {
  return (name, test) => {
    it.each(rows.filter((row) => !needs(row)) as unknown[])(name, test as never);
    itWith(feature).each(rows.filter(needs) as unknown[])(name, test as never);
  };
}

type RowOf<Row> = Row extends readonly unknown[] ? [...Row] : [Row];

/** The same function, for names that say what is missing. */
function named<Block extends jest.It | jest.Describe>(skip: unknown, feature: Feature): Block {
  const reason = ` (needs ${feature}: ${versionsWith(feature)})`;
  const skipped = skip as {
    (name: string, ...rest: unknown[]): void;
    each(...table: unknown[]): (name: string, ...rest: unknown[]) => void;
  };
  const block = (name: string, ...rest: unknown[]) => skipped(name + reason, ...rest);
  const each =
    (...table: unknown[]) =>
    (name: string, ...rest: unknown[]) =>
      skipped.each(...table)(name + reason, ...rest);
  return Object.assign(block, { each }) as unknown as Block;
}

/** Without a program, tests download a current Terraform. */
function versionOf(): RealCore {
  const { TERRAFORM_BINARY_NAME: given } = process.env;
  for (const binary of given ? [given] : ["terraform", "tofu"]) {
    const { stdout } = spawnSync(binary, ["version"], {
      env: { ...process.env, CHECKPOINT_DISABLE: "1", TF_CLI_CONFIG_FILE: "" },
      encoding: "utf8",
    });
    const [, program, version] = /^(Terraform|OpenTofu) v(\S+)/m.exec(stdout ?? "") ?? [];
    if (program === undefined || version === undefined) continue;
    const registry = registries[program as Program];
    return { program: program as Program, version, minor: Number(version.split(".")[1]), registry };
  }
  return { program: "Terraform", version: "1.15.0", minor: 15, registry: registries.Terraform };
}
