const atOnce = 10;

/** Does something for each of many, some at a time, and stops starting more once one has failed. */
export async function inParallel<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  for (let start = 0; start < items.length; start += atOnce) {
    await Promise.all(items.slice(start, start + atOnce).map(act));
  }
}
