import { counted } from "../../../../../output/words";
import { grouped } from "../../../grouped";
import type { Structure, StructureContact } from "../../../report";
import { called } from "../called";
import { merged } from "./merged";
import { mostNodes, type Nodes, type PictureNode, weightOf } from "./model";

/** Each contact while they are few, else those of a type in one. What is told nothing stands out. */
export function contactNodes({ contacts, memberships, names }: Structure): Nodes {
  const uses = new Map<string, number>();
  for (const { contact } of memberships) uses.set(contact, (uses.get(contact) ?? 0) + 1);
  const usesOf = ({ id }: StructureContact) => uses.get(id) ?? 0;
  if (contacts.length <= mostNodes) {
    const nodes = contacts.map((contact): PictureNode => {
      const { id, type, silence } = contact;
      const details = [silence, type].filter((word) => word !== null);
      return {
        ...{ key: id, title: called(id, names), weight: usesOf(contact), details },
        tone: silence === null ? "hosts" : "attention",
      };
    });
    return merged(nodes, mostNodes, several);
  }
  const nodes = [...grouped(contacts, typeOf)].map(([type, ofType]): PictureNode => {
    const silent = ofType.filter(({ silence }) => silence !== null).length;
    return {
      ...{ key: type, title: counted(ofType.length, `${type} contact`) },
      weight: ofType.reduce((sum, contact) => sum + usesOf(contact), 0),
      details: silent === 0 ? [] : [`${silent.toLocaleString("en")} pending or paused`],
      tone: silent === ofType.length ? "attention" : "hosts",
    };
  });
  const types = new Map(contacts.map((contact) => [contact.id, typeOf(contact)]));
  const column = merged(nodes, mostNodes, several);
  return { ...column, keyOf: (id) => column.keyOf(types.get(id) ?? id) };
}

function typeOf({ type }: StructureContact): string {
  return type ?? "other";
}

function several(nodes: readonly PictureNode[]): PictureNode {
  const title = `Contacts of ${nodes.length.toLocaleString("en")} more types`;
  return { key: "more contacts", title, weight: weightOf(nodes), details: [], tone: "hosts" };
}
