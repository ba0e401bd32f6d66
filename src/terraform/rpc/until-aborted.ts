/**
 * Yields the items until the signal aborts. Then it ends immediately, without waiting for the next item.
 */
export async function* untilAborted<T>(items: AsyncIterable<T>, signal: AbortSignal): AsyncIterable<T> {
  const iterator = items[Symbol.asyncIterator]();
  let abort = () => {};
  const aborted = new Promise<undefined>((resolve) => {
    abort = () => resolve(undefined);
  });
  signal.addEventListener("abort", abort);
  try {
    while (!signal.aborted) {
      const next = iterator.next();
      next.catch(() => {});
      const item = await Promise.race([next, aborted]);
      if (item === undefined || item.done) return;
      yield item.value;
    }
  } finally {
    signal.removeEventListener("abort", abort);
    void iterator.return?.()?.catch(() => {});
  }
}
