/** The calls that are being answered. */
export interface Calls {
  /** Counts `call` until it is settled, and hands it on. */
  readonly track: <Result>(call: Promise<Result>) => Promise<Result>;
  /** Settles once no call is being answered. */
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
