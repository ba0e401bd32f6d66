import * as fc from "fast-check";
import { currentRequest } from "../../../src/legacy/request";
import { legacyRoute } from "../../../src/legacy/routes";
import { encodeForm, type FormBody } from "../../../src/service/form";
import { type LegacyKind, legacyKinds } from "../../../src/service/legacy/kinds";
import { legacyCollectionOperation } from "../../../src/service/legacy/operations";
import { legacyBody } from "../../../src/service/legacy/parameters";
import { isCreateOnlyField, unsupportedFields } from "../../../src/service/legacy/unsupported";
import type { Write } from "../../../src/service/requests";
import type { Rule } from "../../../src/service/rules";
import { acceptedLegacy, anySid } from "../../objects";
import { sid } from "../support/replies";

const number = fc.integer({ min: 1, max: 9 });

/** Arbitrary values of fields that have others than their rules allow. */
const special: { readonly [K in LegacyKind]?: Readonly<Record<string, fc.Arbitrary<unknown>>> } = {
  host: { host: fc.constantFrom("192.0.2.1", "mail.example.com", "192.0.2.0/29") },
  source: { type: fc.constantFrom("rbl", "uribl") },
};

/** Bodies of version 4.0 that version 3.0 has words for. */
function bodies(write: Write, kind: LegacyKind): fc.Arbitrary<FormBody> {
  const fields = Object.entries(acceptedLegacy(kind)).filter(
    ([name, { isUpdatable }]) => write === "create" || (isUpdatable && !isCreateOnlyField(kind, name)),
  );
  const values = fields.map(([name, { rule }]) => {
    const isSingle = write === "create" && kind === "host";
    return [name, special[kind]?.[name] ?? arbitrary(rule, isSingle)] as const;
  });
  const required = fields.filter(([, { presence }]) => write === "create" && presence === "required");
  const requiredKeys = required.map(([name]) => name);
  return fc.record(Object.fromEntries(values), { requiredKeys }) as fc.Arbitrary<FormBody>;
}

function arbitrary({ type, words, kind, item, empty }: Rule, isSingle: boolean): fc.Arbitrary<unknown> {
  if (words !== undefined) return fc.constantFrom(...words);
  if (kind !== undefined) return number.map((n) => anySid(kind, n));
  if (type === "flag") return fc.boolean();
  if (type !== "list" || item === undefined) return fc.string({ minLength: 1 });
  const list = fc.array(arbitrary(item, false), { minLength: 1, maxLength: isSingle ? 1 : 3 });
  return empty === undefined ? list : fc.oneof(list, fc.constant([]));
}

describe.each(["create", "update"] as const)("a body of version 4.0 to %s", (write) => {
  it.each(Object.keys(legacyKinds) as LegacyKind[])(
    "a %s is the same after it was said in the words of version 3.0 and read again",
    (kind) => {
      const { path } = legacyCollectionOperation(write, kind);
      const route = legacyRoute("POST", path.replace("{id}", sid("XX")));
      fc.assert(
        fc.property(bodies(write, kind), (body) => {
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
