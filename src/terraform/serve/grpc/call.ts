import type { IncomingHttpHeaders, ServerHttp2Stream } from "node:http2";
import { Cancellation } from "./cancellation";
import { decodeRequest, RequestReader } from "./message";
import { GrpcResponse } from "./response";
import type { Route } from "./service";
import { Status, StatusError, statusOf } from "./status";
import { timeoutOf } from "./timeout";

/** Handles one call: reads the request, calls the handler, and sends the response. */
export function answerCall(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, route: Route): void {
  const answer = new GrpcResponse(stream, route.method);
  const cancellation = new Cancellation();
  const fail = (thrown: unknown) => {
    answer.fail(statusOf(thrown));
    cancellation.abort();
  };
  stream.once("close", () => answer.isEnded || cancellation.abort());

  const reader = new RequestReader();
  stream.on("data", (piece: Buffer) => attempt(() => reader.add(piece), fail));
  stream.once("end", () =>
    attempt(() => {
      const request = decodeRequest(route.method, reader.message());
      if (!cancellation.isAborted) handle(route, request, answer, cancellation).catch(fail);
    }, fail),
  );
  attempt(() => limitTime(timeoutOf(headers["grpc-timeout"] as string | undefined)), fail);

  function limitTime(milliseconds: number | undefined): void {
    if (milliseconds === undefined) return;
    const late = new StatusError(Status.DEADLINE_EXCEEDED, "The call took longer than its client allows");
    const timer = setTimeout(() => fail(late), milliseconds);
    stream.once("close", () => clearTimeout(timer));
  }
}

async function handle(
  route: Route,
  request: unknown,
  answer: GrpcResponse,
  cancellation: Cancellation,
): Promise<void> {
  if (route.kind === "unary") return answer.send(await route.handler(request, cancellation));
  await route.handler(request, {
    signal: cancellation.signal,
    write: (response) => answer.write(response),
    drained: (signal) => answer.drained(signal),
    end: () => answer.end(),
  });
}

function attempt(step: () => void, failed: (thrown: unknown) => void): void {
  try {
    step();
  } catch (thrown) {
    failed(thrown);
  }
}
