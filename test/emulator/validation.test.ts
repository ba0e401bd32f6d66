import { type Kind, kindNames, kinds } from "../../src/service/kinds";
import { basic, call, emulators, send } from "./api";
import { createBodies } from "./bodies";

const start = emulators();

const missing = (prefix: string) => prefix + "0".repeat(32);
const long = "x".repeat(256);

/** Values that are understood but not valid, by kind and field. */
const invalid: Record<Kind, Record<string, readonly string[]>> = {
  host: {
    host: ["", "nothing", "1.2.3.256", "192.0.2.0/33", "2001:db8::1", "-a.example.org", "a b.example.org"],
    name: ["", long],
    profile: ["", "RP1", missing("RP"), missing("CP")],
    contact_group: ["", "CG1", missing("CG")],
    tags: ["a,,b"],
  },
  monitoring_profile: {
    name: ["", long],
    frequency: ["", "hourly", "1_HOUR"],
    entries: ["RB1", missing("RB")],
    is_default: ["yes", "on", "2"],
    sync_method: ["", "never"],
  },
  source: {
    host: ["", "-bl.example.org", "bl_.example.org", `${"x".repeat(64)}.example.org`],
    type: ["", "dnswl"],
    custom_codes: ["127.0.0.2,"],
  },
  certificate_monitor: {
    hostname: ["", "a b", "-x.example.org"],
    protocol: ["", "http", "HTTPS"],
    name: ["", long],
    profile: ["", missing("CP"), missing("RP")],
    contact_group: ["", missing("CG")],
    tags: [",a"],
  },
  certificate_profile: {
    name: ["", long],
    expiration_thresholds: ["", "x", "1.5", "91", "-1", "1,2,3,4,5,6,7,8,9,10,11"],
    alert_on_expiration: ["maybe"],
    alert_on_name_mismatch: [""],
    alert_on_ca_failure: ["-1"],
    alert_on_connection_failure: ["no"],
    alert_on_caa_failure: ["on"],
    alert_on_misconfigurations: ["null"],
    alert_on_changes: ["1.0"],
    is_default: ["x"],
  },
  contact: {
    contact: [""],
    type: ["", "pigeon"],
    schedule: ["", "always"],
    contact_group: ["", missing("CG")],
    args: ["x", "[1]", "1"],
  },
  contact_group: { name: ["", long], is_default: ["x"] },
};

const required: Record<Kind, readonly string[]> = {
  host: ["host", "name", "profile", "contact_group"],
  monitoring_profile: ["name", "frequency"],
  source: ["host", "type"],
  certificate_monitor: ["hostname", "protocol", "name", "profile", "contact_group"],
  certificate_profile: ["name", "expiration_thresholds"],
  contact: ["contact", "type", "schedule", "contact_group"],
  contact_group: ["name"],
};

const notOnUpdate: Partial<Record<Kind, readonly string[]>> = {
  host: ["host"],
  certificate_monitor: ["hostname", "protocol"],
  contact: ["type", "args"],
};

describe.each(kindNames)("a %s", (kind) => {
  const { path } = kinds[kind];
  const values = Object.entries(invalid[kind]).flatMap(([field, texts]) =>
    texts.map((text) => [field, text] as const),
  );

  test.each(values)("is not created with %s = %j", async (field, text) => {
    const service = await start();
    const before = service.account.objects(kind).length;
    const { status, body } = await call(service, "POST", path, {
      ...createBodies(service)[kind],
      [field]: text,
    });
    expect(status).toBe(422);
    expect(body.status_message).toContain(field);
    expect(service.account.objects(kind)).toHaveLength(before);
  });

  const updatable = values.filter(([field]) => !notOnUpdate[kind]?.includes(field));

  test.each(updatable)("is not updated with %s = %j", async (field, text) => {
    const service = await start();
    const object = service.account.add(kind, kind === "host" ? { host: "192.0.2.1" } : {});
    const before = { ...object };
    const { status, body } = await call(service, "PUT", `${path}/${object.id}`, { [field]: text });
    expect(status).toBe(422);
    expect(body.status_message).toContain(field);
    expect(service.account.find(object.id)).toEqual(before);
  });

  test.each(required[kind])("is not created without %s", async (field) => {
    const service = await start();
    const { [field]: _, ...rest } = createBodies(service)[kind];
    const { status, body } = await call(service, "POST", path, rest);
    expect([status, body.status_message]).toEqual([422, `Validation failed: ${field}: is required.`]);
  });

  test.each(["id", "status", "rbl_profile", "__proto__", "constructor", "args[x]x"])(
    "does not accept %s",
    async (field) => {
      const service = await start();
      const { status } = await call(service, "POST", path, {
        ...createBodies(service)[kind],
        [field]: "x",
      });
      expect(status).toBe(422);
    },
  );

  test("is updated by an empty body without any change", async () => {
    const service = await start();
    const object = service.account.add(kind, kind === "host" ? { host: "192.0.2.1" } : {});
    const before = { ...object };
    expect((await call(service, "PUT", `${path}/${object.id}`, {})).status).toBe(200);
    expect(service.account.find(object.id)).toEqual(before);
  });
});

const immutable = Object.entries(notOnUpdate).flatMap(([kind, fields]) =>
  fields.map((field) => [kind as Kind, field] as const),
);

test.each(immutable)("a %s does not accept %s on update", async (kind, field) => {
  const service = await start();
  const object = service.account.add(kind, kind === "host" ? { host: "192.0.2.1" } : {});
  const value = createBodies(service)[kind][field] ?? "{}";
  const { status, body } = await call(service, "PUT", `${kinds[kind].path}/${object.id}`, { [field]: value });
  expect([status, body.status_message]).toEqual([
    422,
    `Validation failed: ${field}: not accepted by this operation.`,
  ]);
});

describe("a name", () => {
  test.each(["x", "x".repeat(255), "\u{1F4E7}".repeat(255), " ", "a&b=c;d+%20"])(
    "of 1 to 255 characters is kept as it is: %j",
    async (name) => {
      const service = await start();
      const { body } = await call(service, "POST", "/contact/groups", { name });
      expect(body.data.name).toBe(name);
    },
  );
});

describe("a flag", () => {
  test.each([
    ["true", true],
    ["1", true],
    ["false", false],
    ["0", false],
  ])("is accepted as %s", async (text, flag) => {
    const service = await start();
    const body = { ...createBodies(service).certificate_profile, alert_on_caa_failure: text };
    expect((await call(service, "POST", "/cert/profiles", body)).body.data.alert_on_caa_failure).toBe(flag);
  });
});

describe("the alerts of a certificate profile", () => {
  test("have the documented defaults", async () => {
    const service = await start();
    const { body } = await call(service, "POST", "/cert/profiles", {
      name: "Plain",
      expiration_thresholds: "7",
    });
    expect(body.data).toMatchObject({
      alert_on_expiration: true,
      alert_on_name_mismatch: true,
      alert_on_ca_failure: true,
      alert_on_connection_failure: true,
      alert_on_caa_failure: false,
      alert_on_misconfigurations: true,
      alert_on_changes: true,
    });
  });
});

describe("a body", () => {
  async function post(body: string, type: string | undefined = "application/x-www-form-urlencoded") {
    const service = await start();
    const authorization = basic(service.accountSid, service.authToken);
    return send(`${service.url}/contact/groups.json`, {
      method: "POST",
      headers: { authorization, "content-type": type },
      body,
    });
  }

  test.each([
    ["a field given twice", "name=a&name=b"],
    ["malformed escapes", "name=%zz"],
    ["escapes that are not UTF-8", "name=%ff"],
    ["more than a million bytes", `name=${"x".repeat(1_000_001)}`],
  ])("with %s is 400", async (_, body) => {
    expect((await post(body)).status).toBe(400);
  });

  test.each(["application/json", "text/plain", "multipart/form-data; boundary=x"])(
    "of type %s is 400",
    async (type) => {
      expect((await post('{"name":"a"}', type)).status).toBe(400);
    },
  );

  test("may name its character set", async () => {
    const type = "application/x-www-form-urlencoded;charset=UTF-8";
    expect((await post("name=B%C3%BCro+1", type)).body.data.name).toBe("Büro 1");
  });
});

describe("a query", () => {
  test.each([
    "page=0",
    "page=-1",
    "page=x",
    "page=",
    "page=1.5",
    "page_size=0",
    "page_size=1e2",
    "page=1&page=2",
  ])("of %s is 400", async (query) => {
    const service = await start();
    expect((await call(service, "GET", `/rbl/hosts?${query}`)).status).toBe(400);
  });
});

describe("an action", () => {
  test.each(["pause", "resume", "resend"])("%s accepts no fields", async (action) => {
    const service = await start();
    const { id } = service.account.add("contact", { confirmed: false });
    const { status } = await call(service, "POST", `/contact/contacts/${id}/${action}`, { force: "1" });
    expect(status).toBe(422);
  });
});
