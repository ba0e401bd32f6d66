import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { basic } from "../../../emulator/api";
import type { TestBridge } from "./bridges";

/** A connection to a bridge, by which a test sends what no HTTP client would send. */
export interface RawConnection {
  readonly socket: Socket;
  send(text: string | Uint8Array): void;
  /** Everything that came so far. */
  readonly received: string;
  /** Resolves when the text has come. Rejects when the connection ends without it. */
  says(text: string | RegExp): Promise<void>;
  /** Resolves with everything that came, when the bridge ends the connection. */
  readonly ended: Promise<string>;
}

const open: Socket[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
});

/** Connects, from another address of this machine if one is given. */
export async function rawConnection(
  { url }: Pick<TestBridge, "url">,
  localAddress?: string,
): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  const socket = connect({
    host: hostname,
    port: Number(port),
    allowHalfOpen: true,
    ...(localAddress && { localAddress }),
  });
  open.push(socket);
  let received = "";
  socket.on("data", (data) => {
    received += data.toString("latin1");
  });
  socket.on("error", () => undefined);
  socket.on("end", () => socket.end());
  const ended = new Promise<string>((resolve) => socket.once("close", () => resolve(received)));
  await Promise.race([once(socket, "connect"), ended]);
  return {
    socket,
    ended,
    get received() {
      return received;
    },
    send: (text) => void socket.write(text),
    says: (text) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (typeof text === "string" ? received.includes(text) : text.test(received)) resolve();
        };
        socket.on("data", look);
        look();
        void ended.then((all) => reject(new Error(`It ended after ${JSON.stringify(all)}`)));
      }),
  };
}

/** How a request to a bridge differs from a list of hosts. */
interface RequestChanges {
  readonly method?: string;
  readonly target?: string;
  readonly version?: string;
  readonly authorization?: string;
  readonly headers?: readonly string[];
  readonly body?: string;
}

/** A request as it goes over the wire. */
export function requestText({ service }: TestBridge, changes: RequestChanges = {}): string {
  const { method = "GET", target = "/3.0/hosts.json", version = "1.1", headers = [], body } = changes;
  const { authorization = basic(service.accountSid, service.authToken) } = changes;
  const form = [
    "Content-Type: application/x-www-form-urlencoded",
    `Content-Length: ${Buffer.byteLength(body ?? "")}`,
  ];
  const lines = [
    `${method} ${target} HTTP/${version}`,
    "Host: bridge",
    `Authorization: ${authorization}`,
    ...headers,
  ];
  return `${[...lines, ...(body === undefined ? [] : form)].join("\r\n")}\r\n\r\n${body ?? ""}`;
}

/** The status of each answer in what came over a connection. */
export function statuses(received: string): number[] {
  return [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}
