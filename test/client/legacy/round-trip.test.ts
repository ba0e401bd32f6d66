import * as fc from "fast-check";
import { currentRequest } from "../../../src/legacy/request";
import { legacyRoute } from "../../../src/legacy/routes";
import { contactTypes, frequencies, schedules, syncMethods } from "../../../src/service/enumerations";
import { encodeForm, type FormBody } from "../../../src/service/form";
import type { LegacyKind } from "../../../src/service/legacy/kinds";
import { legacyCollectionOperation } from "../../../src/service/legacy/operations";
import type { LegacyWrite } from "../../../src/service/legacy/parameters";
import { legacyBody } from "../../../src/service/legacy/parameters";
import { unsupportedFields } from "../../../src/service/legacy/unsupported";
import { sid } from "../support/replies";

const text = fc.string({ minLength: 1 });
const number = fc.integer({ min: 1, max: 9 });
const sids = (prefix: string) =>
  fc.array(
    number.map((n) => sid(prefix, n)),
    { minLength: 1, maxLength: 3 },
  );
const one = (prefix: string) => number.map((n) => sid(prefix, n));
const hosts = fc.constantFrom("192.0.2.1", "mail.example.com", "192.0.2.0/29");

const profile = {
  name: text,
  frequency: fc.constantFrom(...frequencies),
  is_default: fc.boolean(),
  entries: fc.oneof(sids("RB"), fc.constant([])),
  sync_method: fc.constantFrom(...syncMethods),
};
const source = { host: text, type: fc.constantFrom("rbl", "uribl") };
const group = { name: text, is_default: fc.boolean() };
const contact = { schedule: fc.constantFrom(...schedules), contact_group: sids("CG") };

/** Bodies of version 4.0 that version 3.0 has words for. */
const bodies: Readonly<Record<LegacyWrite, Readonly<Record<LegacyKind, fc.Arbitrary<FormBody>>>>> = {
  create: {
    host: fc.record({
      host: hosts,
      name: text,
      profile: one("RP"),
      contact_group: one("CG").map((group) => [group]),
    }),
    monitoring_profile: fc.record(profile, { requiredKeys: ["name", "frequency"] }),
    source: fc.record(source),
    contact: fc.record({ contact: text, type: fc.constantFrom(...contactTypes), ...contact }),
    contact_group: fc.record(group, { requiredKeys: ["name"] }),
  },
  update: {
    host: fc.record({ name: text, profile: one("RP"), contact_group: sids("CG") }, { requiredKeys: [] }),
    monitoring_profile: fc.record(profile, { requiredKeys: [] }),
    source: fc.record(source, { requiredKeys: [] }),
    contact: fc.record(contact, { requiredKeys: [] }),
    contact_group: fc.record(group, { requiredKeys: [] }),
  },
};

describe.each(["create", "update"] as const)("a body of version 4.0 to %s", (write) => {
  it.each(Object.keys(bodies[write]) as LegacyKind[])(
    "a %s is the same after it was said in the words of version 3.0 and read again",
    (kind) => {
      const { path } = legacyCollectionOperation(write, kind);
      const route = legacyRoute("POST", path.replace("{id}", sid("XX")));
      fc.assert(
        fc.property(bodies[write][kind], (body) => {
          expect(unsupportedFields(write, kind, body)).toEqual([]);
          const sent = [...new URLSearchParams(encodeForm(legacyBody(write, kind, body)))];
          const read = route && currentRequest(route, [], sent);
          expect(read).toMatchObject({ unknown: [], problems: [], repeated: [] });
          expect(read?.fields).toEqual(body);
        }),
      );
    },
  );
});
