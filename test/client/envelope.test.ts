import fc from "fast-check";
import { readResponse } from "../../src/client/envelope";
import { createRedactor } from "../../src/client/redaction";
import { Secrets } from "../../src/client/secrets";
import type { Operation } from "../../src/service/operations";

const create = { title: "create host", method: "POST" } as const;
const get = { title: "get host", method: "GET" } as const;
const redaction = createRedactor(new Secrets([]));

const sameStatus = (status: number) => status;

function read(text: string, status = 200, reads = false, errorStatus = sameStatus) {
  const response = { status, headers: {}, text, overflow: false };
  const outcome = readResponse(response, reads ? get : create, undefined, redaction, errorStatus);
  return "problem" in outcome ? outcome : undefined;
}

describe("an answer", () => {
  it("is a success with status 200 in the envelope", () => {
    expect(read('{"status_code":200,"status_message":"OK"}')).toBeUndefined();
  });

  it.each([
    [400, "invalid_request"],
    [401, "authentication"],
    [403, "forbidden"],
    [404, "not_found"],
    [407, "transport"],
    [408, "timeout"],
    [409, "conflict"],
    [410, "not_found"],
    [422, "validation"],
    [429, "rate_limited"],
    [500, "server"],
    [503, "server"],
    [418, "invalid_request"],
  ])("with status %i in the body is of kind %s, for any HTTP status", (status, kind) => {
    const failure = read(`{"status_code":${status},"status_message":"No."}`, 200);
    expect(failure).toMatchObject({ kind, status, serviceMessage: "No." });
  });

  it("with an HTTP error is a failure, for any body", () => {
    expect(read('{"status_code":200}', 500)).toMatchObject({ kind: "server", status: 500 });
  });

  it("may have its status as a string", () => {
    expect(read('{"status_code":"422","status_message":"No."}')).toMatchObject({ kind: "validation" });
  });

  it.each([
    [200, "", undefined],
    [299, "", undefined],
    [300, "", "the response is a redirect (300), which is not followed"],
    [399, "", "the response is a redirect (399), which is not followed"],
    [299, "<", "the response (299) is not a JSON object; it starts with: <"],
    [299, "{", "the response (299) was cut off"],
    [300, "{", "the response is a redirect (300), which is not followed"],
  ])(
    "to a read, with the HTTP status %i and %j before its text, is a failure: %s",
    (status, before, problem) => {
      const failure = read(`${before}{"status_code":200}`, status, true);
      expect(failure?.problem).toEqual(problem && expect.stringContaining(problem));
    },
  );

  it("is a success with any word for a status if it has data that is used", () => {
    expect(read('{"status_code":"OK","data":{"id":"x"}}')).toBeUndefined();
  });

  it.each([
    [99, undefined],
    [100, "unreadable"],
  ])("may be nested far deeper than objects are, and no further: %i lists", (depth, kind) => {
    const text = `{"status_code":200,"data":${"[".repeat(depth)}${"]".repeat(depth)}}`;
    expect(read(text, 200, true)?.kind).toBe(kind);
  });

  it.each(['[{"status_code":200', '{"status_code":}', '{"status_code":200}}'])(
    "of another type, or complete, was not cut off: %s",
    (text) => {
      expect(read(text, 200, true)).toMatchObject({ kind: "unreadable" });
    },
  );

  it("that is too large is unreadable, whatever it begins with", () => {
    const response = { status: 200, headers: {}, text: '{"status_code":200}', overflow: true };
    expect(readResponse(response, get, undefined, redaction, sameStatus)).toMatchObject({
      kind: "unreadable",
      problem: expect.stringContaining("the response is larger than 64 MB"),
    });
  });

  it("counts as the status of version 4.0 that its message means, if it is of the service", () => {
    const lost = () => 404;
    expect(read('{"status_code":500,"status_message":"No."}', 500, false, lost)).toMatchObject({
      kind: "not_found",
      effect: "none",
    });
    expect(read("<h1>Error</h1>", 500, false, lost)).toMatchObject({ kind: "server", effect: "possible" });
  });

  it("reveals no secret that it has itself", () => {
    const text = '{"status_code":422,"status_message":"Bad s3cret-7.","data":{"args":{"key":"s3cret-7"}}}';
    expect(read(text)?.serviceMessage).toBe("Bad ***.");
  });

  it("that is not JSON is unreadable, and its beginning is shown", () => {
    expect(read("<html>Welcome</html>")).toMatchObject({
      kind: "unreadable",
      problem: expect.stringContaining("<html>Welcome"),
    });
  });

  const whole = '{"status_code":200,"data":[{"name":"a } b"}]}';

  it("that was cut off anywhere says so, and its read is repeated as after a broken connection", () => {
    for (let length = 1; length < whole.length; length += 1) {
      const problem = expect.stringContaining("the response (200) was cut off");
      expect(read(whole.slice(0, length), 200, true)).toMatchObject({
        kind: "transport",
        effect: "none",
        problem,
      });
      expect(read(whole.slice(0, length))).toMatchObject({ kind: "unreadable", effect: "possible", problem });
    }
    expect(read(whole, 200, true)).toBeUndefined();
  });

  it.each([
    "{}",
    '{"error":"maintenance"}',
    '{"success":false,"status_message":"Locked."}',
    '{"status_code":"ERROR"}',
    '{"status_code":0}',
    '{"status_code":"ERROR","data":{"login":"/login"}}',
  ])("of a gateway to a write is not a success: %s", (text) => {
    const response = { status: 200, headers: {}, text, overflow: false };
    const write = { title: "delete host", method: "DELETE" } as const;
    expect(readResponse(response, write, undefined, redaction, sameStatus)).toMatchObject({
      kind: "unreadable",
      effect: "possible",
      problem: expect.stringContaining("the response (200) has no valid status_code; it starts with:"),
    });
  });

  it("with data is one of the service without a status, if the data is used", () => {
    expect(read('{"data":[]}', 200, true)).toBeUndefined();
    expect(read('{"data":{}}')).toBeUndefined();
  });

  it("that is empty is called empty", () => {
    const problem = "the response (200) is not a JSON object; it is empty";
    expect(read("", 200, true)).toMatchObject({ kind: "unreadable", problem });
  });

  it("in an encoding that was not asked for names it, and shows nothing of it", () => {
    const response = {
      status: 200,
      headers: { "content-encoding": "gzip" },
      text: "\u001f\ufffd",
      overflow: false,
    };
    expect(readResponse(response, get, undefined, redaction, sameStatus)).toMatchObject({
      kind: "unreadable",
      problem: "the response (200) is not a JSON object; it has the encoding gzip, which was not asked for",
    });
  });

  it("of status 204 without a body is a success of an update or a deletion only", () => {
    const response = { status: 204, headers: {}, text: "", overflow: false };
    const of = (method: Operation["method"]) =>
      readResponse(response, { title: "act on host", method }, undefined, redaction, sameStatus);
    expect(of("PUT")).toMatchObject({ envelope: {} });
    expect(of("DELETE")).toMatchObject({ envelope: {} });
    expect(of("POST")).toMatchObject({ kind: "unreadable", effect: "possible" });
    response.text = "<h1>Nothing</h1>";
    expect(of("PUT")).toMatchObject({ kind: "unreadable", effect: "possible" });
  });

  it.each(["[]", "null", "3", '"x"', ""])("that is %p is unreadable", (text) => {
    expect(read(text)).toMatchObject({ kind: "unreadable" });
  });

  it("that is a web page with an error status is of that status's kind", () => {
    expect(read("<h1>Bad gateway</h1>", 502)).toMatchObject({
      kind: "server",
      problem: expect.stringContaining("<h1>Bad gateway"),
    });
  });

  it.each(["<h1>Not Found</h1>", '{"message":"no route"}', '{"status_code":200}'])(
    "404 that is not the service's own says nothing about the object: %s",
    (text) => {
      expect(read(text, 404)).toMatchObject({ kind: "unreadable", status: 404 });
    },
  );

  it("that redirects is unreadable", () => {
    expect(read("", 302)).toMatchObject({ kind: "unreadable", problem: expect.stringContaining("redirect") });
  });
});

describe("the effect of a failed write", () => {
  it.each([400, 401, 403, 404, 409, 422, 429])("is 'none' after %i", (status) => {
    expect(read(`{"status_code":${status}}`, status)?.effect).toBe("none");
  });

  it.each([500, 502, 303, 200])("is 'possible' after an unusable %i", (status) => {
    expect(read("?", status)?.effect).toBe("possible");
  });

  it("is 'none' for a read", () => {
    expect(read("?", 500, true)?.effect).toBe("none");
  });
});

describe("reading an answer", () => {
  it("never throws", () => {
    const body = fc.oneof(
      fc.string(),
      fc.json(),
      fc.json().map((json) => `{"status_code":${json}}`),
    );
    fc.assert(
      fc.property(body, fc.integer({ min: 100, max: 999 }), (text, status) => {
        expect(() => read(text, status)).not.toThrow();
      }),
    );
  });
});
