import { call, emulators, send } from "./api";

const start = emulators();

describe("recorded requests", () => {
  it("are all kept with their bodies by default", async () => {
    const service = await start();
    for (const name of ["A", "B", "C"]) await call(service, "POST", "/contact/groups", { name });
    expect(service.requests.map(({ form }) => form)).toEqual([{ name: "A" }, { name: "B" }, { name: "C" }]);
  });

  it("are bounded and without bodies if so many are to be remembered, also those of strangers", async () => {
    const service = await start({ rememberedRequests: 2 });
    const body = new URLSearchParams({ name: "x".repeat(10_000) });
    for (const path of ["/a", "/b", "/c"]) await send(`${service.url}${path}.json`, { method: "POST", body });
    expect(service.requests.map(({ path, form }) => [path, form])).toEqual([
      ["/b", undefined],
      ["/c", undefined],
    ]);
    expect(service.requestCount).toBe(3);
  });
});
