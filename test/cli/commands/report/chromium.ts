import { execFileSync } from "node:child_process";
import { accessSync, constants, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join, resolve } from "node:path";
import { registryEnvironment } from "../../../registry";

/** The part of playwright-core that the tests use. */
export interface Browser {
  newPage(): Promise<Page>;
  close(): Promise<void>;
}

export interface Page {
  goto(url: string): Promise<unknown>;
  on(event: "request", listener: (request: { url(): string }) => void): void;
  on(event: "console", listener: (message: { text(): string }) => void): void;
  evaluate<T>(expression: string): Promise<T>;
  emulateMedia(options: {
    readonly media: "print" | "screen";
    readonly colorScheme?: "light" | "dark";
  }): Promise<void>;
  setViewportSize(size: { readonly width: number; readonly height: number }): Promise<void>;
  screenshot(options: { readonly path: string; readonly fullPage: true }): Promise<unknown>;
  pdf(options: { readonly format: "A4" }): Promise<Buffer>;
  getByRole(
    role: string,
    options?: { readonly name?: string; readonly level?: number; readonly exact?: boolean },
  ): Locator;
  readonly keyboard: { press(key: string): Promise<void> };
}

interface Locator {
  count(): Promise<number>;
}

/** A way to start the browser, or why there is none. */
export type Chromium = { launch(): Promise<Browser> } | { readonly missing: string };

const tools = resolve("node_modules/.cache/playwright-core");
const wish = process.env.RBLMONITOR_TEST_CHROMIUM;

/**
 * Chromium as RBLMONITOR_TEST_CHROMIUM names it, or the one on the PATH; `install` installs Debian's, which takes
 * minutes. It is driven by playwright-core, which is kept in node_modules/.cache, and brings no browser of its own.
 */
export function findChromium(): Chromium {
  try {
    const executablePath = executable();
    if (executablePath === undefined) {
      return { missing: "no chromium on the PATH; RBLMONITOR_TEST_CHROMIUM names one, or says install" };
    }
    return { launch: () => driver().chromium.launch({ executablePath, args: ["--no-sandbox"] }) };
  } catch (error) {
    return { missing: (error as Error).message.split("\n")[0] ?? "" };
  }
}

function executable(): string | undefined {
  if (wish !== undefined && wish !== "install") {
    accessSync(wish, constants.X_OK);
    return withDriver(wish);
  }
  const found = onPath();
  if (found !== undefined || wish === undefined) return found && withDriver(found);
  const options = { stdio: "ignore", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } } as const;
  execFileSync("apt-get", ["update"], options);
  execFileSync("apt-get", ["install", "-y", "--no-install-recommends", "chromium"], options);
  const installed = onPath();
  return installed && withDriver(installed);
}

function onPath(): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return ["chromium", "chromium-browser", "google-chrome"]
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((file) => existsSync(file));
}

/** Installs what drives the browser, once. */
function withDriver(file: string): string {
  if (existsSync(join(tools, "node_modules/playwright-core/package.json"))) return file;
  mkdirSync(tools, { recursive: true });
  writeFileSync(join(tools, "package.json"), '{"private":true}');
  const args = ["install", "--prefer-offline", "--no-audit", "--no-fund", "playwright-core@1"];
  execFileSync("npm", args, { cwd: tools, env: registryEnvironment, stdio: "ignore", timeout: 60_000 });
  return file;
}

function driver(): { chromium: { launch(options: object): Promise<Browser> } } {
  return createRequire(join(tools, "package.json"))("playwright-core");
}
