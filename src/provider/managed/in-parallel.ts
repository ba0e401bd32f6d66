const atOnce = 10;

/** What came of doing something for each of many. */
export interface Outcome<T> {
  readonly done: readonly T[];
  readonly failed: readonly { readonly item: T; readonly thrown: unknown }[];
  /** What was not begun, since something had failed by then. */
  readonly left: readonly T[];
}

/**
 * Does something for each of many, some at a time. Once one has failed no more are begun, but those under way are waited
 * for, so that afterwards it is known what is done.
 */
export async function inParallel<T>(
  items: readonly T[],
  act: (item: T) => Promise<void>,
): Promise<Outcome<T>> {
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
