import type { Socket } from "node:net";
import { createServer, type TLSSocket } from "node:tls";
import type { Certificate } from "./certificate";
import type { Logger } from "./log";

/**
 * Creates a TLS server that accepts only the client with a given certificate.
 *
 * The TLS handshake proves that the client has the key of its certificate. This function compares that certificate byte by
 * byte, before anything is read from the connection. It does not check authority, name or validity. Rejections are logged.
 *
 * @param options.own the server's certificate
 * @param options.client the only accepted certificate, in DER
 * @param options.admit receives every accepted connection
 * @returns a function that handles a new connection
 */
export function createMutualTls(options: {
  readonly own: Certificate;
  readonly client: Buffer;
  readonly admit: (socket: TLSSocket) => void;
  readonly logger: Logger;
}): (socket: Socket) => void {
  const { own, client, admit, logger } = options;
  const rejected = (reason: string) => logger.warn("Connection rejected", { reason });
  const server = createServer({
    cert: own.certificate,
    key: own.key,
    minVersion: "TLSv1.2",
    ALPNProtocols: ["h2"],
    requestCert: true,
    // The check below is stricter than these two. An empty list keeps Node 20 from parsing all root certificates, which takes
    // 18 ms.
    rejectUnauthorized: false,
    ca: [],
  });
  server.on("secureConnection", (socket) => {
    socket.on("error", () => socket.destroy());
    const received = socket.getPeerX509Certificate()?.raw;
    if (received?.equals(client)) return admit(socket);
    rejected(
      received === undefined ? "the client sent no certificate" : "the client sent another certificate",
    );
    socket.destroy();
  });
  server.on("tlsClientError", (error) => rejected(error.message));
  return (socket) => server.emit("connection", socket);
}
