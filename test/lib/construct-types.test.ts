import { rblmonitorProvider } from "../../src/provider/provider";
import { kindNames, kinds } from "../../src/service/kinds";
import {
  attributeRules,
  enumerationOf,
  enumerations,
  kindReferredTo,
} from "../../src/tasks/generate/constructs/types";
import type { Attributes } from "../../src/terraform/schema/attribute";
import { createLogger } from "../../src/terraform/serve/log";

const provider = rblmonitorProvider(
  createLogger({ level: "off", stream: { write: () => undefined }, module: "test" }),
  {},
);

/** Every attribute that users set, by its path, and what its check says of a text that is nothing. */
const refusals: readonly (readonly [path: string, said: string])[] = [
  ["provider", provider.attributes] as const,
  ...Object.entries(provider.resources).map(([type, { attributes }]) => [type, attributes] as const),
  ...Object.entries(provider.dataSources).map(
    ([type, { attributes }]) => [`data.${type}`, attributes] as const,
  ),
  ...Object.entries(provider.ephemeralResources ?? {}).map(
    ([type, { attributes }]) => [`ephemeral.${type}`, attributes] as const,
  ),
].flatMap(([type, attributes]) => refused(type, attributes));

function refused(type: string, attributes: Attributes): (readonly [string, string])[] {
  return Object.entries(attributes)
    .filter(([, { parts }]) => parts.presence !== "computed")
    .map(([name, { parts }]) => [`${type}.${name}`, parts.shape.parts.element ?? parts.shape] as const)
    .filter(([, { parts }]) => parts.type.kind === "string")
    .map(([path, { parts }]) => {
      const said: string[] = [];
      const report = { error: (text: string) => said.push(text), warning: () => undefined };
      for (const check of parts.checks ?? []) check("?", report);
      return [path, said.join()];
    });
}

const pathsOf = (said: (text: string) => boolean): string[] =>
  refusals
    .filter(([, text]) => said(text))
    .map(([path]) => path)
    .sort();

const paths = [...attributeRules.keys()];

describe("the table of types that only constructs have", () => {
  it.each(Object.entries(enumerations))(
    "names the attributes that take the words of %s, and all of them",
    (name, { words }) => {
      // "?" is not a number, so the message ends with the words.
      expect(pathsOf((text) => text === `must be one of ${words.join(", ")}`)).toEqual(
        paths.filter((path) => enumerationOf(path) === name),
      );
    },
  );

  it("has every enumeration of the schema", () => {
    expect(pathsOf((text) => text.startsWith("must be one of "))).toEqual(
      paths.filter((path) => enumerationOf(path) !== undefined),
    );
  });

  it.each(kindNames)("names the attributes that take SIDs of a %s, and all of them", (kind) => {
    const { title } = kinds[kind];
    expect(pathsOf((text) => text.includes(`the SID of a ${title} (`))).toEqual(
      paths.filter((path) => kindReferredTo(path) === kind),
    );
  });
});
