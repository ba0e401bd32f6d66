export type Library = "cdktn" | "cdktf";

/** The form of code that `rblmonitor init` and `rblmonitor adopt` write. */
export type Template = Library | "hcl";

/** The name of an application and of its stack. */
export const stackName = "monitoring";

/** The dependencies of each library; CDK Terrain 0.24 refuses constructs 10.8. */
const libraryVersions: Readonly<Record<Library, Readonly<Record<string, string>>>> = {
  cdktn: { cdktn: "^0.24.0", constructs: ">=10.6.0 <10.8.0" },
  cdktf: { cdktf: "^0.21.0", constructs: "^10.4.2" },
};

/**
 * The files that an application of CDK Terrain or CDKTF needs in addition to its code, by path.
 * @param source where npm gets this package: a version, or `file:` and a path
 * @param scripts more scripts than `synth`
 */
export function applicationFiles(
  library: Library,
  source: string,
  scripts: Readonly<Record<string, string>> = {},
): readonly (readonly [string, string])[] {
  const { constructs = "", ...libraries } = libraryVersions[library];
  const manifest = {
    name: stackName,
    private: true,
    scripts: { synth: "tsc && node dist/main.js", ...scripts },
    dependencies: { ...libraries, constructs, rblmonitor: source },
    devDependencies: { "@types/node": "*", typescript: ">=5.4" },
  };
  const compilerOptions = {
    target: "es2022",
    module: "node16",
    outDir: "dist",
    strict: true,
    skipLibCheck: true,
    // TypeScript 6 and later load no types by themselves.
    types: ["node"],
  };
  const settings = { language: "typescript", app: "npm run --silent synth", sendCrashReports: "false" };
  return [
    ["package.json", json(manifest)],
    ["tsconfig.json", json({ compilerOptions })],
    ["cdktf.json", json(settings)],
  ];
}

function json(value: unknown): string {
  // A list of one text stands on a line, as formatters have it.
  return `${JSON.stringify(value, null, 2).replace(/\[\s+("[^"]*")\s+\]/g, "[$1]")}\n`;
}
