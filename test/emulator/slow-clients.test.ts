import { once } from "node:events";
import { connect } from "node:net";
import { EmulatorServer } from "../../src/emulator/http/server";

/** Short enough for a test; the emulator uses seconds. */
const impatient = { headersTimeout: 50, requestTimeout: 100, connectionsCheckingInterval: 10 };

describe("a client that never finishes its request loses its connection to the emulator", () => {
  it.each([
    ["its headers", "GET /4.0/rbl/hosts.json HTTP/1.1\r\nHost: emulator\r\nX: "],
    ["its body", "POST /4.0/rbl/hosts.json HTTP/1.1\r\nHost: emulator\r\nContent-Length: 100000\r\n\r\na"],
  ])("in %s", async (_, begun) => {
    const answer = async (incoming: AsyncIterable<unknown>) => {
      for await (const _ of incoming);
    };
    const server = new EmulatorServer(answer, "127.0.0.1", 0, impatient);
    await server.open();
    const socket = connect(Number(new URL(server.origin).port), "127.0.0.1").on("error", () => undefined);
    socket.write(begun);
    const drip = setInterval(() => socket.writable && socket.write("a"), 5);
    socket.resume();
    await once(socket, "close");
    clearInterval(drip);
    server.destroy();
  });
});
