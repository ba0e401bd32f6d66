import { execFile } from "node:child_process";
import { chmod, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { withoutSignature } from "./mac-signature";
import { type ReleasePlatform, thisPlatform } from "./platforms";
import { runtimeFor } from "./runtime";
import { writeExecutableSource } from "./source";

/** The names of the compiled script and of its result: they are in the executable, and so they are always the same. */
const NAME = "terraform-provider-rblmonitor";

/** An executable reads nothing of the folder that it is started in: neither .env, nor bunfig.toml, which may name code. */
const FLAGS = [
  ...["--compile", "--bytecode", "--minify-whitespace", "--minify-syntax"],
  ...["--no-compile-autoload-dotenv", "--no-compile-autoload-bunfig"],
  // Else the folder that it is compiled in is in it.
  ...["--define", '__dirname="."', "--define", `__filename="${NAME}"`],
];

/**
 * Makes one self-contained executable of a bundled plugin. The same plugin and platform give the same bytes.
 * @param plugin the folder that `bundlePlugin` left
 * @param file where it is put, replacing what is there
 * @throws Error when a runtime cannot be fetched, or bun fails
 */
export async function compileExecutable(
  plugin: string,
  file: string,
  platform: ReleasePlatform,
): Promise<void> {
  const compiler = await runtimeFor(thisPlatform());
  const runtime = await runtimeFor(platform);
  const folder = await mkdtemp(join(tmpdir(), "executable-"));
  try {
    await writeExecutableSource(plugin, folder, `${NAME}.cjs`);
    const target = [`--target=${platform.target}`, `--compile-executable-path=${runtime}`];
    await promisify(execFile)(
      compiler,
      ["build", ...FLAGS, ...target, `./${NAME}.cjs`, "--outfile", "made"],
      {
        cwd: folder,
      },
    );
    const made = join(folder, platform.os === "windows" ? "made.exe" : "made");
    if (platform.name === "darwin_amd64") await writeFile(made, withoutSignature(await readFile(made)));
    await chmod(made, 0o755);
    await rename(made, file).catch(async () => writeFile(file, await readFile(made), { mode: 0o755 }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
