import { readBaseUrl } from "../../../src/client/base-url";
import type { TransportRequest } from "../../../src/client/transport";
import { createUndiciTransport } from "../../../src/client/undici-transport";
import type { Emulator } from "../../../src/emulator/emulator";
import { deferred } from "../../client/support/clock";
import { group, host } from "./create-fixtures";
import { beginRun, closeRuns, emulated, Managed } from "./run";

afterEach(closeRuns);

type Body = { readonly [name: string]: unknown; readonly data?: unknown };

/** Begins runs on an account whose answers a function changes: undefined leaves one as it is, a number is an error. */
function runs(
  service: Emulator,
  change: (body: Body, request: TransportRequest) => object | number | undefined,
) {
  const transport = createUndiciTransport(readBaseUrl(service.url, true));
  return () =>
    beginRun(service, {
      transport: {
        ...transport,
        async send(request) {
          const answer = await transport.send(request);
          const changed = change(JSON.parse(answer.text), request);
          if (changed === undefined) return answer;
          const error = { status_code: changed, status_message: "Not so." };
          const text = JSON.stringify(typeof changed === "number" ? error : changed);
          return { ...answer, text, status: typeof changed === "number" ? changed : 200 };
        },
      },
    });
}

/** A body with each returned object changed. */
function eachObject(body: Body, change: (object: Readonly<Record<string, unknown>>) => object): Body {
  const data = Array.isArray(body.data) ? body.data.map(change) : body.data && change(body.data as never);
  return { ...body, data };
}

describe("a returned object", () => {
  const profile = () =>
    new Managed("certificate_profile", {
      name: "Strict",
      expiration_thresholds: [30, 7],
      alert_on_changes: false,
    });

  it("may have names of fields in camel case, also in the envelope", async () => {
    const service = await emulated();
    const camel = (object: object) =>
      Object.fromEntries(
        Object.entries(object).map(([name, value]) => [
          name.replace(/_(.)/g, (_, c) => c.toUpperCase()),
          value,
        ]),
      );
    const run = runs(service, (body) => camel(eachObject(body, camel)));
    const managed = profile();
    expect((await (await run()).apply(managed)).errors).toEqual([]);
    service.account.change(String(managed.state?.id), { alert_on_changes: true, expiration_thresholds: [1] });
    expect(await (await run()).apply(managed)).toMatchObject({ errors: [], warnings: [], isEmpty: false });
    expect(service.account.find(String(managed.state?.id))).toMatchObject({
      alert_on_changes: false,
      expiration_thresholds: [30, 7],
    });
  });

  it("with a value that cannot be read causes a warning with the attribute, the object and the value", async () => {
    const service = await emulated();
    const days = (object: object) => ({
      ...object,
      expiration_thresholds: "30 days",
      alert_on_changes: null,
    });
    const run = runs(service, (body, { method }) => (method === "GET" ? eachObject(body, days) : undefined));
    const managed = profile();
    await (await run()).apply(managed);
    const { warnings, isEmpty } = await (await run()).apply(managed);
    const text = new RegExp(
      `Unreadable value of expiration_thresholds.*returns "30 days" as expiration_thresholds.*${managed.state?.id}`,
      "s",
    );
    expect([isEmpty, warnings]).toEqual([true, [expect.stringMatching(text)]]);
  });

  it("with a status that cannot be read causes a warning", async () => {
    const service = await emulated();
    const coded = (object: object) => ({ ...object, status: { code: 7 } });
    const run = runs(service, (body, { method }) => (method === "GET" ? eachObject(body, coded) : undefined));
    const managed = host(service);
    await (await run()).apply(managed);
    const { warnings } = await (await run()).apply(managed);
    expect(warnings).toEqual([
      expect.stringMatching(/Unreadable value of paused.*"code":7.*status of the host/s),
    ]);
  });
});

/** Hides objects of a status from lists and single reads. */
const hiding =
  (status: string) =>
  (body: Body, { method, path }: TransportRequest) => {
    if (method !== "GET") return undefined;
    const all = [body.data].flat() as { readonly status?: string }[];
    const data = all.filter((each) => each?.status !== status);
    if (data.length === all.length) return undefined;
    return /[0-9a-f]{32}\.json/.test(path) ? 404 : { ...body, data, total: data.length };
  };

describe("an object that the service shows in no list and by no SID", () => {
  const contact = (service: Emulator) =>
    new Managed("contact", {
      contact: "ops@example.com",
      type: "email",
      schedule: "start_and_end",
      contact_groups: [service.account.objects("contact_group")[0]?.id ?? ""],
    });

  it.each([
    ["while it is paused", "paused", (service: Emulator) => host(service, { paused: true })],
    ["while it is pending", "pending", contact],
  ])("%s stays in state, with a warning, and is not created again", async (_, status, declared) => {
    const service = await emulated();
    const run = runs(service, hiding(status));
    const managed = declared(service);
    expect((await (await run()).apply(managed)).errors).toEqual([]);
    const { id } = managed.state ?? {};
    for (let apply = 1; apply <= 2; apply += 1) {
      const { isEmpty, warnings } = await (await run()).apply(managed);
      const text = new RegExp(`Hidden .*${id}.*terraform state rm`, "s");
      expect([isEmpty, warnings]).toEqual([true, [expect.stringMatching(text)]]);
    }
    expect(service.account.objects(managed.type as "host").map((each) => each.id)).toEqual([id]);
    // The service shows it again once it is not.
    service.account.change(String(id), { paused: false, pending: false });
    await (await run()).apply(managed);
    expect(managed.state?.id).toBe(id);
    expect((await (await run()).apply(managed, null)).errors).toEqual([]);
    expect(service.account.find(String(id))).toBeUndefined();
  });

  it("is not gone from state if its deletion answers 404", async () => {
    const service = await emulated();
    const hidden = hiding("paused");
    const run = runs(service, (body, request) => (request.method === "DELETE" ? 404 : hidden(body, request)));
    const managed = host(service, { paused: true });
    await (await run()).apply(managed);
    const { errors } = await (await run()).apply(managed, null);
    expect(errors).toEqual([expect.stringMatching(/Object not found.*Resume it.*terraform state rm/s)]);
    expect(managed.state).not.toBeNull();
  });

  it("is created again if it was shown after it was paused", async () => {
    const service = await emulated();
    const run = runs(service, () => undefined);
    const managed = host(service, { paused: true });
    await (await run()).apply(managed);
    service.account.remove(String(managed.state?.id));
    expect(await (await run()).apply(managed)).toMatchObject({ errors: [], warnings: [], isEmpty: false });
    expect(service.account.objects("host")).toHaveLength(1);
  });
});

describe("a deletion that the service accepts", () => {
  const accepted = { status_code: 200, status_message: "Deleted." };

  it("is an error if the object stays, and the state keeps it", async () => {
    const service = await emulated();
    const transport = createUndiciTransport(readBaseUrl(service.url, true));
    const ignoring = (request: TransportRequest) =>
      request.method === "DELETE"
        ? { status: 200, headers: {}, text: JSON.stringify(accepted), overflow: false }
        : transport.send(request);
    const run = await beginRun(service, {
      transport: { ...transport, send: async (request) => ignoring(request) },
    });
    const several = ["a", "b"].map((name) => host(service, { host: `${name}.example.com` }));
    for (const each of several) await run.apply(each);
    for (const each of several) {
      const { id } = each.state ?? {};
      const { errors } = await run.apply(each, null);
      expect(errors).toEqual([expect.stringMatching(new RegExp(`Host not deleted.*State keeps ${id}`, "s"))]);
      expect(each.state?.id).toBe(id);
    }
  });

  it("may take some seconds", async () => {
    const service = await emulated();
    const left = new Map<string, number>();
    const run = runs(service, (_, { method, path }) => {
      if (method === "DELETE") left.set(path, 2);
      const more = left.get(path) ?? 0;
      left.set(path, more - 1);
      return method === "GET" && more > 0
        ? { status_code: 200, data: { id: path.slice(-39, -5) } }
        : undefined;
    });
    const managed = host(service);
    await (await run()).apply(managed);
    expect((await (await run()).apply(managed, null)).errors).toEqual([]);
  });

  it("is confirmed with one request for all objects of a kind", async () => {
    const service = await emulated();
    const run = await beginRun(service);
    const several = ["a", "b", "c"].map((name) => host(service, { host: `${name}.example.com` }));
    for (const each of several) await run.apply(each);
    const before = service.requestCount;
    for (const each of several) await run.apply(each, null);
    expect(service.requests.slice(before).filter(({ method }) => method === "GET")).toHaveLength(1);
  });
});

describe("an answer without an object", () => {
  const empty = (body: Body, { method, path }: TransportRequest) =>
    method === "GET" && /[0-9a-f]{32}\.json/.test(path) ? { ...body, status_code: 200, data: [] } : undefined;

  it("is an error that says how to remove the object from state", async () => {
    const service = await emulated();
    const managed = host(service);
    await (await beginRun(service)).apply(managed);
    const { id } = managed.state ?? {};
    const run = runs(
      service,
      (body, request) =>
        empty(body, request) ?? (request.method === "GET" ? { ...body, data: [], total: 7 } : undefined),
    );
    const { errors } = await (await run()).apply(managed);
    expect(errors).toEqual([
      expect.stringMatching(new RegExp(`If ${id} was deleted.*terraform state rm`, "s")),
    ]);
  });
});

describe("a list that shows an object as it was before an update", () => {
  it("is compared with a read by SID, and the update is not repeated", async () => {
    const service = await emulated();
    const managed = host(service);
    await (await beginRun(service)).apply(managed);
    let isOld = true;
    const run = runs(service, (body, { method, path }) =>
      method === "GET" && path.includes("hosts.json") && isOld
        ? eachObject(body, (object) =>
            object.id === managed.state?.id ? { ...object, name: "Mail" } : object,
          )
        : undefined,
    );
    const other = { ...managed.config, name: "Other" };
    expect(await (await run()).apply(managed, other)).toMatchObject({ errors: [], isEmpty: false });
    expect(await (await run()).apply(managed, other)).toMatchObject({
      errors: [],
      warnings: [],
      isEmpty: true,
    });
    isOld = false;
    // What is changed back later is drift.
    service.account.change(String(managed.state?.id), { name: "Mail" });
    expect(await (await run()).apply(managed, other)).toMatchObject({ errors: [], isEmpty: false });
  });
});

describe("a default flag that the service never moves", () => {
  it.each([
    ["and shows another object as the default", true],
    ["and shows no default", false],
  ])("%s causes a warning with what to do, in each plan", async (_, isShown) => {
    const service = await emulated();
    const managed = new Managed("contact_group", { name: "Ops" });
    const first = service.account.objects("contact_group")[0]?.id;
    const run = runs(service, (body, { path }) =>
      path.includes("groups")
        ? eachObject(body, (object) => ({ ...object, is_default: isShown && object.id === first }))
        : undefined,
    );
    await (await run()).apply(managed);
    const taking = { ...managed.config, is_default: true };
    expect((await (await run()).apply(managed, taking)).warnings).toEqual([]);
    for (let apply = 1; apply <= 2; apply += 1) {
      const { isEmpty, warnings } = await (await run()).apply(managed, taking);
      const text = new RegExp(
        `Default flag taken.*${isShown ? first : "another contact group"} became.*portal`,
        "s",
      );
      expect([isEmpty, warnings]).toEqual([false, [expect.stringMatching(text)]]);
    }
  });
});

describe("an object that is gone, with another answer than 404", () => {
  const created = async () => {
    const service = await emulated();
    const managed = host(service);
    await (await beginRun(service)).apply(managed);
    return { service, managed, id: String(managed.state?.id) };
  };
  const statuses = [400, 403, 422];
  /** Begins a run in which the service refuses requests before they have an effect. */
  const refusing = (service: Emulator, status: number, isRefused: (request: TransportRequest) => boolean) => {
    const transport = createUndiciTransport(readBaseUrl(service.url, true));
    const text = JSON.stringify({ status_code: status, status_message: "Not so." });
    return beginRun(service, {
      transport: {
        ...transport,
        send: async (request) =>
          isRefused(request) ? { status, headers: {}, text, overflow: false } : transport.send(request),
      },
    });
  };

  it.each(statuses)("is named with terraform state rm by a refresh that is answered %d", async (status) => {
    const { service, managed, id } = await created();
    service.account.remove(id);
    const run = await refusing(service, status, ({ path }) => path.includes(id));
    const { errors } = await run.apply(managed);
    expect(errors).toEqual([
      expect.stringMatching(new RegExp(`If ${id} was deleted.*terraform state rm`, "s")),
    ]);
  });

  it("counts as gone, not as a change of the account's plan, if the list of the kind can be read", async () => {
    const service = await emulated();
    const managed = new Managed("source", { host: "dnsbl.example.com", name: "Own", type: "rbl" });
    await (await beginRun(service)).apply(managed);
    const id = String(managed.state?.id);
    service.account.remove(id);
    const run = await refusing(service, 403, ({ path }) => path.includes(id));
    const { errors } = await run.apply(managed);
    expect(errors).toEqual([
      expect.stringMatching(new RegExp(`If ${id} was deleted.*terraform state rm`, "s")),
    ]);
  });

  const changes = [
    ["an update", { name: "Other" }],
    ["a pause", { paused: true }],
    ["a deletion", null],
  ] as const;

  describe.each(changes)("in %s", (_, change) => {
    it.each(statuses)("is named with terraform state rm if the answer is %d", async (status) => {
      const { service, managed, id } = await created();
      let isGone = false;
      const run = await refusing(service, status, ({ method, path }) => {
        if (method !== "GET") isGone = true;
        return isGone && path.includes(id);
      });
      const { errors } = await run.apply(managed, change && { ...managed.config, ...change });
      expect(errors).toEqual([
        expect.stringMatching(new RegExp(`If ${id} was deleted.*terraform state rm`, "s")),
      ]);
    });

    it.each(statuses)("is not suspected if a read after the answer %d shows the object", async (status) => {
      const { service, managed } = await created();
      const run = await refusing(service, status, ({ method }) => method !== "GET");
      const { errors } = await run.apply(managed, change && { ...managed.config, ...change });
      expect(errors).toEqual([expect.not.stringContaining("was deleted")]);
    });
  });
});

describe("a read after an update of a flag", () => {
  it("that shows the flag as it was is repeated, before it counts as its stored form", async () => {
    const service = await emulated();
    const managed = new Managed("certificate_profile", {
      name: "Strict",
      expiration_thresholds: [30],
      alert_on_changes: true,
    });
    let old = 0;
    const run = runs(service, (body, { method, path }) => {
      if (method === "PUT") old = 1;
      if (method !== "GET" || !/[0-9a-f]{32}\.json/.test(path) || old === 0) return undefined;
      old -= 1;
      return eachObject(body, (object) => ({ ...object, alert_on_changes: true }));
    });
    await (await run()).apply(managed);
    const off = { ...managed.config, alert_on_changes: false };
    expect(await (await run()).apply(managed, off)).toMatchObject({ errors: [], warnings: [] });
    service.account.change(String(managed.state?.id), { alert_on_changes: true });
    expect((await (await run()).apply(managed, off)).isEmpty).toBe(false);
  });
});

describe("a list of objects that exist before a create", () => {
  const ofGroups = ({ method, path }: TransportRequest) => method === "GET" && path.includes("groups.json");

  it("that shows fewer objects than its total causes a warning", async () => {
    const service = await emulated();
    service.account.add("contact_group", { name: "Hidden" });
    const run = runs(service, (body, request) =>
      ofGroups(request) ? { ...body, data: (body.data as unknown[]).slice(0, 1) } : undefined,
    );
    const { warnings } = await (await run()).plan(group("Hidden"));
    expect(warnings).toEqual([expect.stringMatching(/Incomplete list.*lacks 1 of the contact groups/s)]);
  });

  it("is read to its end if the total is that of each page", async () => {
    const service = await emulated();
    for (let n = 1; n <= 150; n += 1) service.account.add("contact_group", { name: `Group ${n}` });
    const run = runs(service, ({ total_pages: _, ...body }, request) =>
      ofGroups(request) ? { ...body, total: (body.data as unknown[]).length } : undefined,
    );
    const { errors } = await (await run()).apply(group("Group 140"));
    expect(errors).toEqual([expect.stringContaining("Contact group already exists")]);
  });
});

describe("an answer to a create", () => {
  it("that is the one to another create of the run counts as lost", async () => {
    const service = await emulated();
    const transport = createUndiciTransport(readBaseUrl(service.url, true));
    const answers: Awaited<ReturnType<typeof transport.send>>[] = [];
    const { promise: both, resolve } = deferred();
    const swapped = async (request: TransportRequest) => {
      const answer = await transport.send(request);
      if (request.method !== "POST") return answer;
      const place = answers.push(answer) - 1;
      if (answers.length === 2) resolve();
      await both;
      return answers[1 - place] ?? answer;
    };
    const run = await beginRun(service, { transport: { ...transport, send: swapped } });
    const groups = [group("A"), group("B")];
    const applied = await Promise.all(groups.map((each) => run.apply(each)));
    expect(applied.flatMap(({ errors }) => errors)).toEqual([]);
    for (const each of groups)
      expect(service.account.find(String(each.state?.id))).toMatchObject({ name: each.config.name });
  });
});
