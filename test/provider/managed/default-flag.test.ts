import { setImmediate } from "node:timers/promises";
import { readBaseUrl } from "../../../src/client/base-url";
import type { TransportRequest } from "../../../src/client/transport";
import { createUndiciTransport } from "../../../src/client/undici-transport";
import { type Applied, beginRun, closeRuns, emulated, Managed } from "./run";

afterEach(closeRuns);

const profile = (name: string, isDefault: boolean) =>
  new Managed("certificate_profile", { name, expiration_thresholds: [30], is_default: isDefault });

describe("the default certificate profile that is destroyed while another one takes the flag", () => {
  it.each(["destroyed first", "created first"])("leaves the flag to that one, %s", async (order) => {
    const service = await emulated();
    const [old, fresh] = [profile("Old", true), profile("New", true)];
    await (await beginRun(service)).apply(old);
    const run = await beginRun(service);
    const changes = [() => run.apply(old, null), () => run.apply(fresh)];
    if (order === "created first") changes.reverse();
    const applied = await Promise.all(changes.map((change) => change()));
    expect(applied.flatMap(({ errors }) => errors)).toEqual([]);
    const flagged = service.account.objects("certificate_profile").filter((one) => one.is_default);
    expect(flagged.map(({ name }) => name)).toEqual(["New"]);
  });

  it("leaves the flag to one of the same name, which is created while the service refuses the deletion", async () => {
    const service = await emulated();
    const [old, fresh] = [profile("Same", true), profile("Same", true)];
    await (await beginRun(service)).apply(old);
    const inner = createUndiciTransport(readBaseUrl(service.url, true));
    let creating: Promise<Applied> | undefined;
    const transport = {
      ...inner,
      send: async (request: TransportRequest) => {
        if (request.method === "DELETE") creating ??= run.apply(fresh);
        // Until the create waits for the deletion.
        for (let turn = 0; request.method === "DELETE" && turn < 200; turn += 1) await setImmediate();
        return inner.send(request);
      },
    };
    const run = await beginRun(service, { transport }, { allowDuplicates: true });
    await run.apply(old, null);
    await creating;
    const flagged = service.account.objects("certificate_profile").filter((one) => one.is_default);
    expect(flagged.map(({ id }) => id)).toEqual([fresh.state?.id]);
  });

  it("hands the flag to the built-in one rather than to another that is destroyed with it", async () => {
    const service = await emulated();
    const [builtIn] = service.account.objects("certificate_profile");
    service.account.change(builtIn?.id ?? "", { name: "Public Profile" });
    const resources = [profile("A", true), profile("B", false), profile("C", false)];
    for (const one of resources) await (await beginRun(service)).apply(one);
    const run = await beginRun(service);
    const applied = await Promise.all(resources.map((one) => run.apply(one, null)));
    expect(applied.flatMap(({ errors }) => errors)).toEqual([]);
    expect(service.account.objects("certificate_profile")).toEqual([
      expect.objectContaining({ name: "Public Profile", is_default: true }),
    ]);
  });

  it("stays where it is when no other certificate profile can take the flag", async () => {
    const service = await emulated();
    const one = profile("A", true);
    await (await beginRun(service)).apply(one);
    service.faults.arm({ fault: "500-before", method: "PUT", times: 20 });
    const { errors } = await (await beginRun(service)).apply(one, null);
    expect(errors).toEqual([expect.stringContaining("Service error")]);
    expect(service.account.objects("certificate_profile")).toHaveLength(2);
  });
});
