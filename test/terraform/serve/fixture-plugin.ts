import { writeSync } from "node:fs";
import type {
  CallFunction_Request,
  CallFunction_Response,
  ListResource_Event,
  ListResource_Request,
  Schema,
} from "../../../src/terraform/protocol/generated/tfplugin6";
import type { Call } from "../../../src/terraform/serve/handlers";
import { createLogger, levelOf } from "../../../src/terraform/serve/log";
import { servePlugin } from "../../../src/terraform/serve/serve";

/** A plugin that does on request what a provider might do, each under the name of a function. */
type Behaviour = (argument: Uint8Array, call: Call) => Promise<Uint8Array> | Uint8Array;

const logger = createLogger({ level: levelOf(process.env), stream: process.stderr, module: "fixture" });
const nothing = new Uint8Array();
let stopped = () => {};
const stopping = new Promise<void>((resolve) => {
  stopped = resolve;
});

const behaviours: Readonly<Record<string, Behaviour>> = {
  echo: (argument) => argument,
  print: () => {
    console.log("printed by console.log");
    process.stdout.write("printed by process.stdout\n");
    return nothing;
  },
  log: () => {
    logger.debug("a debug line");
    logger.info("an info line", { count: 10n, cause: new Error("because") });
    return nothing;
  },
  throw: () => {
    throw new Error("thrown in a handler");
  },
  "throw oddly": () => {
    throw new Error("100 % schlecht: ü\n\ud800");
  },
  "throw what is given": (argument) => {
    throw new Error(Buffer.from(argument).toString());
  },
  crash: () => {
    setImmediate(() => {
      throw new Error("thrown outside of any handler");
    });
    void Promise.reject(new Error("rejected outside of any handler"));
    return nothing;
  },
  "wait for cancellation": (_argument, { signal }) =>
    new Promise((_resolve, reject) => {
      writeSync(2, "waiting\n");
      signal.addEventListener("abort", () => {
        writeSync(2, "aborted\n");
        reject(signal.reason);
      });
    }),
  "finish when stopped": async () => {
    writeSync(2, "waiting\n");
    await stopping;
    return Buffer.from("finished");
  },
  version: () => Buffer.from(String(process.env.PROVIDER_VERSION)),
};

async function callFunction(request: CallFunction_Request, call: Call): Promise<CallFunction_Response> {
  const behaviour = behaviours[request.name];
  if (behaviour === undefined) return { error: { text: `There is no ${request.name}` } };
  const argument = request.arguments[0]?.msgpack ?? nothing;
  return { result: { msgpack: await behaviour(argument, call), json: nothing } };
}

/** What a stream may do, each under the name of a list. */
type Stream = (call: Call) => AsyncIterable<string>;

let isStopped = false;
void stopping.then(() => {
  isStopped = true;
});

const streams: Readonly<Record<string, Stream>> = {
  async *three() {
    yield* ["one", "two", "three"];
  },
  async *empty() {},
  async *"fail midway"() {
    yield* ["one", "two"];
    throw new Error("thrown midway");
  },
  async *"finish when stopped"() {
    yield "waiting";
    await stopping;
    yield "finished";
  },
  async *"wait for cancellation"({ signal }) {
    yield "waiting";
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    writeSync(2, "aborted\n");
    yield "never received";
  },
  /** Until it is stopped, it sends as much as its reader takes. */
  async *endless() {
    let count = 0;
    try {
      for (; !isStopped; count++) {
        writeSync(2, `event ${count}.\n`);
        yield String(count).padEnd(16 * 1024);
      }
      yield "stopped";
    } finally {
      writeSync(2, "endless ended\n");
    }
  },
};

async function* listResource(
  { typeName }: ListResource_Request,
  call: Call,
): AsyncIterable<ListResource_Event> {
  for await (const displayName of streams[typeName]?.(call) ?? []) yield { displayName, diagnostic: [] };
}

const schema: Schema = {
  version: 0,
  block: {
    version: 0,
    attributes: [],
    blockTypes: [],
    description: "",
    descriptionKind: 0,
    deprecated: false,
    deprecationMessage: "",
    computed: false,
  },
};

void servePlugin({
  name: "registry.terraform.io/rblmonitor/rblmonitor",
  version: "1.2.3",
  logger,
  handlers: () => ({
    getProviderSchema: async () => ({
      provider: schema,
      resourceSchemas: {},
      dataSourceSchemas: {},
      ephemeralResourceSchemas: {},
      functions: {},
      listResourceSchemas: {},
      actionSchemas: {},
      diagnostics: [],
    }),
    callFunction,
    listResource,
    stopProvider: async () => {
      stopped();
      return { Error: "" };
    },
  }),
});
