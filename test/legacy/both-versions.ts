import * as fc from "fast-check";
import { call } from "../emulator/api";
import { createBodies } from "../emulator/bodies";
import { addedId, type KindRow, kindRows } from "./kinds";
import { kindPaths } from "./migration";
import { type OldProgram, oldProgram, type StartLegacy } from "./program";

/** One write: which of the objects that are there it is about counts round. */
interface Step {
  readonly version: "3.0" | "4.0";
  readonly kind: KindRow["kind"];
  readonly verb: "create" | "update" | "delete" | "pause" | "resume";
  readonly which: number;
  readonly text: string;
}

const steps = fc.array(
  fc.record<Step>({
    version: fc.constantFrom("3.0", "4.0"),
    kind: fc.constantFrom(...kindRows.map(({ kind }) => kind)),
    verb: fc.constantFrom("create", "create", "update", "delete", "pause", "resume"),
    which: fc.nat(),
    text: fc.stringMatching(/^[a-z]{3,8}$/),
  }),
  { minLength: 4, maxLength: 12 },
);

/** Both versions return the same data of an account, whichever version wrote it. */
export function bothVersionsTests(start: StartLegacy): void {
  test("what one version writes is visible through the other, for each kind", async () => {
    const legacy = await start({ sameHost: "accept", pausePaused: "accept" });
    const program = oldProgram(legacy);
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        for (const step of sequence) await write(step, legacy, program);
        for (const row of kindRows) {
          const { body: old } = await program.get(`${row.list}.json`, { page_size: 1000 });
          const { body: now } = await call(legacy.service, "GET", `${kindPaths[row.kind]}?page_size=1000`);
          expect(old[row.total]).toBe(now.total);
          expect(old.data).toEqual(now.data.map((object: Shown) => inOldForm(row, object)));
        }
      }),
      { numRuns: 15 },
    );
  });
}

type Shown = Readonly<Record<string, unknown>>;

async function write(
  { version, kind, verb, which, text }: Step,
  { service }: Awaited<ReturnType<StartLegacy>>,
  program: OldProgram,
): Promise<void> {
  const row = kindRows.find((each) => each.kind === kind);
  if (row === undefined) throw new Error(`There is no row of ${kind}.`);
  const { path, pausable } = row;
  const objects = service.account.objects(kind);
  const id = objects[which % objects.length]?.id ?? "";
  if ((verb === "pause" || verb === "resume") && !pausable) return;
  const [created, changed] = [createdBy(row, text), changedBy(row, text)];
  if (version === "3.0") {
    const ofObject = { create: "add", update: `update/${id}` }[verb as string] ?? `${verb}/${id}`;
    const body = { create: created, update: changed }[verb as string];
    await program.post(`${path}/${ofObject}.json`, body);
    return;
  }
  const current = kindPaths[kind];
  const body = { ...createBodies(service)[kind], ...currentNames(created) };
  if (verb === "create") expect(addedId(await call(service, "POST", current, body))).not.toBe("");
  else if (verb === "update") await call(service, "PUT", `${current}/${id}`, currentNames(changed));
  else if (verb === "delete") await call(service, "DELETE", `${current}/${id}`);
  else await call(service, "POST", `${current}/${id}/${verb}`);
}

function createdBy({ kind, body }: KindRow, text: string): Record<string, string> {
  if (kind === "host") return { ...body, host: `${text}.example.org`, type: "uribl", name: text };
  if (kind === "source") return { ...body, host: `${text}.example.org` };
  return kind === "contact" ? { ...body, contact: `${text}@example.org` } : { ...body, name: text };
}

function changedBy({ kind, change }: KindRow, text: string): Record<string, string> {
  return kind === "source" || kind === "contact" ? { ...change } : { name: text };
}

/** Without the type of a host, which version 4.0 does not take. */
function currentNames({ type, ...body }: Record<string, string>): Record<string, string> {
  return type !== undefined && !("name" in body && "host" in body) ? { ...body, type } : body;
}

/** What version 3.0 shows of an object that 4.0 shows so. */
function inOldForm({ kind }: KindRow, object: Shown): Shown {
  const digits = Object.entries(object).map(([name, value]) => [
    name,
    typeof value === "boolean" ? Number(value) : value,
  ]);
  const { tags, profile, frequency, sync_method, custom_codes, args, ...kept }: Shown =
    Object.fromEntries(digits);
  if (kind === "host") {
    const { contact_group } = kept;
    return { ...kept, rbl_profile: profile, contact_group: String(contact_group), listed_period: null };
  }
  if (kind === "monitoring_profile") return { ...kept, total_entries: (kept.entries as unknown[]).length };
  if (kind !== "source") return kept;
  const { status, ...source } = kept;
  return { ...source, type: source.type === "rbl_v6" ? null : source.type };
}
