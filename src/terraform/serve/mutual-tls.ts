import type { Socket } from "node:net";
import { createServer, type TLSSocket } from "node:tls";
import type { Certificate } from "./certificate";
import type { Logger } from "./log";

/**
 * Speaks TLS with the holder of one certificate, and with nobody else.
 *
 * The TLS handshake proves that the peer holds the key of the certificate it shows; that it is *the* certificate is
 * settled here, byte for byte, before anything is read from the connection. Nothing else about it matters: no authority,
 * no name, no validity. Refusals are logged.
 *
 * @param options.own what is shown to the peer
 * @param options.client the one certificate that is admitted, in DER
 * @param options.admit gets every admitted connection
 * @returns takes the connections
 */
export function createMutualTls(options: {
  readonly own: Certificate;
  readonly client: Buffer;
  readonly admit: (socket: TLSSocket) => void;
  readonly logger: Logger;
}): (socket: Socket) => void {
  const { own, client, admit, logger } = options;
  const refused = (reason: string) => logger.warn("A connection was refused", { reason });
  const server = createServer({
    cert: own.certificate,
    key: own.key,
    minVersion: "TLSv1.2",
    ALPNProtocols: ["h2"],
    requestCert: true,
    // Not a gap: what is checked below is stricter than what these two would check. Without a `ca`, or with one,
    // Node 20 parses all root certificates, which takes 18 ms; not so with an empty list.
    rejectUnauthorized: false,
    ca: [],
  });
  server.on("secureConnection", (socket) => {
    socket.on("error", () => socket.destroy());
    const shown = socket.getPeerX509Certificate()?.raw;
    if (shown?.equals(client)) return admit(socket);
    refused(
      shown === undefined ? "the client showed no certificate" : "the client showed another certificate",
    );
    socket.destroy();
  });
  server.on("tlsClientError", (error) => refused(error.message));
  return (socket) => server.emit("connection", socket);
}
