import { called } from "../../../../../output/values";
import { counted } from "../../../../../output/words";
import type { Report, Structure } from "../../../report";
import { type Content, html, type Markup, section } from "../markup";
import { drawing } from "../picture/drawing";
import { grouped } from "../picture/model";
import { pictureOf } from "../picture/picture";
import { table } from "../table";

const id = "structure";
const title = "How it hangs together";

/** What is watched by which profile, which group is notified of it, and who is in that, as a picture and in words. */
export function pictureSection({ structure }: Report): Markup {
  const picture = pictureOf(structure);
  if (picture === undefined)
    return section({ id, title, say: "Nothing is watched yet, and nobody is in a contact group." });
  return section({
    ...{ id, title },
    say: "Each profile checks hosts or certificates; of these, contact groups are notified, and through them contacts. What has several groups is drawn once for each.",
    body: [
      drawing(picture, descriptionOf(structure)),
      html`<details><summary>The same in words</summary>
${[watchTable(structure), memberTable(structure)]}</details>`,
    ],
  });
}

function descriptionOf({ profiles, contact_groups: groups, contacts }: Structure): string {
  const counts = [
    counted(profiles.length, "profile"),
    counted(groups.length, "contact group"),
    counted(contacts.length, "contact"),
  ];
  return `${counts.join(", ")}. The tables below the picture say the same in words.`;
}

function watchTable({ watches, names }: Structure): Content {
  const named = (sid: string | null) => (sid === null ? "none, or not told" : called(sid, names));
  return (
    watches.length > 0 &&
    table({
      caption: "What is watched, and which group is notified",
      columns: [
        { title: "Profile", of: ({ profile }) => named(profile) },
        { title: "Contact group", of: ({ contact_group: group }) => named(group) },
        {
          title: "Of",
          of: ({ kind, count }) => counted(count, kind === "host" ? "host" : "certificate monitor"),
        },
      ],
      rows: watches,
      command: "rblmonitor report --json",
    })
  );
}

function memberTable({ contact_groups: groups, contacts, memberships, names }: Structure): Content {
  const silences = new Map(contacts.map((contact) => [contact.id, contact.silence]));
  const members = grouped(memberships, (membership) => membership.contact_group);
  const name = (sid: string) => {
    const silence = silences.get(sid);
    return `${called(sid, names)}${silence ? ` (${silence})` : ""}`;
  };
  return (
    groups.length > 0 &&
    table({
      caption: "Who is in which group",
      columns: [
        { title: "Contact group", of: (group) => called(group.id, names) },
        {
          title: "Contacts",
          of: (group) => {
            const all = (members.get(group.id) ?? []).map(({ contact }) => contact);
            const more = all.length - 5;
            if (all.length === 0) return "none";
            return [
              all.slice(0, 5).map(name).join(", "),
              more > 0 && ` and ${more.toLocaleString("en")} more`,
            ];
          },
        },
      ],
      rows: groups,
      command: "rblmonitor report --json",
    })
  );
}
