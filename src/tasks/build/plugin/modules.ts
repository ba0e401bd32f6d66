/** The modules of a program, by name. */
export type Modules = ReadonlyMap<string, Module>;

/**
 * A module made by the bundler: its code as CommonJS, the files that it is made of, its size, and the names of the modules that
 * it imports at once and late.
 */
export interface Module {
  readonly code: string;
  readonly files: readonly string[];
  readonly imports: readonly string[];
  readonly late: readonly string[];
  readonly bytes: number;
}

/** The name of the module that starts. */
export function firstOf(modules: Modules): string {
  return [...modules.keys()].find((name) => name.startsWith("start-")) ?? "";
}

/**
 * Groups the modules into as few files as possible, since reading a file takes time. Each late import is one file with all
 * modules it needs, except those that are always loaded before it. Smaller late imports come first: what one shares with a
 * larger one is loaded without that.
 *
 * @returns the names of the modules in each file, by the name of the module that the file is loaded for
 */
export function packModules(modules: Modules): ReadonlyMap<string, readonly string[]> {
  const files = new Map<string, string[]>();
  const packed = new Set<string>();
  const entries = [firstOf(modules)];
  for (const entry of entries) {
    if (packed.has(entry)) continue;
    const file = [...withImports(modules, entry)].filter((name) => !packed.has(name));
    for (const name of file) packed.add(name);
    const late = file.flatMap((name) => modules.get(name)?.late ?? []);
    entries.push(...late.sort((a, b) => bytesOf(modules, a) - bytesOf(modules, b)));
    files.set(entry, file);
  }
  return files;
}

/** The size of a module with all modules it needs. */
function bytesOf(modules: Modules, name: string): number {
  return [...withImports(modules, name)].reduce((sum, needed) => sum + (modules.get(needed)?.bytes ?? 0), 0);
}

/** The names of a module and of all modules it needs. */
function withImports(modules: Modules, name: string): ReadonlySet<string> {
  const names = new Set([name]);
  for (const each of names) for (const needed of modules.get(each)?.imports ?? []) names.add(needed);
  return names;
}
