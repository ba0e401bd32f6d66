import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pullState } from "./pull-state";
import type { StateText } from "./read-state";

/** Where states are read from. */
export interface StateSources {
  /** Files; `-` is standard input. */
  readonly files: readonly string[];
  /** Folders of configurations; the current one if neither is given. */
  readonly folders: readonly string[];
}

/** Every state that was asked for, one after the other. @throws Error that says which cannot be read, and why */
export async function stateTexts(
  { files, folders }: StateSources,
  env: NodeJS.ProcessEnv,
  stdin: AsyncIterable<Uint8Array>,
): Promise<StateText[]> {
  const pulled = files.length + folders.length === 0 ? ["."] : folders;
  const texts: StateText[] = [];
  for (const file of files) {
    if (file === "-") texts.push({ name: "standard input", text: decoded(await whole(stdin)) });
    else texts.push({ name: file, file, text: decoded(await contentOf(file)) });
  }
  for (const folder of pulled) {
    texts.push({
      ...{ name: folder, file: join(folder, "terraform.tfstate") },
      text: await pullState(folder, env),
    });
  }
  return texts;
}

async function contentOf(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file);
  } catch (error) {
    throw new Error(`The state cannot be read: ${(error as Error).message}`);
  }
}

async function whole(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Windows PowerShell writes UTF-16 into a file to which it sends what a command prints. */
function decoded(bytes: Uint8Array): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isUtf16 ? "utf-16le" : "utf-8").decode(bytes);
}
