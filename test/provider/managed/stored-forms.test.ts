import fc from "fast-check";
import type { AnyObject, Fields } from "../../../src/emulator/account/objects";
import type { Emulator } from "../../../src/emulator/emulator";
import { type ApiVersion, apiVersions } from "../../../src/service/api-version";
import type { Field } from "../../../src/service/field";
import { fieldOf, writableFields } from "../../../src/service/fields";
import type { Kind } from "../../../src/service/kinds";
import { isLegacyKind } from "../../../src/service/legacy/kinds";
import { isUnsupportedField } from "../../../src/service/legacy/unsupported";
import { lives, scenery } from "../../acceptance/lives/lives";
import type { Configuration } from "../../core/configuration";
import { closeEmulated, emulatedCore } from "../../core/emulated";
import { attributesAt, type State } from "../../core/state";

afterEach(closeEmulated);

const text = fc.string({ minLength: 1, maxLength: 40 });

/** Any value that a service may show for a field, with objects of the account where it refers to others. */
function storedValue({ rule }: Field, { account }: Emulator): fc.Arbitrary<unknown> {
  const ids = (kind: Kind) => account.objects(kind).map(({ id }) => id);
  if (rule.words !== undefined) return fc.constantFrom(...rule.words);
  if (rule.type === "flag") return fc.boolean();
  if (rule.kind !== undefined) return fc.constantFrom(...ids(rule.kind));
  if (rule.type === "number") return fc.nat(90);
  if (rule.type !== "list") return text;
  if (rule.item?.kind !== undefined) return fc.subarray(ids(rule.item.kind));
  const item = rule.item?.type === "number" ? fc.nat(90) : text.filter((tag) => tag.trim() === tag);
  return fc.uniqueArray(item as fc.Arbitrary<unknown>, { maxLength: 3 });
}

/** The fields in the answer to a create of version 3.0. */
const answered: { readonly [K in Kind]?: readonly string[] } = {
  host: ["host", "name"],
  contact: ["contact"],
};

/** The fields that the service may store in any form: not the default flag, which moves between objects. */
function storedFields(kind: Kind, version: ApiVersion): string[] {
  return writableFields(kind)
    .filter((name) => !["is_default", "args"].includes(name))
    .filter((name) => version === "4.0" || (isLegacyKind(kind) && !isUnsupportedField(kind, name)))
    .filter((name) => version === "4.0" || !answered[kind]?.includes(name));
}

describe.each(apiVersions)("what the service stores over version %s", (version) => {
  const ofVersion = lives.filter(({ type }) => version === "4.0" || isLegacyKind(type));

  it.each(ofVersion.map((life) => [life.type, life] as const))(
    "for a %s in any form plans nothing, is warned of, and is drift when it changes",
    async (kind, life) => {
      await fc.assert(
        fc.asyncProperty(fc.gen(), async (generate) => {
          const { service, core } = await emulatedCore({ createReturns: "id", pausedSources: "listed" });
          const names = storedFields(kind, version);
          const about = scenery({ service });
          const before = new Set(service.account.objects(kind).map(({ id }) => id));
          const address = `rblmonitor_${kind}.one`;
          const configuration: Configuration = {
            provider: { api_version: version },
            resources: { [address]: { config: life.required(1, about.refer) } },
          };
          const created = () => service.account.objects(kind).filter(({ id }) => !before.has(id));
          const store = (stored: Fields) => {
            for (const { id } of created()) service.account.change(id, stored);
          };
          const stored = Object.fromEntries(
            names.map((name) => [name, generate(() => storedValue(fieldOf(kind, name) as Field, service))]),
          );
          // The first read after the create shows what the service stored.
          let isStored = false;
          service.configure({
            latency: ({ method }) => {
              if (method === "GET" && created().length > 0 && !isStored) {
                isStored = true;
                store(stored);
              }
              return 0;
            },
          });
          const first = await core.apply(configuration);
          expect(first.hasFailed).toBe(false);
          const configured = valuesOf(core.state, address);
          const second = await core.plan(configuration);
          expect(second.actions).toEqual({});
          if (names.join() === "name" && stored.name !== configured.name)
            expect([...first.diagnostics, ...second.diagnostics]).toEqual([
              expect.objectContaining({ severity: "warning", address, attribute: "name" }),
            ]);
          expect((await core.apply(configuration)).plan?.actions).toEqual({});
          expect(valuesOf(core.state, address)).toEqual(configured);
          const later = await core.plan(configuration);
          // Someone may have changed what is unlike the configured value, and an upgrade of the account may free the frequency.
          const repeated = second.diagnostics.filter(
            ({ attribute, detail }) =>
              attribute === "frequency" || /Someone may have changed it/.test(detail),
          );
          expect([later.actions, later.diagnostics]).toEqual([{}, repeated]);

          const [key = ""] = Object.keys(life.required(1, about.refer));
          store({ [key]: `other ${String(stored[key])}` });
          expect(Object.keys((await core.plan(configuration)).actions)).toEqual([address]);
          await closeEmulated();
        }),
        { numRuns: 4, endOnFailure: true },
      );
    },
  );
});

function valuesOf(state: State, address: string): Fields {
  const { members: _, ...values } = attributesAt(state, address) as AnyObject;
  return values;
}
