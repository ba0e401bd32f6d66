import type { Emulator } from "../../../src/emulator/emulator";
import type { FaultName } from "../../../src/emulator/faults";
import { beginRun, closeRuns, emulated, Managed } from "./run";

afterEach(closeRuns);

const faults: readonly FaultName[] = [
  ...(["drop-before", "drop-after", "500-before", "500-after", "502-html", "429"] as const),
  ...(["429-after", "429-without-retry-after", "cut-body", "cut-json", "other-shape", "empty"] as const),
];

const host = ({ account }: Emulator, more = {}) =>
  new Managed("host", {
    host: "192.0.2.9/30",
    name: "Net",
    profile: account.objects("monitoring_profile")[0]?.id ?? "",
    contact_groups: [account.objects("contact_group")[0]?.id ?? ""],
    paused: false,
    ...more,
  });
const contact = ({ account }: Emulator, more = {}) =>
  new Managed("contact", {
    contact: "ops@example.com",
    type: "email",
    contact_groups: [account.objects("contact_group")[0]?.id ?? ""],
    confirmation_code_wo_version: 1,
    ...more,
  });
const hosts = ({ account }: Emulator) => account.objects("host");

async function applied(service: Emulator, managed: Managed, config?: Managed["config"] | null) {
  return (await beginRun(service)).apply(managed, config);
}

describe.each(faults)("after %s", (fault) => {
  it.each([
    ["an update", "PUT", "/rbl/hosts/{id}", { name: "Network" }],
    ["a pause", "POST", "/rbl/hosts/{id}/pause", { paused: true }],
  ] as const)("%s succeeds, and the next plan is empty", async (_, method, path, change) => {
    const service = await emulated();
    const managed = host(service);
    await applied(service, managed);
    service.faults.arm({ fault, method, path });
    const config = { ...managed.config, ...change };
    const { errors, warnings } = await applied(service, managed, config);
    expect([...errors, ...warnings]).toEqual([]);
    for (const one of hosts(service)) expect(one).toMatchObject(change);
    expect((await applied(service, managed, config)).isEmpty).toBe(true);
  });

  it("a resume succeeds", async () => {
    const service = await emulated();
    const managed = host(service, { host: "192.0.2.1", paused: true });
    await applied(service, managed);
    service.faults.arm({ fault, path: "/rbl/hosts/{id}/resume" });
    expect((await applied(service, managed, { ...managed.config, paused: false })).errors).toEqual([]);
    expect(hosts(service)[0]?.paused).toBe(false);
  });

  it("a deletion succeeds", async () => {
    const service = await emulated();
    const managed = host(service);
    await applied(service, managed);
    service.faults.arm({ fault, method: "DELETE" });
    expect((await applied(service, managed, null)).errors).toEqual([]);
    expect(hosts(service)).toEqual([]);
  });

  it("the confirmation of a contact succeeds, once", async () => {
    const service = await emulated();
    const managed = contact(service);
    await applied(service, managed);
    const [made] = service.account.objects("contact");
    service.faults.arm({ fault, path: "/contact/contacts/{id}/confirm" });
    const code = service.account.authcode(made?.id ?? "");
    const config = { ...managed.config, confirmation_code_wo: code, confirmation_code_wo_version: 2 };
    expect((await applied(service, managed, config)).errors).toEqual([]);
    expect(service.account.objects("contact")).toMatchObject([{ id: made?.id, confirmed: true }]);
    expect(managed.state?.confirmation_code_wo_version).toBe(2);
  });
});

it("a confirmation is not sent again after the pause that followed it failed", async () => {
  const service = await emulated();
  const managed = contact(service, { paused: false });
  await applied(service, managed);
  const [{ id = "" } = {}] = service.account.objects("contact");
  const code = service.account.authcode(id);
  const confirmed = { confirmation_code_wo: code, confirmation_code_wo_version: 2, paused: true };
  const config = { ...managed.config, ...confirmed };
  service.faults.arm({ fault: "500-before", path: "/contact/contacts/{id}/pause", times: 99 });
  expect((await applied(service, managed, config)).errors).toEqual([
    expect.stringContaining("Service error"),
  ]);
  expect(managed.state).toMatchObject({ confirmed_code_version: 2, paused: false });
  await service.faults.clear();
  expect((await applied(service, managed, config)).errors).toEqual([]);
  const sent = service.requests.filter(({ path }) => path.endsWith("/confirm"));
  expect([sent.length, managed.state?.paused]).toEqual([1, true]);
});

describe("a write to several objects that fails for one", () => {
  const broken = async (method: string) => {
    const service = await emulated();
    const managed = host(service);
    await applied(service, managed);
    const ids = hosts(service).map(({ id }) => id);
    const [, second = ""] = ids;
    service.faults.arm({
      fault: "500-before",
      method,
      times: 99,
      matching: ({ path }) => path.includes(second),
    });
    return { service, managed, second };
  };

  it("says which were updated and which was not, and the next run updates it", async () => {
    const { service, managed } = await broken("PUT");
    const config = { ...managed.config, name: "Network" };
    const { errors } = await applied(service, managed, config);
    expect(errors).toEqual([
      expect.stringMatching(
        /manages 4 hosts.*3 updated: 192\.0\.2\.8, 192\.0\.2\.10 to 192\.0\.2\.11\..*1 failed: 192\.0\.2\.9\./s,
      ),
    ]);
    await service.faults.clear();
    expect((await applied(service, managed, config)).errors).toEqual([]);
    for (const { name } of hosts(service)) expect(name).toBe("Network");
    expect((await applied(service, managed, config)).isEmpty).toBe(true);
  });

  it("says which were deleted and which was not, and the next run deletes it", async () => {
    const { service, managed, second } = await broken("DELETE");
    const { errors } = await applied(service, managed, null);
    expect(errors).toEqual([
      expect.stringMatching(
        /3 deleted: 192\.0\.2\.8, 192\.0\.2\.10 to 192\.0\.2\.11\..*1 failed: 192\.0\.2\.9\./s,
      ),
    ]);
    expect(managed.ids).toEqual([second]);
    await service.faults.clear();
    expect((await applied(service, managed, null)).errors).toEqual([]);
    expect(hosts(service)).toEqual([]);
  });

  it("leaves a new resource in state when it was the pause, with a warning, and the next run pauses it", async () => {
    const service = await emulated();
    const managed = host(service, { paused: true });
    const isOfSecond = ({ path }: { path: string }) => path.includes(hosts(service)[1]?.id ?? "");
    service.faults.arm({
      ...{ fault: "500-before", path: "/rbl/hosts/{id}/pause", times: 3 },
      matching: isOfSecond,
    });
    const { errors, warnings } = await applied(service, managed);
    expect(errors).toEqual([]);
    expect(warnings).toEqual([expect.stringMatching(/Created, but not paused:.*3 paused.*failed/s)]);
    expect((await applied(service, managed)).isEmpty).toBe(false);
    for (const { paused } of hosts(service)) expect(paused).toBe(true);
    expect((await applied(service, managed)).isEmpty).toBe(true);
  });
});

describe("a pause of several objects that fails for one", () => {
  it("is finished by the next run", async () => {
    const service = await emulated();
    const managed = host(service);
    await applied(service, managed);
    const [, second] = hosts(service);
    service.faults.arm({
      ...{ fault: "500-before", path: "/rbl/hosts/{id}/pause", times: 3 },
      matching: ({ path }) => path.includes(second?.id ?? ""),
    });
    const config = { ...managed.config, paused: true };
    expect((await applied(service, managed, config)).errors).toEqual([
      expect.stringMatching(/error at paused.*3 paused.*1 failed/s),
    ]);
    expect((await applied(service, managed, config)).errors).toEqual([]);
    for (const { paused } of hosts(service)) expect(paused).toBe(true);
    expect((await applied(service, managed, config)).isEmpty).toBe(true);
  });
});

describe("an update", () => {
  it("that changed the fields and could not pause has the fields in state", async () => {
    const service = await emulated();
    const managed = host(service, { host: "192.0.2.1" });
    await applied(service, managed);
    service.faults.arm({ fault: "500-before", path: "/rbl/hosts/{id}/pause", times: 3 });
    const { errors } = await applied(service, managed, { ...managed.config, name: "Mail", paused: true });
    expect(errors).toEqual([expect.stringContaining("error at paused")]);
    expect(managed.state).toMatchObject({ name: "Mail", paused: false });
  });

  it("that could not recreate a lost member has the fields in state, and the next run recreates it", async () => {
    const service = await emulated();
    const managed = host(service);
    await applied(service, managed);
    service.account.remove(hosts(service).at(-1)?.id ?? "");
    service.faults.arm({ fault: "500-before", method: "POST" });
    const config = { ...managed.config, name: "Network" };
    expect((await applied(service, managed, config)).errors).toEqual([
      expect.stringContaining("create host"),
    ]);
    expect(managed.state?.name).toBe("Network");
    expect((await applied(service, managed, config)).errors).toEqual([]);
    expect(hosts(service)).toHaveLength(4);
    expect((await applied(service, managed, config)).isEmpty).toBe(true);
  });

  it("of unknown outcome says that it may have been carried out", async () => {
    const service = await emulated();
    const managed = host(service, { host: "192.0.2.1" });
    await applied(service, managed);
    service.faults.arm({ fault: "drop-after", method: "PUT", times: 3 });
    const config = { ...managed.config, name: "Mail" };
    const { errors } = await applied(service, managed, config);
    expect(errors).toEqual([expect.stringMatching(/may still have been applied.*safe/s)]);
    expect((await applied(service, managed, config)).isEmpty).toBe(true);
  });
});

describe("a conflict of a pause", () => {
  it("is an error when the object is not paused", async () => {
    const service = await emulated();
    const managed = new Managed("source", { host: "bl.example.net", type: "rbl", paused: false });
    await applied(service, managed);
    service.account.change(String(managed.state?.id), { custom: false });
    const { errors } = await applied(service, managed, { ...managed.config, paused: true });
    expect(errors).toEqual([expect.stringMatching(/error at paused.*409/s)]);
    expect(managed.state?.paused).toBe(false);
  });
});
