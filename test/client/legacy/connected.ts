import type { Client } from "../../../src/client/client";
import { connected } from "../support/client";
import type { Received, Reply } from "../support/local-service";
import { list, success } from "../support/replies";

/** A client of version 3.0 for a service with the responses of a function. `closeAll` closes both. */
export async function connectedToLegacy(reply: (request: Received, index: number) => Reply) {
  return connected(reply, { apiVersion: "3.0" });
}

/** The request of one call of a client of version 3.0. The service returns `data`. */
export async function sentBy(act: (client: Client) => Promise<unknown>, data: unknown): Promise<Received> {
  const { client, requests } = await connectedToLegacy(({ method }) =>
    method === "GET" ? list([data].flat()) : success(data),
  );
  await act(client);
  const [request, ...more] = requests;
  if (request === undefined || more.length > 0) throw new Error(`${requests.length} requests were sent`);
  return request;
}
