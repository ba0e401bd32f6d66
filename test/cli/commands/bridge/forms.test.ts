import { openPointValues } from "../../../../src/emulator/settings";
import { addedId, kindRows } from "../../../legacy/kinds";
import { oldProgram } from "../../../legacy/program";
import { bridges } from "./bridges";

const start = bridges();

/** The fields that the API does not return with these settings, and so the bridge does not either. */
const unreported: Readonly<Record<string, readonly string[]>> = {
  "extraFields none": ["listed_count", "listed_details", "total_hosts", "total_members"],
  "extraFields unknown": ["listed_count", "listed_details", "total_hosts", "total_members"],
  "lists absent": ["contact_group", "entries", "total_entries"],
  "customFlag absent": ["custom"],
};

/** Settings by which there are other things to see. */
const others = [
  "listOrder",
  "listItemOrder",
  "listLag",
  "listOmits",
  "statusWords",
  "storedHosts",
  "newContact",
];

const settings = Object.entries(openPointValues).flatMap(([name, values]) =>
  others.includes(name) ? [] : values.map((value) => [name, value] as const),
);

test.each(settings)("answers have the forms of version 3.0 where the service has %s %s", check);

async function check(name: string, value: unknown): Promise<void> {
  const legacy = await start({ [name]: value });
  const program = oldProgram(legacy);
  const left = unreported[`${name} ${value}`] ?? [];
  for (const { path, body, list, shown } of kindRows) {
    const id = addedId(await program.post(`${path}/add.json`, body));
    const { data } = (await program.get(`${list}.json`, { page_size: 50 })).body;
    const reported = Object.entries(shown(legacy.service)).filter(([field]) => !left.includes(field));
    expect(data.at(-1)).toEqual({ id, ...Object.fromEntries(reported) });
  }
}
