import { readBaseUrl } from "../../../src/client/base-url";
import { createUndiciTransport } from "../../../src/client/undici-transport";
import { group, named } from "./create-fixtures";
import { beginRun, closeRuns, emulated } from "./run";

afterEach(closeRuns);

it("a create is not sent after the account may not have another object of the kind, until one is deleted", async () => {
  const service = await emulated();
  const inner = createUndiciTransport(readBaseUrl(service.url, true));
  const before = group("Before");
  const refusal = "Forbidden: your plan allows a maximum number of contact groups.";
  let isFull = false;
  let posts = 0;
  const run = await beginRun(service, {
    transport: {
      ...inner,
      send: async (request) => {
        if (request.method !== "POST" || !isFull) return inner.send(request);
        posts += 1;
        const text = JSON.stringify({ status_code: 403, status_message: refusal });
        return { status: 403, headers: {}, text, overflow: false };
      },
    },
  });
  await run.apply(before);
  isFull = true;
  for (const name of ["A", "B", "C"]) {
    const { errors } = await run.apply(group(name));
    expect(errors).toEqual([expect.stringMatching(/Access denied.*maximum number of contact groups/s)]);
    if (name !== "A") expect(errors[0]).toContain(`the create of the contact group "${name}" was not sent`);
  }
  expect(posts).toBe(1);
  await run.apply(before, null);
  isFull = false;
  expect((await run.apply(group("C"))).errors).toEqual([]);
  expect(named(service, "contact_group", "C")).toHaveLength(1);
});
