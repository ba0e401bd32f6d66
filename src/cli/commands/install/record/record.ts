import { spawn } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { connect as connectHttp2 } from "node:http2";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { connect as connectTls } from "node:tls";
import { BinaryWriter } from "@bufbuild/protobuf/wire";
import {
  type Certificate,
  createCertificate,
  type Method,
  ProviderDefinition,
  pluginEnvironment,
  type RequestOf,
  type ResponseOf,
  type Rpc,
} from "../../../../terraform/tools";

/**
 * Makes a plugin write V8's code caches of its scripts, for this Node.
 *
 * The plugin works first, because V8 compiles a function at its first call: right after loading, the caches would contain
 * almost none of the functions that a start needs.
 *
 * @param executable the script that starts the plugin
 * @param folder the place of the caches
 * @param work makes the plugin do its usual work
 * @throws Error when the plugin does not answer
 */
export async function recordCodeCaches(
  executable: string,
  folder: string,
  work: (plugin: PluginConnection) => Promise<unknown>,
): Promise<void> {
  const identity = createCertificate();
  const env = { ...environmentOf(identity), RBLMONITOR_RECORD_CODE_CACHES: folder };
  const plugin = spawn(process.execPath, [executable], { stdio: ["ignore", "pipe", "ignore"], env });
  const ended = once(plugin, "close");
  try {
    const client = connectPlugin(await firstLine(plugin.stdout), identity);
    try {
      await work(client);
      await client.shutDown();
    } finally {
      client.close();
    }
    await ended;
  } finally {
    plugin.kill();
  }
}

/**
 * The environment of a plugin that accepts a client. Of ours, it has the variables that a process needs, and none that changes
 * what Node or a library does.
 */
export function environmentOf({ certificate }: Certificate): NodeJS.ProcessEnv {
  const needed = new Set(["PATH", "SYSTEMROOT", "TEMP", "TMP", "TMPDIR"]);
  const plain = Object.entries(process.env).filter(([name]) => needed.has(name.toUpperCase()));
  return { ...Object.fromEntries(plain), ...pluginEnvironment(), PLUGIN_CLIENT_CERT: certificate };
}

async function firstLine(output: Readable): Promise<string> {
  for await (const line of createInterface(output)) return line;
  throw new Error("The plugin ended without a handshake");
}

/** A connection to a plugin: just enough of gRPC to make it work before Terraform does. */
export type PluginConnection = ReturnType<typeof connectPlugin>;

/** Bytes before each message of gRPC: one for compression, and four for the length. */
const headingLength = 5;

/** Connects to a plugin by its handshake line, as the holder of the certificate that the plugin accepts. */
export function connectPlugin(
  handshake: string,
  { certificate, key }: Pick<Certificate, "certificate" | "key">,
) {
  const [, , network, address = "", , own = ""] = handshake.trim().split("|");
  const [host, port] = address.split(":");
  const session = connectHttp2("https://localhost", {
    createConnection: () =>
      connectTls({
        ...(network === "unix" ? { path: address } : { host, port: Number(port) }),
        servername: "localhost",
        ALPNProtocols: ["h2"],
        cert: certificate,
        key,
        ca: new X509Certificate(Buffer.from(own, "base64")).toString(),
      }),
  });
  // The request fails, too.
  session.on("error", () => undefined);

  async function exchange(path: string, message: Uint8Array): Promise<Buffer> {
    const stream = session.request({
      ":method": "POST",
      ":path": path,
      "content-type": "application/grpc",
      te: "trailers",
    });
    const heading = Buffer.alloc(headingLength);
    heading.writeUInt32BE(message.length, 1);
    stream.end(Buffer.concat([heading, message]));
    const pieces: Buffer[] = [];
    let status: unknown;
    for (const event of ["response", "trailers"] as const)
      stream.on(event, (headers) => {
        status = headers["grpc-status"] ?? status;
      });
    stream.on("data", (piece: Buffer) => pieces.push(piece));
    await once(stream, "close");
    if (status !== "0") throw new Error(`The plugin refused ${path}`);
    return lastMessage(Buffer.concat(pieces));
  }

  return {
    /** Calls an RPC. Resolves to its one message, or to the last of a stream. @throws Error when the plugin refuses it */
    call: async <Name extends Rpc>(rpc: Name, request: RequestOf<Name>): Promise<ResponseOf<Name>> => {
      const method = ProviderDefinition.methods[rpc] as unknown as Method<RequestOf<Name>, ResponseOf<Name>>;
      const { name, requestType, responseType } = method;
      const message = requestType.encode(request, new BinaryWriter()).finish();
      return responseType.decode(await exchange(`/${ProviderDefinition.fullName}/${name}`, message));
    },
    /** Asks the plugin to end. */
    shutDown: () => exchange("/plugin.GRPCController/Shutdown", Buffer.alloc(0)),
    close: () => session.destroy(),
  };
}

function lastMessage(all: Buffer): Buffer {
  let begin = 0;
  let end = 0;
  while (end < all.length) {
    begin = end + headingLength;
    end = begin + all.readUInt32BE(end + 1);
  }
  return all.subarray(begin, end);
}
