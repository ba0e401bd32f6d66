import type { ServerWritableStream } from "@grpc/grpc-js/build/src/server-call";

type Stream = ServerWritableStream<unknown, unknown>;

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
      stream.on("cancelled", () => streams.delete(stream));
    },
    end: () => {
      for (const stream of streams) stream.end();
    },
  };
}
