import type { Client } from "../../../src/client/client";
import { closeAll } from "../support/client";
import { sid } from "../support/replies";
import { sentBy } from "./connected";

afterEach(closeAll);

const check = `PP${"a".repeat(64)}`;
const [host, profile, rbl] = [sid("HT"), sid("RP"), sid("RB")];
const [contact, group] = [sid("CO"), sid("CG")];

type Row = readonly [
  name: string,
  request: string,
  act: (client: Client) => Promise<unknown>,
  answered?: unknown,
];

// The table of the specification (docs/design/api-3.0.md#endpoints), in its order.
const rows: readonly Row[] = [
  ["Start check", "POST /check/start", ({ checks }) => checks.start({ host: "192.0.2.1" }), { id: check }],
  [
    "Check status",
    `GET /check/status/${check}`,
    ({ checks }) => checks.status(check),
    { status: "processing" },
  ],
  ["Listings", "GET /listings", ({ listings }) => listings(), { id: host }],
  ["List hosts", "GET /hosts", (client) => client.collection("host").page(1), { id: host }],
  ["Get host", `GET /host/${host}`, (client) => client.collection("host").get(host), { id: host }],
  [
    "Add host",
    "POST /host/add",
    (client) =>
      client
        .collection("host")
        .create({ host: "192.0.2.1", name: "web", profile: profile, contact_group: [group] }),
    [{ id: host }],
  ],
  [
    "Update host",
    `POST /host/update/${host}`,
    (client) => client.collection("host").update(host, { name: "n" }),
  ],
  ["Pause host", `POST /host/pause/${host}`, (client) => client.collection("host").pause(host)],
  ["Resume host", `POST /host/resume/${host}`, (client) => client.collection("host").resume(host)],
  ["Delete host", `POST /host/delete/${host}`, (client) => client.collection("host").delete(host)],
  [
    "List profiles",
    "GET /rblprofiles",
    (client) => client.collection("monitoring_profile").page(1),
    { id: profile },
  ],
  [
    "Get profile",
    `GET /rblprofile/${profile}`,
    (client) => client.collection("monitoring_profile").get(profile),
    { id: profile },
  ],
  [
    "Add profile",
    "POST /rblprofile/add",
    (client) => client.collection("monitoring_profile").create({ name: "all", frequency: "1_hour" }),
    { id: profile },
  ],
  [
    "Update profile",
    `POST /rblprofile/update/${profile}`,
    (client) => client.collection("monitoring_profile").update(profile, { name: "n" }),
  ],
  [
    "Delete profile",
    `POST /rblprofile/delete/${profile}`,
    (client) => client.collection("monitoring_profile").delete(profile),
  ],
  ["List RBLs", "GET /rbls", (client) => client.collection("source").page(1), { id: rbl }],
  ["Get RBL", `GET /rbl/${rbl}`, (client) => client.collection("source").get(rbl), { id: rbl }],
  [
    "Add RBL",
    "POST /rbl/add",
    (client) => client.collection("source").create({ host: "bl.example.org", type: "rbl" }),
    { id: rbl },
  ],
  [
    "Update RBL",
    `POST /rbl/update/${rbl}`,
    (client) => client.collection("source").update(rbl, { type: "uribl" }),
  ],
  ["Pause RBL", `POST /rbl/pause/${rbl}`, (client) => client.collection("source").pause(rbl)],
  ["Resume RBL", `POST /rbl/resume/${rbl}`, (client) => client.collection("source").resume(rbl)],
  ["Delete RBL", `POST /rbl/delete/${rbl}`, (client) => client.collection("source").delete(rbl)],
  ["List contacts", "GET /contacts", (client) => client.collection("contact").page(1), { id: contact }],
  [
    "Get contact",
    `GET /contact/${contact}`,
    (client) => client.collection("contact").get(contact),
    { id: contact },
  ],
  [
    "Add contact",
    "POST /contact/add",
    (client) =>
      client.collection("contact").create({
        contact: "a@example.com",
        type: "email",
        schedule: "start_and_end",
        contact_group: [group],
      }),
    { id: contact },
  ],
  [
    "Update contact",
    `POST /contact/update/${contact}`,
    (client) => client.collection("contact").update(contact, { schedule: "every_check" }),
  ],
  [
    "Pause contact",
    `POST /contact/pause/${contact}`,
    (client) => client.collection("contact").pause(contact),
  ],
  [
    "Resume contact",
    `POST /contact/resume/${contact}`,
    (client) => client.collection("contact").resume(contact),
  ],
  ["Resend confirmation", `POST /contact/resend/${contact}`, ({ contacts }) => contacts.resend(contact)],
  ["Confirm contact", `POST /contact/confirm/${contact}`, ({ contacts }) => contacts.confirm(contact, "c0")],
  [
    "Delete contact",
    `POST /contact/delete/${contact}`,
    (client) => client.collection("contact").delete(contact),
  ],
  [
    "List groups",
    "GET /contactgroups",
    (client) => client.collection("contact_group").page(1),
    { id: group },
  ],
  [
    "Get group",
    `GET /contactgroup/${group}`,
    (client) => client.collection("contact_group").get(group),
    { id: group },
  ],
  [
    "Add group",
    "POST /contactgroup/add",
    (client) => client.collection("contact_group").create({ name: "Operations" }),
    { id: group },
  ],
  [
    "Update group",
    `POST /contactgroup/update/${group}`,
    (client) => client.collection("contact_group").update(group, { name: "n" }),
  ],
  [
    "Delete group",
    `POST /contactgroup/delete/${group}`,
    (client) => client.collection("contact_group").delete(group),
  ],
];

describe("over version 3.0", () => {
  for (const [name, request, act, answered] of rows) {
    it(`${name} is ${request}`, async () => {
      const { method, path } = await sentBy(act, answered);
      expect(`${method} ${path}`).toBe(request.replace(/ (.*)/, " /3.0$1.json"));
    });
  }
});
