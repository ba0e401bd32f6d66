import { chmod, copyFile, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { inTemporaryFolder } from "../../cli/project/folders";
import { firstOf, type PluginSource, pluginModules } from "../build/bundle";
import { output } from "../programs";
import { programName, type ReleasePlatform, thisPlatform } from "./platforms";
import { runtimeFor } from "./runtime";

/** The name of the compiled script and of the result. The executable contains it, so it is always the same. */
const name = "terraform-provider-rblmonitor";

/** An executable reads neither .env nor bunfig.toml, which can name code, from the folder in which it starts. */
const flags = [
  "--compile",
  "--bytecode",
  "--minify-whitespace",
  "--minify-syntax",
  "--no-compile-autoload-dotenv",
  "--no-compile-autoload-bunfig",
  // Without these, the executable contains the path of the folder in which it was compiled.
  "--define",
  '__dirname="."',
  "--define",
  `__filename="${name}"`,
];

/**
 * Makes a plugin that is one self-contained executable. The same plugin and platform give the same bytes.
 *
 * @param file the executable; an existing file is replaced
 * @throws Error when a runtime cannot be fetched, or bun fails
 */
export async function compileExecutable(plugin: PluginSource, file: string, platform: ReleasePlatform) {
  const compiler = await runtimeFor(thisPlatform());
  const runtime = await runtimeFor(platform);
  await inTemporaryFolder(async (folder) => {
    await writeModules(plugin, folder);
    const target = [`--target=${platform.target}`, `--compile-executable-path=${runtime}`];
    const args = ["build", ...flags, ...target, `./${name}.cjs`, "--outfile", "compiled"];
    await output(compiler, args, { cwd: folder });
    const compiled = join(folder, programName("compiled", platform));
    if (platform.name === "darwin_amd64")
      await writeFile(compiled, withoutSignature(await readFile(compiled)));
    await chmod(compiled, 0o755);
    await rm(file, { force: true });
    await copyFile(compiled, file);
  });
}

/**
 * The first code of the executable. Only Terraform's handshake may reach standard output. bun's own console writes there
 * whatever `process.stdout` is, so it is replaced on its first use.
 */
const divert = `
Object.defineProperty(process, "stdout", { configurable: true, get: () => process.stderr });
{
  const { console: own } = globalThis;
  let diverted;
  const get = () => (diverted ??= new own.Console(process.stderr, process.stderr));
  Object.defineProperty(globalThis, "console", { configurable: true, get, set: (value) => { diverted = value; } });
}
`;

/**
 * Writes the modules of a plugin, and one that starts them. bun compiles modules to bytecode with all their functions, but not
 * functions in the scripts of the plugin for Node, which would cost 8 ms at each start.
 */
async function writeModules(plugin: PluginSource, folder: string): Promise<void> {
  const modules = await pluginModules(plugin);
  for (const [file, { code }] of modules) await writeFile(join(folder, file), code);
  await writeFile(join(folder, "package.json"), JSON.stringify({ type: "commonjs" }));
  await writeFile(
    join(folder, `${name}.cjs`),
    `${divert}require(${JSON.stringify(`./${firstOf(modules)}`)});\n`,
  );
}

/** Mach-O, 64 bits, in the byte order of Intel's and Apple's processors (mach-o/loader.h). */
const magic = 0xfeedfacf;
const header = 32;
const countAt = 16;
const sizeAt = 20;

const segment = 0x19;
const signatureCommand = 0x1d;
const linkEditSegment = "__LINKEDIT";

/**
 * Removes the signature from an executable for macOS on Intel. bun leaves the signature of its own executable, which does not
 * match the result, so macOS would end the process. Without a signature it runs, like Go's executables. For Apple's
 * processors, which require a signature, bun makes a new one.
 *
 * @throws Error when it is not such an executable, or the signature is not at its end
 */
export function withoutSignature(executable: Buffer): Buffer {
  if (executable.readUInt32LE(0) !== magic) throw new Error("This is not an executable for macOS");
  const commands = loadCommands(executable);
  const signature = commands.find(({ kind }) => kind === signatureCommand);
  if (signature === undefined) return executable;
  const start = executable.readUInt32LE(signature.at + 8);
  const length = executable.readUInt32LE(signature.at + 12);
  const linkEdit = commands.find(({ kind, name }) => kind === segment && name === linkEditSegment);
  if (commands.at(-1) !== signature || linkEdit === undefined || start + length !== executable.length) {
    throw new Error("The signature of an executable for macOS is not its end");
  }
  const rest = Buffer.from(executable.subarray(0, start));
  rest.fill(0, signature.at, signature.at + signature.size);
  rest.writeUInt32LE(commands.length - 1, countAt);
  rest.writeUInt32LE(rest.readUInt32LE(sizeAt) - signature.size, sizeAt);
  const offset = rest.readBigUInt64LE(linkEdit.at + 40);
  rest.writeBigUInt64LE(BigInt(start) - offset, linkEdit.at + 48);
  return rest;
}

/** The load commands, where each is, and the name of each if it is a segment. */
function loadCommands(executable: Buffer) {
  const commands = [];
  let at = header;
  for (let count = executable.readUInt32LE(countAt); count > 0; count--) {
    const size = executable.readUInt32LE(at + 4);
    const name = executable.toString("latin1", at + 8, at + 24).replace(/\0+$/, "");
    commands.push({ kind: executable.readUInt32LE(at), at, size, name });
    at += size;
  }
  return commands;
}
