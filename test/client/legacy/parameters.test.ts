import type { Client } from "../../../src/client/client";
import { closeAll } from "../support/client";
import { sid } from "../support/replies";
import { sentBy } from "./connected";

afterEach(closeAll);

const check = `PP${"a".repeat(64)}`;
const [host, profile, rbl, contact, group] = ["HT", "RP", "RB", "CO", "CG"].map((prefix) => sid(prefix));
const [groups, rbls] = [
  [sid("CG"), sid("CG", 2)],
  [sid("RB"), sid("RB", 2)],
];

type Fields = Readonly<Record<string, string>>;
type Row = readonly [
  name: string,
  what: string,
  sent: Fields,
  act: (client: Client) => Promise<unknown>,
  answered?: unknown,
];

const added = (body: object) => (client: Client) =>
  client.collection("host").create({
    host: "192.0.2.1",
    name: "web",
    profile: String(profile),
    contact_group: [sid("CG")],
    ...body,
  });
const profileAdded = (body: object) => (client: Client) =>
  client.collection("monitoring_profile").create({ name: "all", frequency: "1_hour", ...body });

// The table of the specification (docs/design/api-3.0.md#parameters), in its order.
const rows: readonly Row[] = [
  [
    "Start check",
    "the flag as a digit",
    { host: "192.0.2.1", callback: "https://hook.example/", details: "1" },
    ({ checks }) => checks.start({ host: "192.0.2.1", callback: "https://hook.example/", details: true }),
    { id: check },
  ],
  [
    "Start check",
    "no details as 0",
    { host: "192.0.2.1", details: "0" },
    ({ checks }) => checks.start({ host: "192.0.2.1", details: false }),
    { id: check },
  ],
  [
    "Check status",
    "the flag as a digit",
    { details: "1" },
    ({ checks }) => checks.status(check, { details: true }),
    { status: "processing" },
  ],
  [
    "List operations",
    "the page and its size, whose default is another",
    { page: "1", page_size: "100" },
    (client) => client.collection("host").page(1),
    { id: host },
  ],
  [
    "Add host",
    "its profile by the former name, its type and its one group",
    {
      host: "192.0.2.1",
      name: "web",
      rbl_profile: String(profile),
      contact_group: String(group),
      type: "rbl",
    },
    added({}),
    [{ id: host }],
  ],
  [
    "Modify host",
    "its groups with commas between",
    { name: "n", rbl_profile: String(profile), contact_group: groups.join() },
    (client) =>
      client
        .collection("host")
        .update(String(host), { name: "n", profile: String(profile), contact_group: groups }),
  ],
  [
    "Add profile",
    "everything that is given",
    {
      name: "all",
      frequency: "weekly",
      is_default: "1",
      entries: rbls.join(),
      sync_method: "use_my_selections",
    },
    profileAdded({ frequency: "weekly", is_default: true, entries: rbls, sync_method: "use_my_selections" }),
    { id: profile },
  ],
  [
    "Modify profile",
    "everything that is given",
    {
      name: "n",
      is_default: "0",
      entries: String(rbl),
      frequency: "2_weeks",
      sync_method: "use_my_selections",
    },
    (client) =>
      client.collection("monitoring_profile").update(String(profile), {
        name: "n",
        is_default: false,
        entries: [String(rbl)],
        frequency: "2_weeks",
        sync_method: "use_my_selections",
      }),
  ],
  [
    "Add RBL",
    "its type and host",
    { type: "uribl", host: "bl.example.org" },
    (client) => client.collection("source").create({ type: "uribl", host: "bl.example.org" }),
    { id: rbl },
  ],
  [
    "Modify RBL",
    "its type and host",
    { type: "rbl", host: "bl.example.org" },
    (client) => client.collection("source").update(String(rbl), { type: "rbl", host: "bl.example.org" }),
  ],
  [
    "Add contact",
    "its groups with commas between",
    { contact: "a@example.com", type: "email", schedule: "while_listed", contact_group: groups.join() },
    (client) =>
      client.collection("contact").create({
        contact: "a@example.com",
        type: "email",
        schedule: "while_listed",
        contact_group: groups,
      }),
    { id: contact },
  ],
  [
    "Modify contact",
    "its schedule and groups",
    { schedule: "every_check", contact_group: groups.join() },
    (client) =>
      client
        .collection("contact")
        .update(String(contact), { schedule: "every_check", contact_group: groups }),
  ],
  [
    "Confirm contact",
    "the code",
    { authcode: "c0de42" },
    ({ contacts }) => contacts.confirm(String(contact), "c0de42"),
  ],
  [
    "Add group",
    "the flag as a digit",
    { name: "Operations", is_default: "1" },
    (client) => client.collection("contact_group").create({ name: "Operations", is_default: true }),
    { id: group },
  ],
  [
    "Modify group",
    "the flag as a digit",
    { name: "n", is_default: "1" },
    (client) => client.collection("contact_group").update(String(group), { name: "n", is_default: true }),
  ],
];

describe("over version 3.0", () => {
  for (const [name, what, sent, act, answered] of rows) {
    it(`${name} sends ${what}`, async () => {
      const { method, query, form } = await sentBy(act, answered);
      expect(method === "GET" ? query : Object.fromEntries(form)).toEqual(sent);
    });
  }

  it.each([
    ["192.0.2.1", "rbl"],
    ["example.com", "uribl"],
    ["192.0.2.0/29", "ip_range"],
  ])("a host %s is added with the type %s", async (address, type) => {
    const { form } = await sentBy(added({ host: address }), [{ id: host }]);
    expect(form.get("type")).toBe(type);
  });

  it("a profile without entries is added without the parameter, which selects all (rule 1)", async () => {
    const { form } = await sentBy(profileAdded({}), { id: profile });
    expect(form.has("entries")).toBe(false);
  });

  it("a profile with no entries at all is added with the empty parameter, which selects none (rule 1)", async () => {
    const { form } = await sentBy(profileAdded({ entries: [] }), { id: profile });
    expect(form.get("entries")).toBe("");
  });
});
