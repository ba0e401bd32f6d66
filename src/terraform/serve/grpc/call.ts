import type { IncomingHttpHeaders, ServerHttp2Stream } from "node:http2";
import { Answer } from "./answer";
import { decodeRequest, RequestReader } from "./message";
import type { Route } from "./service";
import { Status, StatusError, statusOf } from "./status";
import { timeoutOf } from "./timeout";

/** Answers one call: reads its request, hands it to the handler, and sends what that answers. */
export function answerCall(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, route: Route): void {
  const answer = new Answer(stream, route.method);
  const abort = new AbortController();
  const fail = (thrown: unknown) => {
    answer.fail(statusOf(thrown));
    abort.abort();
  };
  stream.once("close", () => answer.isEnded || abort.abort());

  const reader = new RequestReader();
  stream.on("data", (piece: Buffer) => attempt(() => reader.add(piece), fail));
  stream.once("end", () =>
    attempt(() => {
      const request = decodeRequest(route.method, reader.message());
      handle(route, request, { answer, signal: abort.signal, fail });
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

interface Handling {
  readonly answer: Answer;
  readonly signal: AbortSignal;
  readonly fail: (thrown: unknown) => void;
}

function handle(route: Route, request: unknown, { answer, signal, fail }: Handling): void {
  if (signal.aborted) return;
  if (route.kind === "streaming") {
    const [write, end] = [(response: unknown) => answer.write(response), () => answer.end()];
    route.handler(request, { signal, write, end });
    return;
  }
  route
    .handler(request, { signal })
    .then((response) => {
      answer.write(response);
      answer.end();
    })
    .catch(fail);
}

function attempt(step: () => void, failed: (thrown: unknown) => void): void {
  try {
    step();
  } catch (thrown) {
    failed(thrown);
  }
}
