import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { guardedServer, type ServerLimits } from "../../../src/cli/server/server";

/** More than the buffers of a connection hold, and not copied for each answer. */
const answer = Buffer.alloc(32 * 1024 * 1024);
const sockets: Socket[] = [];
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const end of ends.splice(0)) await end();
});

/** Starts a server whose answers are large, and returns a function that asks it and reads nothing. */
async function start(limits: ServerLimits) {
  let answered = 0;
  const server = guardedServer((_, outgoing) => {
    outgoing.once("prefinish", () => {
      answered += 1;
    });
    outgoing.writeHead(200, { "Content-Length": answer.length }).end(answer);
  }, limits);
  const { port, hostname } = new URL(await server.listen({ host: "127.0.0.1", port: 0 }));
  ends.push(() => server.close(AbortSignal.abort()));
  const ask = async () => {
    const before = answered;
    const socket = connect(Number(port), hostname).on("error", () => undefined);
    sockets.push(socket);
    socket.write("GET / HTTP/1.1\r\nHost: server\r\nConnection: close\r\n\r\n");
    while (answered === before) await new Promise(setImmediate);
    /** The number of bytes that come, if the client now reads as far as it can. */
    const read = async () => {
      socket.resume();
      await once(socket, "close");
      return socket.bytesRead;
    };
    return { socket, read };
  };
  return { ask, server };
}

test("an answer is read in time, or its connection is closed, even if its reader never stops reading", async () => {
  const { ask, server } = await start({ answerTimeout: 100 });
  const { socket, read } = await ask();
  const drip = setInterval(() => socket.read(1024), 5);
  while (server.counts().connections > 0) await new Promise(setImmediate);
  clearInterval(drip);
  expect(await read()).toBeLessThan(answer.length);
});

test("of more unread bytes than are allowed, those that have waited longest are dropped", async () => {
  const { ask, server } = await start({ maxUnreadBytes: 2.5 * answer.length });
  const readers = [await ask(), await ask(), await ask(), await ask(), await ask()];
  while (server.counts().connections > 2) await new Promise(setImmediate);
  const received = await Promise.all(readers.map(({ read }) => read()));
  expect(received.map((bytes) => bytes > answer.length)).toEqual([false, false, false, true, true]);
});

test("an answer that has been read makes room", async () => {
  const { ask } = await start({ maxUnreadBytes: 1.5 * answer.length });
  for (let number = 0; number < 5; number += 1)
    expect(await (await ask()).read()).toBeGreaterThan(answer.length);
});

test("an answer that is larger than what may wait is dropped, too", async () => {
  const { ask } = await start({ maxUnreadBytes: answer.length - 1 });
  expect(await (await ask()).read()).toBeLessThan(answer.length);
});

test("at the deadline of its end, a client that reads no answer loses its connection", async () => {
  const { ask, server } = await start({});
  const { read } = await ask();
  await server.close(AbortSignal.abort());
  expect(await read()).toBeLessThan(answer.length);
});
