import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { createServer, type TlsOptions } from "node:tls";

/** A TLS server, with that certificate, before that port of this machine. */
export async function startTlsFront(certificate: TlsOptions, behind: number) {
  const server = createServer(certificate, (socket) => {
    const plain = connect(behind, "127.0.0.1");
    for (const end of [socket, plain]) end.on("error", () => end.destroy());
    socket.pipe(plain).pipe(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}
