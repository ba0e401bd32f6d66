import { systemClock } from "../../../../src/client/clock";
import { defaults } from "../../../emulator/bodies";
import { addedId } from "../../../legacy/kinds";
import { oldProgram } from "../../../legacy/program";
import { bridges, otherServices, type TestBridge } from "./bridges";

const start = bridges();
const otherService = otherServices();

const hostBody = (host: string) => ({ host, name: "Mail", type: "rbl" });

const requestsOf = ({ service }: TestBridge) =>
  service.requests.map(({ method, path }) => `${method} ${path}`);

describe("objects that a program does not name", () => {
  test("are looked up once, for many hosts at a time", async () => {
    const bridge = await start();
    const program = oldProgram(bridge);
    const hosts = Array.from({ length: 5 }, (_, number) => `192.0.2.${number}`);
    await Promise.all(hosts.map((host) => program.post("/host/add.json", hostBody(host))));
    expect(requestsOf(bridge).sort()).toEqual([
      ...["GET /contact/groups", "GET /rbl/profiles"],
      ...hosts.map(() => "POST /rbl/hosts"),
    ]);
    const { profile, group } = defaults(bridge.service);
    for (const host of bridge.service.account.objects("host")) {
      expect(host).toMatchObject({ profile, contact_group: [group] });
    }
  });

  test("are not looked up where they are named", async () => {
    const bridge = await start();
    const { profile, group } = defaults(bridge.service);
    const body = { ...hostBody("192.0.2.1"), rbl_profile: profile, contact_group: group };
    expect((await oldProgram(bridge).post("/host/add.json", body)).status).toBe(200);
    expect(requestsOf(bridge)).toEqual(["POST /rbl/hosts"]);
  });

  test("are found on whichever page of their list they are", async () => {
    const bridge = await start();
    const { account } = bridge.service;
    for (let number = 0; number < 150; number += 1) account.add("contact_group", { name: `${number}` });
    const { id } = account.add("contact_group", { name: "Last", is_default: true });
    const added = await oldProgram(bridge).post("/host/add.json", hostBody("192.0.2.1"));
    expect(account.find(addedId(added))).toMatchObject({ contact_group: [id] });
  });

  test("are read again when those that are remembered are gone", async () => {
    const bridge = await start();
    const { account } = bridge.service;
    const program = oldProgram(bridge);
    await program.post("/host/add.json", hostBody("192.0.2.1"));
    const { group } = defaults(bridge.service);
    const next = account.add("contact_group", { name: "Next", is_default: true }).id;
    account.remove(group);
    const added = await program.post("/host/add.json", hostBody("192.0.2.2"));
    expect([added.status, account.find(addedId(added))]).toEqual([
      200,
      expect.objectContaining({ contact_group: [next] }),
    ]);
    expect(account.objects("host")).toHaveLength(2);
  });

  test("are read again after a minute, since another user may have chosen others", async () => {
    let passed = 0;
    const clock = { ...systemClock, now: () => systemClock.now() + passed };
    const bridge = await start({}, { clock });
    const { account } = bridge.service;
    const program = oldProgram(bridge);
    const contact = { contact: "ops@example.org", type: "email", schedule: "every_check" };
    await program.post("/contact/add.json", contact);
    const next = account.add("contact_group", { name: "Next", is_default: true }).id;
    passed = 61_000;
    const added = await program.post("/contact/add.json", contact);
    expect(account.find(addedId(added))).toMatchObject({ contact_group: [next] });
  });

  test("are others at once after the program itself has chosen them", async () => {
    const bridge = await start();
    const program = oldProgram(bridge);
    await program.post("/host/add.json", hostBody("192.0.2.1"));
    const group = addedId(await program.post("/contactgroup/add.json", { name: "Next", is_default: 1 }));
    const added = await program.post("/host/add.json", hostBody("192.0.2.2"));
    expect(bridge.service.account.find(addedId(added))).toMatchObject({ contact_group: [group] });
  });

  test("are named where they cannot be read, and nothing is created", async () => {
    const bridge = await start();
    bridge.service.faults.arm({ fault: "500-before", path: "/contact/groups", times: 10 });
    const { status, body } = await oldProgram(bridge).post("/host/add.json", hostBody("192.0.2.1"));
    const message = /^contact_group is not given, and the default one cannot be read: Server error/;
    expect([status, body.status_message]).toEqual([500, expect.stringMatching(message)]);
    expect(bridge.service.account.objects("host")).toEqual([]);
  });

  test("are required where the account shows none, and nothing is created", async () => {
    const methods: string[] = [];
    const baseUrl = await otherService((incoming, outgoing) => {
      methods.push(incoming.method ?? "");
      outgoing.end(
        '{"status_code":200,"status_message":"None","page":1,"total_pages":1,"total":0,"data":[]}',
      );
    });
    const { status, body } = await oldProgram(await start({}, { baseUrl })).post(
      "/host/add.json",
      hostBody("192.0.2.1"),
    );
    expect([status, body.status_message, methods]).toEqual([
      ...[422, expect.stringMatching(/^Validation failed: rbl_profile, contact_group: /), ["GET", "GET"]],
    ]);
  });

  test("are not called missing if their list lacks objects", async () => {
    const baseUrl = await otherService((_, outgoing) => {
      outgoing.end(
        '{"status_code":200,"status_message":"None","page":1,"total_pages":1,"total":2,"data":[]}',
      );
    });
    const bridge = await start({}, { baseUrl });
    const { status, body } = await oldProgram(bridge).post("/host/add.json", hostBody("192.0.2.1"));
    expect([status, body.status_message]).toEqual([
      502,
      expect.stringMatching(/default one cannot be read.*lacks 2 of the/),
    ]);
    expect(bridge.warnings).toContain(
      "The service's list lacks 2 of the monitoring profiles in its total, or more.",
    );
  });

  describe("on a free plan, which does not show its profiles", () => {
    const onFreePlan = async (changes?: Parameters<typeof start>[1]) => {
      const bridge = await start({ plan: "free" }, changes);
      return { bridge, program: oldProgram(bridge), profile: defaults(bridge.service).profile };
    };

    test("are found through the account's hosts", async () => {
      const { bridge, program, profile } = await onFreePlan();
      bridge.service.account.add("host", { host: "192.0.2.1" });
      for (const host of ["192.0.2.2", "192.0.2.3"]) {
        const added = await program.post("/host/add.json", hostBody(host));
        expect(bridge.service.account.find(addedId(added))).toMatchObject({ profile });
      }
      expect(requestsOf(bridge).sort()).toEqual([
        ...["GET /contact/groups", "GET /rbl/hosts", "GET /rbl/profiles"],
        ...["POST /rbl/hosts", "POST /rbl/hosts"],
      ]);
    });

    test("are what the option gives if there are no hosts", async () => {
      const { bridge, profile } = await onFreePlan();
      const { accountSid, authToken, url: baseUrl } = bridge.service;
      const again = await start({ accountSid, authToken }, { baseUrl, defaultProfile: profile });
      const added = await oldProgram(again).post("/host/add.json", hostBody("192.0.2.1"));
      expect(bridge.service.account.find(addedId(added))).toMatchObject({ profile });
    });

    test("are not guessed where hosts have several", async () => {
      const { bridge, program } = await onFreePlan();
      const { account } = bridge.service;
      account.add("host", { host: "192.0.2.1" });
      account.add("host", { host: "192.0.2.2", profile: account.add("monitoring_profile", {}).id });
      const { status } = await program.post("/host/add.json", hostBody("192.0.2.3"));
      expect([status, account.objects("host").length]).toEqual([422, 2]);
    });

    test("are not required with the option that sets one", async () => {
      const { program } = await onFreePlan();
      const { status, body } = await program.post("/host/add.json", hostBody("192.0.2.1"));
      expect([status, body.status_message]).toEqual([
        422,
        expect.stringMatching(/^Validation failed: rbl_profile: is required, .*--default-profile/),
      ]);
    });
  });

  test("are not read again for a host that is refused for another reason", async () => {
    const bridge = await start();
    const program = oldProgram(bridge);
    await program.post("/host/add.json", hostBody("192.0.2.1"));
    const { status, body } = await program.post("/host/add.json", {
      ...hostBody("192.0.2.2"),
      name: "x".repeat(256),
    });
    expect([status, body.status_message]).toEqual([422, expect.stringContaining("name")]);
    expect(requestsOf(bridge).filter((request) => request === "POST /rbl/hosts")).toHaveLength(2);
  });
});
