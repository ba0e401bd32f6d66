import type { Emulator } from "../../src/emulator/emulator";
import { call, emulators } from "./api";
import { createBodies } from "./bodies";
import { receivers } from "./receiver";

const start = emulators();
const receiver = receivers();

async function create(service: Emulator, fields: Record<string, string> = {}) {
  const body = { ...createBodies(service).contact, ...fields };
  return (await call(service, "POST", "/contact/contacts", body)).body.data;
}
const status = async (service: Emulator, id: string) =>
  (await call(service, "GET", `/contact/contacts/${id}`)).body.data[0].status;
const act = (service: Emulator, id: string, action: string, form?: Record<string, string>) =>
  call(service, "POST", `/contact/contacts/${id}/${action}`, form);

describe("a new contact", () => {
  test("is pending, and its authcode is never returned over HTTP", async () => {
    const service = await start({ extraFields: "legacy", portalSettings: "shown", argsReturned: "whole" });
    const data = await create(service);
    expect(data.status).toBe("pending");
    const { text } = await call(service, "GET", `/contact/contacts/${data.id}`);
    expect(service.account.authcode(data.id)).toMatch(/^[A-Za-z0-9]{6}$/);
    expect(text).not.toContain(service.account.authcode(data.id));
  });

  test("is active once it is confirmed with its authcode", async () => {
    const service = await start();
    const { id } = await create(service);
    const answer = await act(service, id, "confirm", { authcode: service.account.authcode(id) });
    expect(answer.body).toEqual({ status_code: 200, status_message: "Contact authorized successfully." });
    expect(await status(service, id)).toBe("active");
  });

  test.each([[{ authcode: "wrong" }], [{ authcode: "" }], [{}]])(
    "stays pending when it is confirmed with %j",
    async (form: Record<string, string>) => {
      const service = await start();
      const { id } = await create(service);
      expect((await act(service, id, "confirm", form)).status).toBe(422);
      expect(await status(service, id)).toBe("pending");
    },
  );

  test("stays pending when its authorization is sent again", async () => {
    const service = await start();
    const { id } = await create(service);
    const answer = await act(service, id, "resend");
    expect(answer.body).toEqual({
      status_code: 200,
      status_message: "Contact authorization re-sent successfully.",
    });
    expect(await status(service, id)).toBe("pending");
  });

  test("is pending again when it was paused and resumed meanwhile", async () => {
    const service = await start();
    const { id } = await create(service);
    await act(service, id, "pause");
    expect((await act(service, id, "confirm", { authcode: service.account.authcode(id) })).status).toBe(409);
    await act(service, id, "resume");
    expect(await status(service, id)).toBe("pending");
  });
});

describe("a confirmed contact", () => {
  test.each(["resend", "confirm"])("conflicts with %s", async (action) => {
    const service = await start();
    const { id, authcode } = service.account.add("contact");
    const form = action === "confirm" ? { authcode } : undefined;
    expect((await act(service, id, action, form)).status).toBe(409);
  });
});

describe("an unknown contact", () => {
  test.each(["resend", "confirm"])("is not found by %s", async (action) => {
    const service = await start();
    expect((await act(service, `CO${"0".repeat(32)}`, action, {})).status).toBe(404);
    expect((await act(service, "CO1", action, {})).status).toBe(400);
  });
});

describe("a contact of type endpoint", () => {
  test("receives its authcode by POST, and confirms itself with it", async () => {
    const { url, received } = await receiver();
    const service = await start();
    const { id } = await create(service, { type: "endpoint", contact: url });
    await service.events.idle();
    expect(received[0]?.body).toMatchObject({
      event_type: "contact.confirm",
      authcode: expect.stringMatching(/^.{6}$/),
    });
    const answer = await act(service, id, "confirm", { authcode: received[0]?.body.authcode });
    expect(answer.status).toBe(200);
  });

  test("receives it at the URL of its args, and again by resend", async () => {
    const { url, received } = await receiver();
    const service = await start();
    const { id } = await create(service, { type: "endpoint", contact: "Receiver", "args[url]": url });
    await act(service, id, "resend");
    await service.events.idle();
    const codes = received.map(({ body }) => body.authcode);
    expect(codes).toEqual([service.account.authcode(id), service.account.authcode(id)]);
  });
});

describe("args", () => {
  test("are kept as they are given, in either form", async () => {
    const service = await start();
    const brackets = await create(service, { type: "datadog", "args[key]": "k=1&2", "args[site]": "eu" });
    const json = await create(service, { type: "datadog", args: '{"key":"k=1&2","site":"eu"}' });
    for (const { id } of [brackets, json]) {
      expect(service.account.find(id)?.args).toEqual({ key: "k=1&2", site: "eu" });
    }
  });

  test.each(["", "null"])("may be null: %j", async (args) => {
    const service = await start();
    expect(service.account.find((await create(service, { args })).id)?.args).toBeNull();
  });

  test("cannot be given in both forms, nor a key twice", async () => {
    const service = await start();
    const post = (fields: Record<string, string>) =>
      call(service, "POST", "/contact/contacts", { ...createBodies(service).contact, ...fields });
    expect((await post({ args: '{"a":"1"}', "args[b]": "2" })).status).toBe(400);
  });

  test("must have the keys their type needs", async () => {
    const service = await start({ requiredArgs: { datadog: ["key"] } });
    const body = { ...createBodies(service).contact, type: "datadog" };
    const { status: refused, body: answer } = await call(service, "POST", "/contact/contacts", body);
    expect([refused, answer.status_message]).toEqual([422, "Validation failed: args: key is required."]);
    const whole = await call(service, "POST", "/contact/contacts", { ...body, "args[key]": "k" });
    expect(whole.status).toBe(200);
  });
});
