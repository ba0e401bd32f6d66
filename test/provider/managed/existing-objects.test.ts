import { readBaseUrl } from "../../../src/client/base-url";
import { type ErrorKind, failed } from "../../../src/client/errors";
import type { TransportRequest } from "../../../src/client/transport";
import { createUndiciTransport } from "../../../src/client/undici-transport";
import type { Emulator } from "../../../src/emulator/emulator";
import type { Account } from "../../../src/provider/account";
import { refusedFor } from "../../../src/provider/managed/existing-objects";
import { Ledger } from "../../../src/provider/managed/identity/ledger";
import { keyRuleOf } from "../../../src/provider/managed/identity/natural-key";
import { managedResources } from "../../../src/provider/resources";
import { answering, group, host, lists, named, ofPosts, posts } from "./create-fixtures";
import { beginRun, closeRuns, emulated, Managed } from "./run";

afterEach(closeRuns);

describe("an object that exists before a create", () => {
  it("is not deleted by another resource of the run that adopted it", async () => {
    const service = await emulated();
    const before = host(service);
    await (await beginRun(service)).apply(before);
    // A resource was renamed without a moved block, and Terraform creates before it destroys.
    const run = await beginRun(service, {}, { adoptIdentical: true });
    const after = host(service);
    expect((await run.apply(after)).warnings).toContainEqual(
      expect.stringContaining("Existing object adopted"),
    );
    expect(await run.apply(before, null)).toMatchObject({
      errors: [],
      warnings: [expect.stringContaining(`Adopted objects not deleted: Another resource of this apply`)],
    });
    expect(named(service, "host", "Mail").map(({ id }) => id)).toEqual(after.ids);
  });

  it("is known as an object of the state in a plan without a refresh", async () => {
    const service = await emulated();
    const managed = group();
    await (await beginRun(service)).apply(managed);
    const run = await beginRun(service);
    expect(await run.plan(managed)).toEqual({ errors: [], warnings: [] });
    const { warnings } = await run.plan(group("operations"));
    expect(warnings).toEqual([expect.stringContaining("Contact group already exists")]);
  });

  it.each([
    ["the same one", "Operations", "Contact group already exists"],
    ["a similar one", "Web", "Similar certificate profile exists"],
  ])("is referred to with a data source if another state manages it: %s", async (_, name, summary) => {
    const service = await emulated();
    const isSame = name === "Operations";
    const kind = isSame ? "contact_group" : "certificate_profile";
    const thresholds = isSame ? {} : { expiration_thresholds: [30] };
    const { id } = service.account.add(kind, { name, ...thresholds });
    const wanted = isSame ? group(name) : new Managed(kind, { name, expiration_thresholds: [60] });
    const { warnings } = await (await beginRun(service)).plan(wanted);
    expect(warnings).toEqual([
      expect.stringMatching(
        new RegExp(`${summary}.*another state.*data "rblmonitor_${kind}" "<name>" \\{\n  id = "${id}"`, "s"),
      ),
    ]);
  });

  it("is not adopted when it is paused or there are several", async () => {
    const service = await emulated();
    for (let n = 0; n < 2; n++) service.account.add("contact_group", { name: "Operations" });
    const run = await beginRun(service, {}, { adoptIdentical: true });
    const { errors } = await run.apply(group());
    for (const { id } of named(service, "contact_group", "Operations"))
      expect(errors[0]).toContain(`id = "${id}"`);
    const paused = host(service, { paused: true });
    await (await beginRun(service)).apply(paused);
    expect((await run.apply(host(service))).errors).toEqual([expect.stringContaining("Host already exists")]);
    expect(posts(service).filter(({ path }) => path.endsWith("/groups"))).toEqual([]);
  });

  it("is reported when it came after the list was read and the service refuses, without an import of what the run manages", async () => {
    const service = await emulated({ sameHost: "conflict" });
    const run = await beginRun(service);
    await run.apply(group());
    const first = host(service);
    service.faults.arm({ ...ofPosts("slow"), delay: 1 });
    await run.apply(first);
    const second = host(service, { host: "other.example.com" });
    service.configure({
      latency: ({ method }) => {
        const { profile, contact_groups: groups } = second.config;
        if (method === "POST")
          service.account.add("host", {
            host: "other.example.com",
            name: "New",
            profile,
            contact_group: groups,
          } as never);
        return 0;
      },
    });
    const { errors } = await run.apply(second);
    const [added] = named(service, "host", "New");
    expect(errors).toEqual([
      expect.stringMatching(new RegExp(`409.*${added?.id}.*moved block.*import \\{`, "s")),
    ]);
    expect(lists(service).length).toBeLessThan(6);
  });

  it.each(["managed", "unmanaged"])(
    "is not managed twice if the service answers a create with it (%s)",
    async (owner) => {
      const service = await emulated();
      const { id } = service.account.add("contact_group", { name: "Mail Team" });
      const transport = createUndiciTransport(readBaseUrl(service.url, true));
      const run = await beginRun(service, {
        transport: {
          ...transport,
          send: async (request) => {
            if (request.method !== "POST") return transport.send(request);
            const text = JSON.stringify({ status_code: 200, data: { id, name: "Mail Team" } });
            return { status: 200, headers: {}, text, overflow: false };
          },
        },
      });
      const first = group("Mail Team");
      if (owner === "managed") {
        first.state = { id, name: "Mail Team", is_default: false };
        expect((await run.apply(first)).errors).toEqual([]);
      }
      const second = group("mail-team");
      const { errors } = await run.apply(second);
      const advice = owner === "managed" ? "A resource of the state manages it" : 'import \\{[^}]*id = "';
      expect(errors).toEqual([
        expect.stringMatching(
          new RegExp(`already has.*${id}.*answered the create with it\\..*${advice}`, "s"),
        ),
      ]);
      expect(errors.join().includes("import {")).toBe(owner === "unmanaged");
      expect(errors.join()).not.toContain("in another form");
      expect(second.state).toBeNull();
    },
  );

  it("is not taken into a subnet if the service answers the create also with it", async () => {
    const service = await emulated({ sameHost: "accept" });
    const single = host(service, { host: "192.0.2.9" });
    const subnet = host(service, { host: "192.0.2.8/30" });
    const transport = createUndiciTransport(readBaseUrl(service.url, true));
    const merged = async (request: TransportRequest) => {
      const answer = await transport.send(request);
      if (request.method !== "POST" || single.state === null) return answer;
      const second = JSON.parse(answer.text).data[1].id;
      service.account.remove(second);
      return { ...answer, text: answer.text.replace(second, String(single.state.id)) };
    };
    const run = () =>
      beginRun(service, { transport: { ...transport, send: merged } }, { allowDuplicates: true });
    expect((await (await run()).apply(single)).errors).toEqual([]);
    const { errors } = await (await run()).apply(subnet);
    const advice = "import the subnet by its CIDR";
    const text = new RegExp(`Host already exists.*${single.state?.id} existed before.*${advice}`, "s");
    expect(errors).toEqual([expect.stringMatching(text)]);
    expect(subnet.state).toBeNull();
  });
});

describe("a plan", () => {
  const hook = "https://hooks.example.com/T0/B1";
  const contactOf = ({ account }: Emulator, more = {}) =>
    new Managed("contact", {
      contact: hook,
      type: "endpoint",
      contact_groups: [account.objects("contact_group")[0]?.id ?? ""],
      ...more,
    });

  it("does not report the object that it replaces as another one", async () => {
    const service = await emulated();
    const managed = contactOf(service);
    await (await beginRun(service)).apply(managed);
    const { errors, warnings } = await (await beginRun(service)).apply(managed, {
      ...managed.config,
      type: "slack",
    });
    expect([...errors, ...warnings]).toEqual([]);
    expect(service.account.objects("contact")).toMatchObject([{ type: "slack" }]);
  });

  it.each([
    ["is silent about an object that the apply adopts", {}, []],
    [
      "reports an object that the apply does not adopt, as its args are not known",
      { args: { key: "s3cret" } },
      [expect.stringContaining("Contact already exists")],
    ],
  ])("%s", async (_, more, warnings) => {
    const service = await emulated();
    await (await beginRun(service)).apply(contactOf(service));
    const run = await beginRun(service, {}, { adoptIdentical: true });
    expect(await run.plan(contactOf(service, more))).toEqual({ errors: [], warnings });
  });
});

describe("the report of existing objects", () => {
  const profile = (name: string, days = 30) =>
    new Managed("certificate_profile", { name, expiration_thresholds: [days] });
  const reported = async (service: Emulator, managed: Managed) => {
    const { errors, warnings } = await (await beginRun(service)).plan(managed);
    expect(errors).toEqual([]);
    return warnings.join();
  };

  it("points from one object to messages that name it, and from several to those that name one of them", async () => {
    const service = await emulated();
    const { id } = service.account.add("contact_group", { name: "Operations" });
    const one = await reported(service, group());
    expect(one).toContain(`If another message of this plan names ${id}, follow that one instead.`);
    expect(one).toContain("add this block with the address");
    service.account.add("contact_group", { name: "Operations" });
    const several = await reported(service, group());
    expect(several).toContain("If another message of this plan names one of them, follow that one instead.");
    expect(several).toContain("add one of these blocks with the address");
  });

  it("has import blocks for five objects at most", async () => {
    const service = await emulated();
    for (let n = 0; n < 7; n++) service.account.add("contact_group", { name: "Operations" });
    expect((await reported(service, group())).match(/import \{/g)).toHaveLength(5);
  });

  it("says whether an object is the same or may be the same in another form", async () => {
    const service = await emulated();
    service.account.add("contact_group", { name: "Operations" });
    expect(await reported(service, group())).not.toContain("in another form");
    expect(await reported(service, group("operations"))).toContain(
      '"Operations", which may be the same in another form.',
    );
  });

  it("says whether a similar object has the same name, or may have it", async () => {
    const service = await emulated();
    service.account.add("certificate_profile", { name: "Web", expiration_thresholds: [7] });
    expect(await reported(service, profile("Web"))).toContain("with the same name and other settings.");
    expect(await reported(service, profile("web"))).toContain("with a name that may be the same.");
  });

  it.each([
    ["without args adopts it", {}, false],
    ["with args cannot adopt it", { args: { key: "a" } }, true],
  ])("is silent about a contact that the apply adopts: one %s", async (_, more, isReported) => {
    const service = await emulated();
    const contact = (values: object) =>
      new Managed("contact", {
        ...{ contact: "https://hooks.example.com/T0/B1", type: "endpoint" },
        contact_groups: [service.account.objects("contact_group")[0]?.id ?? ""],
        ...values,
      });
    await (await beginRun(service)).apply(contact({}));
    const run = await beginRun(service, {}, { adoptIdentical: true });
    expect((await run.plan(contact(more))).warnings).toHaveLength(isReported ? 1 : 0);
  });
});

it("a plan is silent about a paused host that the apply adopts, if it pauses it, too", async () => {
  const service = await emulated();
  const paused = host(service, { paused: true });
  await (await beginRun(service)).apply(paused);
  const planned = async (isPaused: boolean) =>
    (await beginRun(service, {}, { adoptIdentical: true })).plan(host(service, { paused: isPaused }));
  expect((await planned(true)).warnings).toEqual([]);
  expect((await planned(false)).warnings).toEqual([expect.stringContaining("Host already exists")]);
});

describe("a list that a plan cannot read", () => {
  const planned = async (status: number, kinds: readonly Managed[]) => {
    const service = await emulated();
    const run = await beginRun(
      service,
      answering(service, ({ method }) => (method === "GET" ? [status] : undefined)),
    );
    const plans = [];
    for (const each of kinds) plans.push(await run.plan(each));
    return plans.map(({ errors, warnings }) => [errors.length, warnings.length]);
  };
  const profile = new Managed("certificate_profile", { name: "Web", expiration_thresholds: [30] });

  it.each([
    [
      "a warning for all kinds, if the service may recover",
      500,
      [
        [0, 1],
        [0, 0],
        [0, 0],
      ],
    ],
    [
      "an error for all kinds, if the account is refused",
      401,
      [
        [1, 0],
        [0, 0],
        [0, 0],
      ],
    ],
    [
      "an error for each resource, if the account may not read the kind",
      403,
      [
        [1, 0],
        [1, 0],
        [1, 0],
      ],
    ],
  ])("is %s", async (_, status, counts) => {
    expect(await planned(status, [group("A"), group("B"), profile])).toEqual(counts);
  });

  it("ends the plan when Terraform asks to stop", async () => {
    const service = await emulated();
    const run = await beginRun(service);
    run.stop();
    expect((await run.plan(group())).errors).toEqual([expect.stringContaining("Operation stopped")]);
  });
});

describe("a create that the service refuses", () => {
  const { rblmonitor_host, rblmonitor_contact_group } = managedResources;

  /** Why the create of an object was refused, if the account has one of its key, which the run knows from some origin. */
  const reasons = async (origin?: "deleted" | "state", kind: ErrorKind = "conflict") => {
    const { object } = rblmonitor_host;
    const ledger = new Ledger(keyRuleOf(object));
    if (origin !== undefined) ledger.addIds(origin, ["HT1"]);
    const shown = [{ id: "HT1", host: "mail.example.com", name: "Mail" }];
    const account = { reader: async () => ({ readAllAgain: async () => shown }) } as unknown as Account;
    const wanted = { object, ledger, body: { host: "mail.example.com" } };
    return (await refusedFor(wanted, account, failed(kind, "create host", "no"))).join();
  };

  it("names the object with its key: unmanaged, managed by another resource, or deleted by this apply", async () => {
    expect(await reasons()).toMatch(/already has the host HT1 "Mail"\..*import \{/s);
    expect(await reasons("state")).toMatch(
      /Another resource of this configuration manages the host HT1 "Mail"/,
    );
    expect(await reasons("deleted")).toMatch(
      /^This apply has deleted the host HT1 "Mail", and .* Apply again\.$/,
    );
  });

  it("gives no reason for other errors, or if names of the kind may repeat", async () => {
    expect(await reasons(undefined, "server")).toBe("");
    const { object } = rblmonitor_contact_group;
    const wanted = { object, ledger: new Ledger(keyRuleOf(object)), body: { name: "Operations" } };
    const shown = [{ id: "CG1", name: "Operations" }];
    const account = { reader: async () => ({ readAllAgain: async () => shown }) } as unknown as Account;
    expect(await refusedFor(wanted, account, failed("conflict", "create contact group", "no"))).toEqual([]);
  });
});

describe("two applies that overlap", () => {
  it("create one group twice, without a message, and are refused the second host of an address", async () => {
    const service = await emulated();
    const [first, second] = [await beginRun(service), await beginRun(service)];
    // The first create of a kind reads what exists.
    for (const [number, run] of [first, second].entries()) {
      await run.apply(group(`Group ${number}`));
      await run.apply(host(service, { host: `${number}.example.com` }));
    }
    for (const run of [first, second]) expect((await run.apply(group())).errors).toEqual([]);
    expect(named(service, "contact_group", "Operations")).toHaveLength(2);
    expect((await first.apply(host(service))).errors).toEqual([]);
    expect((await second.apply(host(service))).errors).toEqual([
      expect.stringMatching(/The account already has the host.*import \{/s),
    ]);
  });
});
