import { call } from "../api";
import { create, deleteStatus, read, type Shown } from "./shown";

/** What a write makes of the account. */
export const effects = {
  subnetCreate: {
    observe: async (service) => {
      const { body } = await create(service, "host", { host: "192.0.2.2/31" });
      const ids = body.data.map((host: { id: string }) => host.id);
      expect(service.account.objects("host").map((host) => host.id)).toEqual(ids);
      return body.data.map((host: { host: string; type: string; parent: string | null }) => [
        host.host,
        host.type,
        ids.indexOf(host.parent),
      ]);
    },
    values: {
      flat: [
        ["192.0.2.2", "rbl", -1],
        ["192.0.2.3", "rbl", -1],
      ],
      one: [["192.0.2.2/31", "ip_range", -1]],
      "parent-and-children": [
        ["192.0.2.2/31", "ip_range", -1],
        ["192.0.2.2", "rbl", 0],
        ["192.0.2.3", "rbl", 0],
      ],
    },
  },
  createdHosts: {
    observe: async (service) => {
      const { body } = await create(service, "host", { host: "192.0.2.2/31" });
      return [body.data.length, service.account.objects("host").length];
    },
    values: { all: [2, 2], first: [1, 2] },
  },
  mailHosts: {
    observe: async (service) => {
      const { body } = await create(service, "host", { host: "example.com" });
      return body.data.map((host: { host: string }) => host.host);
    },
    values: { none: ["example.com"], created: ["mail.example.com", "example.com"] },
  },
  parentDelete: {
    observe: async (service) => {
      service.configure({ subnetCreate: "parent-and-children" });
      const { data } = await create(service, "host", { host: "192.0.2.0/31" });
      await deleteStatus(service, "host", data.id);
      return service.account.objects("host").length;
    },
    values: { "keeps-children": 2, cascades: 0 },
  },
  emptyList: {
    observe: async (service) => {
      const { data } = await create(service, "host", { tags: "a" });
      await call(service, "PUT", `/rbl/hosts/${data.id}`, { tags: "" });
      return (await read(service, "host", data.id)).tags;
    },
    values: { clears: [], ignored: ["a"] },
  },
  newContact: {
    observe: async (service) => (await create(service, "contact")).data.status,
    values: { pending: "pending", active: "active" },
  },
  contactAfterResume: {
    observe: async (service) => {
      const { id } = service.account.add("contact", { confirmed: false });
      for (const action of ["pause", "resume"])
        await call(service, "POST", `/contact/contacts/${id}/${action}`);
      return (await read(service, "contact", id)).status;
    },
    values: { pending: "pending", active: "active" },
  },
  contactAfterChange: {
    observe: async (service) => {
      const { id } = service.account.add("contact", { contact: "ops@example.com", confirmed: true });
      await call(service, "PUT", `/contact/contacts/${id}`, { contact: "night@example.com" });
      return (await read(service, "contact", id)).status;
    },
    values: { confirmed: "active", pending: "pending" },
  },
  contactAfterConfirm: {
    observe: async (service) => {
      const { id, authcode } = service.account.add("contact", { confirmed: false });
      await call(service, "POST", `/contact/contacts/${id}/confirm`, { authcode });
      const confirmed = (await read(service, "contact", id)).status;
      for (const action of ["pause", "resume"])
        await call(service, "POST", `/contact/contacts/${id}/${action}`);
      return [confirmed, (await read(service, "contact", id)).status];
    },
    values: { active: ["active", "active"], authorized: ["authorized", "active"] },
  },
  hourWindow: {
    observe: async (service) => {
      const { headers } = await call(service, "GET", "/rbl/hosts");
      return headers.get("ratelimit-reset");
    },
    values: { "first-request": "3600", clock: "900" },
  },
  pausedSources: {
    observe: async (service) => {
      const { id } = service.account.add("source", { paused: true });
      const { body } = await call(service, "GET", "/rbl/sources");
      return [body.total, (await read(service, "source", id)).status];
    },
    values: { listed: [31, "paused"], unlisted: [30, "paused"] },
  },
} satisfies Partial<Shown>;
