import type { Field } from "../../src/service/field";
import { type Kind, kindNames, kinds } from "../../src/service/kinds";
import { label } from "../../src/service/rules";
import { accepted } from "../objects";
import { basic, call, emulators, send } from "./api";
import { createBodies } from "./bodies";

const start = emulators();

const missing = (kind: Kind) => kinds[kind].prefix + "0".repeat(32);
const long = "x".repeat(256);

/** Values of fields with rules of their own that are understood but not valid. */
const special: { readonly [K in Kind]?: Readonly<Record<string, readonly string[]>> } = {
  host: {
    host: ["", "nothing", "1.2.3.256", "192.0.2.0/33", "2001:db8::1", "-a.example.org", "a b.example.org"],
  },
  source: { host: ["", "-bl.example.org", "bl_.example.org", `${"x".repeat(64)}.example.org`] },
  certificate_monitor: { hostname: ["", "a b", "-x.example.org"] },
  certificate_profile: { expiration_thresholds: ["", "x", "1.5", "91", "-1", "1,2,3,4,5,6,7,8,9,10,11"] },
};

/** Values of a field that are understood but not valid. */
function invalid(kind: Kind, name: string): readonly string[] {
  const { rule } = accepted(kind)[name] as Field;
  const { kind: referred, words } = rule.item ?? rule;
  const empty = rule.type === "text" || rule.problem !== undefined ? [""] : [];
  const own = special[kind]?.[name];
  if (own !== undefined) return own;
  if (words !== undefined) return ["", "never", String(words[0]).toUpperCase()];
  if (referred !== undefined) {
    const other = kindNames.find((another) => another !== referred) as Kind;
    return [...empty, `${kinds[referred].prefix}1`, missing(referred), missing(other)];
  }
  if (rule === label) return ["", long];
  if (rule.type === "flag") return ["", "yes", "on", "no", "2", "-1", "1.0", "null"];
  if (rule.type === "map") return ["x", "[1]", "1"];
  return rule.type === "list" ? ["a,,b", ",a", "127.0.0.2,"] : empty;
}

const fieldsWhere = (kind: Kind, matches: (field: Field) => boolean) =>
  Object.entries(accepted(kind)).flatMap(([name, field]) => (matches(field) ? [name] : []));

describe.each(kindNames)("a %s", (kind) => {
  const { path } = kinds[kind];
  const values = Object.keys(accepted(kind)).flatMap((field) =>
    invalid(kind, field).map((text) => [field, text] as const),
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

  const updatable = values.filter(([field]) => accepted(kind)[field]?.isUpdatable);

  test.each(updatable)("is not updated with %s = %j", async (field, text) => {
    const service = await start();
    const object = service.account.add(kind, kind === "host" ? { host: "192.0.2.1" } : {});
    const before = { ...object };
    const { status, body } = await call(service, "PUT", `${path}/${object.id}`, { [field]: text });
    expect(status).toBe(422);
    expect(body.status_message).toContain(field);
    expect(service.account.find(object.id)).toEqual(before);
  });

  test.each(fieldsWhere(kind, ({ presence }) => presence === "required"))(
    "is not created without %s",
    async (field) => {
      const service = await start();
      const { [field]: _, ...rest } = createBodies(service)[kind];
      const { status, body } = await call(service, "POST", path, rest);
      expect([status, body.status_message]).toEqual([422, `Validation failed: ${field}: is required.`]);
    },
  );

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

const immutable = kindNames.flatMap((kind) =>
  fieldsWhere(kind, ({ isUpdatable }) => !isUpdatable).map((field) => [kind, field] as const),
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
