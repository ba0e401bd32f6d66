import { X509Certificate } from "node:crypto";
import { BinaryWriter } from "@bufbuild/protobuf/wire";
import { ChannelCredentials, Client, type ClientReadableStream } from "@grpc/grpc-js";
import {
  type Certificate,
  type Method,
  ProviderDefinition,
  type RequestOf,
  type ResponseOf,
  type Rpc,
  type StreamingRpc,
  type UnaryRpc,
} from "../../../src/terraform/tools";

const MEBIBYTE = 1024 * 1024;

/** A client's certificate and key. */
export type Identity = Pick<Certificate, "certificate" | "key">;

/** Terraform's end of a connection to a plugin. */
export interface PluginClient {
  /** For other services than the provider. */
  readonly grpc: Client;
  /** Calls an RPC of the provider. @throws grpc-js's ServiceError */
  readonly call: <Name extends UnaryRpc>(rpc: Name, request: RequestOf<Name>) => Promise<ResponseOf<Name>>;
  /** Calls a streaming RPC of the provider. Reading it, or its `error` event, throws grpc-js's ServiceError. */
  readonly stream: <Name extends StreamingRpc>(
    rpc: Name,
    request: RequestOf<Name>,
  ) => ClientReadableStream<ResponseOf<Name>>;
  /** Asks the plugin to end, as Terraform does. */
  readonly shutDown: () => void;
  readonly close: () => void;
}

/**
 * Connects to a plugin as Terraform does, with TLS if the plugin has a certificate.
 *
 * @param handshake the plugin's line on standard output
 * @param identity the client that the plugin accepts; without it, the client sends no certificate
 */
export function connectPlugin(handshake: string, identity?: Identity): PluginClient {
  const [, , network, address, , certificate] = handshake.trim().split("|");
  const grpc = new Client(
    network === "unix" ? `unix:${address}` : `${address}`,
    credentials(certificate, identity),
    {
      "grpc.ssl_target_name_override": "localhost",
      "grpc.default_authority": "localhost",
      "grpc.max_receive_message_length": 256 * MEBIBYTE,
      "grpc.max_send_message_length": 256 * MEBIBYTE,
    },
  );
  return {
    grpc,
    call: (rpc, request) =>
      new Promise((resolve, reject) => {
        grpc.makeUnaryRequest(...wireOf(rpc), request, (error, response) =>
          response === undefined ? reject(error) : resolve(response),
        );
      }),
    stream: (rpc, request) => grpc.makeServerStreamRequest(...wireOf(rpc), request),
    shutDown: () => {
      const empty = () => Buffer.alloc(0);
      grpc.makeUnaryRequest("/plugin.GRPCController/Shutdown", empty, empty, {}, () => {});
    },
    close: () => grpc.close(),
  };
}

/** The path of an RPC, and how its messages are written and read. */
function wireOf<Name extends Rpc>(rpc: Name) {
  const { name, requestType, responseType } = ProviderDefinition.methods[rpc] as unknown as Method<
    RequestOf<Name>,
    ResponseOf<Name>
  >;
  return [
    `/${ProviderDefinition.fullName}/${name}`,
    (message: RequestOf<Name>) => Buffer.from(requestType.encode(message, new BinaryWriter()).finish()),
    (bytes: Buffer) => responseType.decode(bytes),
  ] as const;
}

function credentials(certificate: string | undefined, identity: Identity | undefined): ChannelCredentials {
  if (!certificate) return ChannelCredentials.createInsecure();
  const server = Buffer.from(new X509Certificate(Buffer.from(certificate, "base64")).toString());
  if (identity === undefined) return ChannelCredentials.createSsl(server);
  return ChannelCredentials.createSsl(server, Buffer.from(identity.key), Buffer.from(identity.certificate));
}
