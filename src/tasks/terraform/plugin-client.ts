import { BinaryWriter } from "@bufbuild/protobuf/wire";
import { ChannelCredentials, Client } from "@grpc/grpc-js";
import {
  type Method,
  ProviderDefinition,
  pem,
  type RequestOf,
  type ResponseOf,
  type Rpc,
} from "../../terraform/tools";

const MEBIBYTE = 1024 * 1024;

/** A client's certificate and key, in PEM. */
export interface Identity {
  readonly certificate: string;
  readonly key: string;
}

/** Terraform's end of a connection to a plugin. */
export interface PluginClient {
  /** For other services than the provider. */
  readonly grpc: Client;
  /** Calls an RPC of the provider. @throws grpc-js's ServiceError */
  readonly call: <Name extends Rpc>(rpc: Name, request: RequestOf<Name>) => Promise<ResponseOf<Name>>;
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
    call: (rpc, request) => {
      const { name, requestType, responseType } = ProviderDefinition.methods[rpc] as unknown as Method<
        typeof request,
        ResponseOf<typeof rpc>
      >;
      return new Promise((resolve, reject) => {
        grpc.makeUnaryRequest(
          `/${ProviderDefinition.fullName}/${name}`,
          (message: typeof request) => Buffer.from(requestType.encode(message, new BinaryWriter()).finish()),
          (bytes) => responseType.decode(bytes),
          request,
          (error, response) => (response === undefined ? reject(error) : resolve(response)),
        );
      });
    },
    shutDown: () => {
      const empty = () => Buffer.alloc(0);
      grpc.makeUnaryRequest("/plugin.GRPCController/Shutdown", empty, empty, {}, () => {});
    },
    close: () => grpc.close(),
  };
}

function credentials(certificate: string | undefined, identity: Identity | undefined): ChannelCredentials {
  if (!certificate) return ChannelCredentials.createInsecure();
  const server = Buffer.from(pem("CERTIFICATE", Buffer.from(certificate, "base64")));
  if (identity === undefined) return ChannelCredentials.createSsl(server);
  return ChannelCredentials.createSsl(server, Buffer.from(identity.key), Buffer.from(identity.certificate));
}
