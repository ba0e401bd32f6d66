import type { ResponseStream } from "./grpc/service";

type Stream = Pick<ResponseStream<unknown>, "signal" | "end">;

/** Answers that stay open for as long as the plugin runs. */
export interface OpenStreams {
  readonly keep: (stream: Stream) => void;
  /** Ends them all. */
  readonly end: () => void;
}

export function createOpenStreams(): OpenStreams {
  const streams = new Set<Stream>();
  return {
    keep: (stream) => {
      streams.add(stream);
      stream.signal.addEventListener("abort", () => streams.delete(stream));
    },
    end: () => {
      for (const stream of streams) stream.end();
    },
  };
}
