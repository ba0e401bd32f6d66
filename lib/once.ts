/** Returns a function that calls another one once for each object, and returns that result from then on. */
export function once<Key extends object, Result>(call: (key: Key) => Result): (key: Key) => Result {
  const results = new WeakMap<Key, Result>();
  return (key) => {
    if (!results.has(key)) results.set(key, call(key));
    return results.get(key) as Result;
  };
}
