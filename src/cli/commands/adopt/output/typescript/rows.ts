import type { Kind } from "../../../../../service/kinds";
import type { Argument, Declaration, Expression } from "../../declaration";
import { byName } from "../../name-order";
import { referenceAttributes } from "../../tables";
import { camelCase, collectionName } from "./identifiers";
import { type Code, laidOut, type Member } from "./layout";
import { constructText } from "./text";

/** So many objects that refer to the same ones are written as a section, which says that once. */
const leastInSection = 3;

/** The objects of a kind as the members of a table: those that refer to the same profile and groups together. */
export function rows(kind: Kind, declarations: readonly Declaration[]): readonly Member[] {
  const shared = referenceAttributes(kind);
  // Which sources a profile checks is what makes the profile, and no row of it is like another.
  const isShared = ({ attribute }: Argument) => kind !== "monitoring_profile" && shared.has(attribute);
  const sections = new Map<string, { common: Code; members: Member[] }>();
  const alone: Member[] = [];
  for (const declaration of declarations) {
    const common = objectOf(declaration.arguments.filter(isShared));
    const key = laidOut(common);
    const section = sections.get(key) ?? { common, members: [] };
    sections.set(key, section);
    section.members.push(
      row(
        declaration,
        declaration.arguments.filter((one) => !isShared(one)),
      ),
    );
  }
  const whole = new Map(declarations.map((one) => [one.name, row(one, one.arguments)]));
  const spread = [...sections]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([key, { common, members }]) => {
      if (key !== "{}" && members.length >= leastInSection)
        return [{ code: { spread: { call: "sharing", arguments: [common, { members }] } } }];
      alone.push(...members.flatMap(({ key: name = "" }) => whole.get(name) ?? []));
      return [];
    });
  return [...spread, ...alone.sort((a, b) => byName(a.key ?? "", b.key ?? ""))];
}

/** Whether the rows have sections. */
export function haveSections(members: readonly Member[]): boolean {
  return members.some(({ key }) => key === undefined);
}

function row({ name }: Declaration, told: readonly Argument[]): Member {
  return { key: name, code: objectOf(told) };
}

function objectOf(told: readonly Argument[]): Code {
  return {
    members: told.map(({ attribute, value }) => ({
      key: camelCase(attribute),
      code: codeOf(value),
      comment: commentOf(value),
    })),
  };
}

function codeOf(expression: Expression): Code {
  switch (expression.is) {
    case "text":
      return constructText(expression.text);
    case "number":
      return String(expression.number);
    case "flag":
      return String(expression.flag);
    case "reference":
      return `${collectionName(expression.kind)}.${expression.name}.id`;
    case "variable":
      return `variables.${expression.name}.value`;
    case "list":
      return { list: expression.items.map((item) => ({ code: codeOf(item), comment: commentOf(item) })) };
  }
}

function commentOf(expression: Expression): string | undefined {
  return expression.is === "text" ? expression.comment : undefined;
}
