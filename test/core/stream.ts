import type { ResponseOf } from "../../src/terraform/serve/handlers";
import { Failed, type Plugin } from "./plugin";

type Streaming = "listResource" | "invokeAction";

/** What a test does while a stream is read: after so many events, with the plugin. */
export type During = (events: number, plugin: Plugin) => Promise<void> | void;

/**
 * Reads a stream event by event until it ends, it breaks, or `take` wants no more. Then the core cancels the call, and the
 * provider's generator must end.
 * @param take handles an event, and returns whether to read on
 */
export async function readStream<Name extends Streaming>(
  plugin: Plugin,
  rpc: Name,
  request: Parameters<Plugin["stream"]>[1],
  take: (event: ResponseOf<Name>) => boolean,
  { during, wantsAny = true }: { readonly during?: During | undefined; readonly wantsAny?: boolean } = {},
): Promise<void> {
  const controller = new AbortController();
  const events = plugin
    .stream(rpc, request as never, controller.signal)
    [Symbol.asyncIterator]() as AsyncIterator<ResponseOf<Name>>;
  try {
    for (let count = 0; wantsAny; ) {
      const { done, value } = await events.next().catch((error: unknown) => {
        plugin.report("", "error", "Plugin error", String(error));
        throw new Failed();
      });
      if (done === true) break;
      count += 1;
      const isWanted = take(value);
      await during?.(count, plugin);
      if (!isWanted) break;
    }
  } finally {
    controller.abort();
    await events.return?.();
  }
}
