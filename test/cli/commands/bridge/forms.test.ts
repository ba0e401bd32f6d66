import { openPointValues } from "../../../../src/emulator/settings";
import { addedId, kindRows } from "../../../legacy/kinds";
import { oldProgram } from "../../../legacy/program";
import { isLong } from "../../../properties";
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
  "readLag",
  "statusWords",
  "storedHosts",
  "newContact",
];

const varied = Object.entries(openPointValues).filter(([name]) => !others.includes(name));
const most = Math.max(...varied.map(([, values]) => values.length));
/** Every value of every setting: in the long form alone, in the short form with values of all other settings. */
const alone = varied.flatMap(([name, values]) =>
  values.map((value) => [`${name} ${value}`, { [name]: value }] as const),
);
const together = Array.from({ length: most }, (_, turn) => {
  const settings = varied.map(([name, values]) => [name, values[turn % values.length]] as const);
  return [`value ${turn + 1} of each setting`, Object.fromEntries(settings)] as const;
});

test.each(isLong ? alone : together)("answers have the forms of version 3.0 where the service has %s", check);

async function check(_: string, settings: Readonly<Record<string, unknown>>): Promise<void> {
  const legacy = await start(settings);
  const program = oldProgram(legacy);
  const left = Object.entries(settings).flatMap(([name, value]) => unreported[`${name} ${value}`] ?? []);
  for (const { path, body, list, shown } of kindRows) {
    const id = addedId(await program.post(`${path}/add.json`, body));
    const { total_pages: page } = (await program.get(`${list}.json`, { page_size: 50 })).body;
    const { data } = (await program.get(`${list}.json`, { page_size: 50, page: page || 1 })).body;
    const reported = Object.entries(shown(legacy.service)).filter(([field]) => !left.includes(field));
    expect(data.at(-1)).toEqual({ id, ...Object.fromEntries(reported) });
  }
}
