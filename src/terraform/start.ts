/**
 * The part of `index.ts` that starts a plugin process. A main module that imports only this, and loads its provider with
 * `import()`, answers Terraform's handshake before it loads the provider.
 */

export { createLogger, type Logger, levelOf } from "./serve/log";
export { announce, type Plugin, servePlugin } from "./serve/serve";
