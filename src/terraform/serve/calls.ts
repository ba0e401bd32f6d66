/** Tracks the calls in progress. */
export interface Calls {
  /** Tracks `call` until it settles, and returns it. */
  readonly track: <Result>(call: Promise<Result>) => Promise<Result>;
  /** Resolves when no call is in progress. */
  readonly idle: () => Promise<void>;
}

export function createCalls(): Calls {
  const running = new Set<Promise<unknown>>();
  return {
    track: (call) => {
      running.add(call);
      const settled = () => running.delete(call);
      call.then(settled, settled);
      return call;
    },
    idle: async () => {
      while (running.size > 0) await Promise.allSettled(running);
    },
  };
}
