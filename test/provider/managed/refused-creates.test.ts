import { readBaseUrl } from "../../../src/client/base-url";
import { createUndiciTransport } from "../../../src/client/undici-transport";
import type { Emulator } from "../../../src/emulator/emulator";
import { Account } from "../../../src/provider/account";
import { createObject } from "../../../src/provider/managed/create";
import { managedResources } from "../../../src/provider/resources";
import { PrivateState } from "../../../src/terraform/definition/private-state";
import { Diagnostics } from "../../../src/terraform/diagnostics";
import { unknown } from "../../../src/terraform/values/value";
import { manualClock } from "../../client/support/clock";
import { answering, group, host, named, posts } from "./create-fixtures";
import { beginRun, closeRuns, emulated, Managed } from "./run";

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

describe("a create whose list cannot be read", () => {
  const begin = async (fault: "500-before" | "drop-before", rules = {}) => {
    const service = await emulated();
    service.faults.arm({ fault, method: "GET", times: 99 });
    return { service, run: await beginRun(service, {}, rules) };
  };
  const hint = "set allow_duplicates = true";

  it.each([
    ["500-before", "with the setting that lets it through", true],
    ["drop-before", "without a way around a connection that fails", false],
  ] as const)("after %s is refused, %s", async (fault, _, hasHint) => {
    const { service, run } = await begin(fault);
    const { errors } = await run.apply(group());
    expect(errors).toEqual([
      expect.stringContaining("Nothing was created: without the list of contact groups"),
    ]);
    expect(errors[0]?.includes(hint)).toBe(hasHint);
    expect(posts(service)).toEqual([]);
  });

  it("is sent with allow_duplicates", async () => {
    const { service, run } = await begin("500-before", { allowDuplicates: true });
    expect((await run.apply(group())).errors).toEqual([]);
    expect(named(service, "contact_group", "Operations")).toHaveLength(1);
  });

  it("is not sent with allow_duplicates once Terraform asks to stop", async () => {
    const { service, run } = await begin("500-before", { allowDuplicates: true });
    await run.plan(group());
    service.configure({
      latency: () => {
        run.stop();
        return 0;
      },
    });
    expect((await run.apply(group())).errors).toEqual([expect.stringContaining("Operation stopped")]);
    expect(posts(service)).toEqual([]);
  });
});

describe("a create that the service does not perform", () => {
  it("says that nothing was created if the service was not reached, and only then", async () => {
    const service = await emulated();
    const nothing = 'Nothing was created: the service did not accept the contact group "Operations".';
    const run = await beginRun(service);
    await run.plan(group());
    service.faults.arm({ fault: "refuse" });
    expect((await run.apply(group())).errors).toEqual([expect.stringContaining(nothing)]);
    await service.faults.clear();
    const refusing = await beginRun(
      service,
      answering(service, ({ method }) => (method === "POST" ? [400] : undefined)),
    );
    const { errors } = await refusing.apply(group());
    expect(errors).toEqual([expect.stringContaining("Invalid request")]);
    expect(errors[0]).not.toContain("Nothing was created");
  });
});

describe("what follows a create", () => {
  const contact = (service: Emulator) =>
    new Managed("contact", {
      ...{ contact: "ops@example.com", type: "email", confirmation_code_wo: "abc123" },
      contact_groups: [service.account.objects("contact_group")[0]?.id ?? ""],
      confirmation_code_wo_version: 4,
    });

  it("confirms a contact, and records the version of the code", async () => {
    const service = await emulated();
    const parts = answering(service, ({ path }) => (path.includes("confirm") ? [200] : undefined));
    const managed = contact(service);
    const { errors, warnings } = await (await beginRun(service, parts)).apply(managed);
    expect([errors, warnings, managed.state?.confirmed_code_version]).toEqual([[], [], 4]);
  });

  it("keeps a contact whose code is wrong, with a warning at the code", async () => {
    const service = await emulated();
    const managed = contact(service);
    const { errors, warnings } = await (await beginRun(service)).apply(managed);
    expect([errors, managed.state?.confirmed_code_version]).toEqual([[], null]);
    const [{ id = "" } = {}] = service.account.objects("contact");
    expect(warnings).toEqual([
      expect.stringMatching(
        new RegExp(
          `^warning at confirmation_code_wo: Created, but not confirmed: ${id} was created.* stays pending\\..*\n\nInvalid value: `,
          "s",
        ),
      ),
    ]);
    expect(managed.ids).toEqual([id]);
  });

  it.each([
    ["a host", "192.0.2.1", "It is active. Apply again"],
    ["a subnet", "192.0.2.0/30", "Some of its members are active. Apply again"],
  ])("keeps %s that could not be paused, with a warning at the flag", async (_, address, text) => {
    const service = await emulated();
    service.faults.arm({ fault: "500-before", path: "/rbl/hosts/{id}/pause", times: 99 });
    const managed = host(service, { host: address, paused: true });
    const { errors, warnings } = await (await beginRun(service)).apply(managed);
    expect([errors, warnings]).toEqual([[], [expect.stringContaining(text)]]);
    expect(warnings[0]).toMatch(/^warning at paused: Created, but not paused: /);
    expect(managed.ids).toEqual(service.account.objects("host").map(({ id }) => id));
  });

  it("reads a subnet once more only if the answer did not name it as a whole", async () => {
    const requestsWhile = async (createReturns: "whole" | "id") => {
      const service = await emulated({ createReturns });
      const run = await beginRun(service);
      await run.plan(host(service));
      const before = service.requestCount;
      expect((await run.apply(host(service, { host: "192.0.2.0/30" }))).errors).toEqual([]);
      return service.requests.slice(before).map(({ method }) => method);
    };
    const whole = await requestsWhile("whole");
    expect((await requestsWhile("id")).length).toBe(whole.length + 1);
  });

  it("knows every host of a subnet as managed, also those that the answer did not name", async () => {
    const service = await emulated({ createdHosts: "first" });
    const { url: baseUrl, accountSid, authToken } = service;
    const account = new Account({ baseUrl, accountSid, authToken, clock: manualClock() }, {});
    const { object } = managedResources.rblmonitor_host;
    const { config } = host(service, { host: "192.0.2.0/30" });
    await createObject(object, {
      ...{ context: account, plan: { ...config, id: unknown, members: unknown, paused: false } },
      ...{ privateState: new PrivateState(), diagnostics: new Diagnostics() },
      ...{ signal: new AbortController().signal, savePartial: () => undefined },
    } as never);
    const isManaged = service.account.objects("host").map(({ id }) => account.ledger(object).isManaged(id));
    expect(isManaged).toEqual([true, true, true, true]);
    await account.close();
  });
});
