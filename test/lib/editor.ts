import { type ChildProcess, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

/** What an editor shows of a file. */
export interface Editor {
  /** What it proposes at an offset. */
  completions(offset: number): Promise<readonly string[]>;
  /** What it shows on hover. */
  hover(offset: number): Promise<string>;
  /** The lines with errors, from 1. */
  errorLines(): Promise<readonly number[]>;
  close(): Promise<void>;
}

/** Opens a file of a project in the language service of a compiler. Before version 7, that is part of its module. */
export function openEditor(
  tsc: string,
  version: string,
  folder: string,
  file: string,
  code: string,
): Promise<Editor> {
  return version === "newest" ? serverEditor(tsc, folder, file, code) : moduleEditor(tsc, folder, file, code);
}

/** The part of the module `typescript` that is used. */
interface TypeScript {
  readonly sys: { readFile(path: string): string | undefined };
  readonly ScriptSnapshot: { fromString(text: string): unknown };
  getDefaultLibFilePath(options: object): string;
  convertCompilerOptionsFromJson(options: object, folder: string): { options: object };
  createLanguageService(host: object): {
    getCompletionsAtPosition(
      file: string,
      at: number,
      options: object,
    ): { entries: { name: string }[] } | undefined;
    getQuickInfoAtPosition(file: string, at: number): object | undefined;
    getSemanticDiagnostics(file: string): { start?: number }[];
    dispose(): void;
  };
}

async function moduleEditor(tsc: string, folder: string, name: string, code: string): Promise<Editor> {
  const ts = createRequire(__filename)(join(dirname(tsc), "../lib/typescript.js")) as TypeScript;
  const { options } = ts.convertCompilerOptionsFromJson(compilerOptions, folder);
  const file = join(folder, name);
  const service = ts.createLanguageService({
    ...ts.sys,
    useCaseSensitiveFileNames: () => true,
    getCompilationSettings: () => options,
    getScriptFileNames: () => [file],
    getScriptVersion: () => "1",
    getScriptSnapshot: (path: string) => {
      const text = path === file ? code : ts.sys.readFile(path);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: (given: object) => ts.getDefaultLibFilePath(given),
  });
  return {
    async completions(offset) {
      return (service.getCompletionsAtPosition(file, offset, {})?.entries ?? []).map((entry) => entry.name);
    },
    hover: async (offset) => JSON.stringify(service.getQuickInfoAtPosition(file, offset)),
    async errorLines() {
      return service.getSemanticDiagnostics(file).map(({ start = 0 }) => lineAt(code, start) + 1);
    },
    close: async () => service.dispose(),
  };
}

export const compilerOptions = {
  module: "nodenext",
  moduleResolution: "nodenext",
  target: "es2022",
  strict: true,
  types: [],
  skipLibCheck: true,
  noEmit: true,
};

const lineAt = (code: string, offset: number): number => code.slice(0, offset).split("\n").length - 1;

async function serverEditor(tsc: string, folder: string, name: string, code: string): Promise<Editor> {
  const server = spawn(process.execPath, [tsc, "--lsp", "--stdio"], {
    cwd: folder,
    stdio: ["pipe", "pipe", "ignore"],
  });
  const call = protocol(server);
  const uri = pathToFileURL(join(folder, name)).href;
  const rootUri = pathToFileURL(folder).href;
  const capabilities = { textDocument: { diagnostic: {}, hover: { contentFormat: ["markdown"] } } };
  await call("initialize", { processId: process.pid, rootUri, capabilities });
  call("initialized", {}, true);
  call(
    "textDocument/didOpen",
    { textDocument: { uri, languageId: "typescript", version: 1, text: code } },
    true,
  );
  const place = (offset: number) => ({
    textDocument: { uri },
    position: { line: lineAt(code, offset), character: offset - (code.lastIndexOf("\n", offset - 1) + 1) },
  });
  return {
    async completions(offset) {
      const answer = (await call("textDocument/completion", place(offset))) as {
        items?: { label: string }[];
      } | null;
      return (answer?.items ?? []).map(({ label }) => label);
    },
    hover: async (offset) => JSON.stringify(await call("textDocument/hover", place(offset))),
    async errorLines() {
      const answer = (await call("textDocument/diagnostic", { textDocument: { uri } })) as {
        items: { severity: number; range: { start: { line: number } } }[];
      };
      return answer.items.filter(({ severity }) => severity === 1).map(({ range }) => range.start.line + 1);
    },
    async close() {
      const ended = new Promise((resolve) => server.once("close", resolve));
      server.kill();
      await ended;
    },
  };
}

type Call = (method: string, params: unknown, isNotification?: true) => Promise<unknown>;

/** JSON-RPC with the headers of the Language Server Protocol. */
function protocol(server: ChildProcess): Call {
  const waiting = new Map<number, (result: unknown) => void>();
  let buffer = Buffer.alloc(0);
  let count = 0;
  const send = (message: object): void => {
    const body = JSON.stringify({ jsonrpc: "2.0", ...message });
    server.stdin?.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  };
  server.stdout?.on("data", (chunk: Buffer) => {
    buffer = Buffer.concat([buffer, chunk]);
    for (;;) {
      const end = buffer.indexOf("\r\n\r\n");
      const length = Number(
        /Content-Length: (\d+)/i.exec(buffer.subarray(0, Math.max(end, 0)).toString())?.[1],
      );
      if (end < 0 || buffer.length < end + 4 + length) return;
      const message = JSON.parse(buffer.subarray(end + 4, end + 4 + length).toString());
      buffer = buffer.subarray(end + 4 + length);
      // The server may ask for settings, or register capabilities.
      if (message.method !== undefined && message.id !== undefined) send({ id: message.id, result: null });
      else if (message.id !== undefined) waiting.get(message.id)?.(message.result ?? null);
    }
  });
  return (method, params, isNotification) => {
    if (isNotification) {
      send({ method, params });
      return Promise.resolve(undefined);
    }
    count += 1;
    const id = count;
    send({ id, method, params });
    return new Promise((resolve) => waiting.set(id, resolve));
  };
}
