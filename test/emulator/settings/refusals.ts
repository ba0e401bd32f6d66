import { basic, call, send } from "../api";
import { createBodies, defaults } from "../bodies";
import { addressHost, create, deleteStatus, type Shown } from "./shown";

/** What is refused, and with which status. */
export const refusals = {
  validationStatus: {
    observe: async (service) => (await create(service, "host", { name: "" })).status,
    values: { 422: 422, 400: 400, 500: 500 },
  },
  unknownFields: {
    observe: async (service) => (await create(service, "contact_group", { colour: "red" })).status,
    values: { validation: 422, "bad-request": 400, ignored: 200 },
  },
  unknownQuery: {
    observe: async (service) => (await call(service, "GET", "/rbl/hosts?colour=red")).status,
    values: { ignored: 200, "bad-request": 400 },
  },
  hostType: {
    observe: async (service) => (await create(service, "host", { type: "rbl" })).status,
    values: { refused: 422, ignored: 200 },
  },
  omittedFrequency: {
    observe: async (service) => (await call(service, "POST", "/rbl/profiles", { name: "Mail" })).status,
    values: { refused: 422, package: 200 },
  },
  pausedHostCheck: {
    observe: async (service) => {
      const { id } = service.account.add("host", { ...addressHost, paused: true });
      return (await call(service, "POST", "/rbl/check/start", { host: id })).status;
    },
    values: { runs: 200, conflict: 409 },
  },
  sourceInUse: {
    observe: async (service) => {
      const { id } = service.account.add("source");
      service.account.add("monitoring_profile", { sync_method: "use_my_selections", entries: [id] });
      return deleteStatus(service, "source", id);
    },
    values: { deletable: 200, refused: 409 },
  },
  argsValues: {
    observe: async (service) => {
      service.configure({ argsReturned: "whole" });
      const args = { port: 25, verify: true, headers: { "x-team": "mail" } };
      const { status, data } = await create(service, "contact", { args: JSON.stringify(args) });
      return [status, JSON.stringify(data?.args) === JSON.stringify(args)];
    },
    values: { any: [200, true], texts: [422, false] },
  },
  legacyErrors: {
    observe: async ({ legacyUrl, accountSid, authToken }) => {
      const authorization = basic(accountSid, authToken);
      const { status, body } = await send(`${legacyUrl}/host/HT0.json`, { headers: { authorization } });
      return [status, body.status_code];
    },
    values: { "by-kind": [400, 400], "always-500": [500, 500] },
  },
  legacyAcls: {
    observe: async ({ legacyUrl, accountSid, authToken }) => {
      const { status, body } = await send(`${legacyUrl}/acls.json`, {
        headers: { authorization: basic(accountSid, authToken) },
      });
      return [status, body.data];
    },
    values: { "empty-list": [200, []], absent: [404, undefined] },
  },
  sameHost: {
    observe: async (service) => {
      await create(service, "host");
      return (await create(service, "host")).status;
    },
    values: { conflict: 409, validation: 422, accept: 200 },
  },
  ipv6Hosts: {
    observe: async (service) => (await create(service, "host", { host: "2001:db8::1" })).status,
    values: { refused: 422, accepted: 200 },
  },
  inUseStatus: {
    observe: (service) => deleteStatus(service, "contact_group", defaults(service).group),
    values: { 409: 409, 422: 422 },
  },
  builtInRefusal: {
    observe: (service) => deleteStatus(service, "source", defaults(service).source),
    values: { 409: 409, 403: 403, 422: 422 },
  },
  defaultCertificateProfile: {
    observe: (service) => deleteStatus(service, "certificate_profile", defaults(service).certificateProfile),
    values: { kept: 409, deletable: 200 },
  },
  thresholdsBeyondRange: {
    observe: async (service) =>
      (await create(service, "certificate_profile", { expiration_thresholds: "91" })).status,
    values: { refused: 422, accepted: 200 },
  },
  omittedContactGroup: {
    observe: async (service) => {
      const { contact_group: _, ...body } = createBodies(service).host;
      const answer = await call(service, "POST", "/rbl/hosts", body);
      return answer.body.data?.[0].contact_group.length ?? answer.status;
    },
    values: { refused: 422, "default-group": 1 },
  },
  argsEncoding: {
    observe: async (service) => [
      (await create(service, "contact", { "args[key]": "k" })).status,
      (await create(service, "contact", { args: '{"key":"k"}' })).status,
    ],
    values: { both: [200, 200], brackets: [200, 422], json: [422, 200] },
  },
  pausePaused: {
    observe: async (service) => {
      const { id } = service.account.add("host", { ...addressHost, paused: true });
      return (await call(service, "POST", `/rbl/hosts/${id}/pause`)).status;
    },
    values: { conflict: 409, accept: 200 },
  },
} satisfies Partial<Shown>;
