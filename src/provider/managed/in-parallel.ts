const atOnce = 10;

/** The outcome of an operation on many items. */
export interface Outcome<T> {
  readonly done: readonly T[];
  readonly failed: readonly { readonly item: T; readonly thrown: unknown }[];
  /** Items that were skipped after a failure. */
  readonly left: readonly T[];
}

/**
 * Runs an operation for each item, some at a time. After a failure it starts no more, and waits for those that are running,
 * so that their outcomes are known.
 */
export async function inParallel<T>(items: readonly T[], act: (item: T) => Promise<void>) {
  const done: T[] = [];
  const failed: { item: T; thrown: unknown }[] = [];
  let begun = 0;
  while (begun < items.length && failed.length === 0) {
    const some = items.slice(begun, begun + atOnce);
    begun += some.length;
    await Promise.all(
      some.map((item) =>
        act(item).then(
          () => done.push(item),
          (thrown: unknown) => failed.push({ item, thrown }),
        ),
      ),
    );
  }
  return { done, failed, left: items.slice(begun) };
}
