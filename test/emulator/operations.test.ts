import { basic, call, emulators, send } from "./api";

const start = emulators();

/** The endpoint tables of docs/design/api.md. */
const documented = `
POST /rbl/check/start
GET /rbl/check/status/PP{64}
GET /rbl/listings
GET /rbl/hosts
POST /rbl/hosts
GET /rbl/hosts/HT{32}
PUT /rbl/hosts/HT{32}
DELETE /rbl/hosts/HT{32}
POST /rbl/hosts/HT{32}/pause
POST /rbl/hosts/HT{32}/resume
GET /rbl/profiles
POST /rbl/profiles
GET /rbl/profiles/RP{32}
PUT /rbl/profiles/RP{32}
DELETE /rbl/profiles/RP{32}
GET /rbl/sources
POST /rbl/sources
GET /rbl/sources/RB{32}
PUT /rbl/sources/RB{32}
DELETE /rbl/sources/RB{32}
POST /rbl/sources/RB{32}/pause
POST /rbl/sources/RB{32}/resume
GET /cert/errors
GET /cert/monitors
POST /cert/monitors
GET /cert/monitors/CM{32}
PUT /cert/monitors/CM{32}
DELETE /cert/monitors/CM{32}
POST /cert/monitors/CM{32}/pause
POST /cert/monitors/CM{32}/resume
GET /cert/profiles
POST /cert/profiles
GET /cert/profiles/CP{32}
PUT /cert/profiles/CP{32}
DELETE /cert/profiles/CP{32}
GET /contact/contacts
POST /contact/contacts
GET /contact/contacts/CO{32}
PUT /contact/contacts/CO{32}
DELETE /contact/contacts/CO{32}
POST /contact/contacts/CO{32}/pause
POST /contact/contacts/CO{32}/resume
POST /contact/contacts/CO{32}/resend
POST /contact/contacts/CO{32}/confirm
GET /contact/groups
POST /contact/groups
GET /contact/groups/CG{32}
PUT /contact/groups/CG{32}
DELETE /contact/groups/CG{32}`
  .trim()
  .split("\n")
  .map((line) => line.replace(/\{(\d+)\}/, (_, digits) => "0".repeat(Number(digits))).split(" "))
  .map(([method = "", path = ""]) => [method, path] as const);

const unknown = "There is no such operation.";

describe.each(documented)("%s %s", (method, path) => {
  test("is an operation, and its answer has the envelope and the rate headers", async () => {
    const service = await start({ limits: {} });
    const { status, body, headers } = await call(service, method, path);
    expect(body.status_code).toBe(status);
    expect(body.status_message).toEqual(expect.any(String));
    expect(body.status_message).not.toBe(unknown);
    expect(headers.get("content-type")).toBe("application/json");
    const perSecond = method === "GET" ? 100 : path === "/rbl/check/start" ? 10 : 50;
    expect(headers.get("ratelimit-limit")).toBe(`1000;w=3600, ${perSecond};w=1`);
    expect(headers.get("ratelimit-remaining")).toBe(String(perSecond - 1));
    expect(headers.get("ratelimit-reset")).toBe("1");
  });

  test("needs the account's credentials", async () => {
    const service = await start();
    for (const authorization of [undefined, basic(service.accountSid, "x"), basic("x", service.authToken)]) {
      const { status, body } = await send(`${service.url}${path}.json`, {
        method,
        headers: authorization === undefined ? {} : { authorization },
      });
      expect(status).toBe(401);
      expect(body).toEqual({ status_code: 401, status_message: "Authentication failed." });
    }
  });

  test("is nothing without .json", async () => {
    const service = await start();
    const authorization = basic(service.accountSid, service.authToken);
    const { status, body } = await send(service.url + path, { method, headers: { authorization } });
    expect([status, body.status_message]).toEqual([404, unknown]);
  });
});

describe("a path", () => {
  const methodsOf = (path: string) =>
    documented.filter(([, each]) => each === path).map(([method]) => method);
  const paths = [...new Set(documented.map(([, path]) => path))];

  test.each(paths)("%s has no other methods than the documented ones", async (path) => {
    const service = await start();
    const others = ["GET", "POST", "PUT", "DELETE", "PATCH"].filter(
      (method) => !methodsOf(path).includes(method),
    );
    for (const method of others) {
      const { status, body } = await call(service, method, path);
      expect([method, status, body.status_message]).toEqual([method, 404, unknown]);
    }
  });

  test.each(["/", "/nothing", "/rbl", "/rbl/hosts/HT1/restart", "/rbl/groups", "/%ff", "/../x"])(
    "%s that the specification does not have is 404 with the envelope",
    async (path) => {
      const service = await start();
      const { status, body } = await call(service, "GET", path);
      expect([status, body.status_code]).toEqual([404, 404]);
    },
  );

  test("outside the version segment is 404 with the envelope", async () => {
    const service = await start();
    const authorization = basic(service.accountSid, service.authToken);
    const { status, body } = await send(new URL("/5.0/hosts.json", service.url).href, {
      headers: { authorization },
    });
    expect([status, body.status_code]).toEqual([404, 404]);
  });
});
