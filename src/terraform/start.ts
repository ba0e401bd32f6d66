/**
 * The part of `index.ts` with which a plugin process starts. A main module that imports only this, and its provider
 * late, with `import()`, answers Terraform's handshake before it loads the rest.
 */

export { createLogger, type Logger, levelOf } from "./serve/log";
export { type Plugin, servePlugin } from "./serve/serve";
export { announce } from "./serve/stdout";
