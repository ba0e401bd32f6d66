/*
 * The parts of undici that the client uses. The whole package, with fetch, caches and mocks, takes more than twice as long to
 * load.
 */
declare module "undici/lib/dispatcher/dispatcher" {
  import { Dispatcher } from "undici";
  export = Dispatcher;
}

declare module "undici/lib/dispatcher/agent" {
  import { Agent } from "undici";
  export = Agent;
}

declare module "undici/lib/dispatcher/proxy-agent" {
  import { ProxyAgent } from "undici";
  export = ProxyAgent;
}

declare module "undici/lib/api/api-connect" {
  import { Dispatcher } from "undici";

  const connect: Dispatcher["connect"];
  export = connect;
}
