import { camelCase, capitalized, pascalCase } from "../../../provider/text";
import * as addresses from "../../../service/address-rules";
import * as api from "../../../service/api-version";
import * as words from "../../../service/enumerations";
import * as form from "../../../service/form";
import { kindNames, kinds } from "../../../service/kinds";
import * as rules from "../../../service/rules";
import { byName, named } from "../../named";
import type { Signature } from "../../real-terraform/json";
import type { GeneratedConstruct } from "./typed";
import { attributeRules, enumerations } from "./types";

type NamedSignature = readonly [name: string, signature: Signature];

/**
 * The files that CDKTF's generator does not make: file name without `.ts` → code.
 *
 * @param code the code of each construct, by the name of its file
 */
export function addedFiles(
  functions: readonly NamedSignature[],
  constructs: readonly GeneratedConstruct[],
  code: ReadonlyMap<string, string>,
) {
  return {
    enumerations: enumerationsFile(),
    references: referencesFile(),
    contacts: contactsFile(),
    arguments: argumentsFile(constructs),
    functions: functionsFile(functions),
    constructs: constructsFile(code),
  };
}

/** Exports every construct with its configuration and its nested objects. */
function constructsFile(constructs: ReadonlyMap<string, string>): string {
  return byName(constructs)
    .map(([file, code]) => {
      const names = [...code.matchAll(/^export (class|interface) (\w+)/gm)].map(([, sort, name]) =>
        sort === "interface" ? `type ${name}` : `${name}`,
      );
      return `export { ${names.join(", ")} } from "./${file}";\n`;
    })
    .join("");
}

/** The types of the enumerations. Each is a union of its values. */
function enumerationsFile(): string {
  return Object.entries(enumerations)
    .map(([name, { description, words }]) => {
      const union = words.map((word) => `\n  | ${JSON.stringify(word)}`).join("");
      return `\n/** ${description} */\nexport type ${name} =${union};\n`;
    })
    .join("");
}

/**
 * For each kind, the type of a reference to an object. It names no class, because the classes of another copy of this package,
 * as a workspace may have, are different types.
 */
function referencesFile(): string {
  return kindNames
    .map((kind) => {
      const { withArticle, prefix } = kinds[kind];
      const construct = `{ readonly id: string; readonly terraformResourceType: "rblmonitor_${kind}" }`;
      return `
/** ${capitalized(withArticle)}: the construct that declares it or finds it, or its SID, \`${prefix}…\`. */
export type ${pascalCase(kind)}Reference = string | ${construct};
`;
    })
    .join("");
}

/** A function for the contacts of each type. */
function contactsFile(): string {
  const functions = Object.entries(words.destinations).map(
    ([type, destination]) => `
  /** ${destination} */
  public static readonly ${camelCase(type.replace("-", "_"))} = contactOf("${type}");
`,
  );
  return `import type { ContactOptions, NotificationContact } from "../notification-group";
import type { ContactType } from "./enumerations";

export type { ContactOptions, NotificationContact };

const contactOf =
  (type: ContactType) =>
  (contact: string, options: ContactOptions = {}): NotificationContact => ({ ...options, type, contact });

/**
 * Contacts of every type, for \`NotificationGroup\`. A new contact may be pending until it is confirmed, for example with
 * \`confirmationCodeWo\`.
 *
 * Set secrets, such as a key or a URL with a token, from a sensitive variable.
 *
 * @example
 * \`\`\`ts
 * const contacts = [Contacts.email("postmaster@example.com"), Contacts.slack(webhook.stringValue)];
 * new NotificationGroup(stack, "operators", { name: "Operators", contacts });
 * \`\`\`
 */
export class Contacts {
  private constructor() {}
${functions.join("")}}
`;
}

/** For each of Terraform's types, the type in TypeScript, and the code that converts the result of a call to it. */
const resultTypes: Readonly<Record<string, readonly [type: string, result: (call: string) => string]>> = {
  '"string"': ["string", (call) => `cdktf.Token.asString(${call})`],
  '"bool"': ["cdktf.IResolvable", (call) => call],
  '["list","string"]': ["string[]", (call) => `cdktf.Token.asList(${call})`],
};

/**
 * The provider's functions as static methods of a class.
 *
 * @throws Error for a type that the table above lacks
 */
function functionsFile(functions: readonly NamedSignature[]): string {
  return `import * as cdktf from 'cdktf';

/**
 * The provider whose function is called: its construct, with or without an alias, or its local name in
 * \`required_providers\`. Functions do not depend on the configuration of the provider, so an alias changes nothing.
 */
export type FunctionProvider = cdktf.TerraformProvider | string;

/** The full name of a function. */
function called(name: string, provider: FunctionProvider = "rblmonitor"): string {
  const local = typeof provider === "string" ? provider : provider.terraformResourceType;
  return \`provider::\${local}::\${name}\`;
}

/**
 * The functions of the provider. Terraform calls them while it plans and applies. The stack needs a
 * \`RblmonitorProvider\`. Functions require Terraform 1.8 or OpenTofu 1.7.
 *
 * @example
 * \`\`\`ts
 * const hosts = RblmonitorFunctions.expandSubnet("192.0.2.0/29");
 * new HostFleet(stack, "pool", { hosts, profile: hourly, contactGroups: [postmasters] });
 * \`\`\`
 */
export class RblmonitorFunctions {${functions.map(method).join("")}}
`;
}

function method([name, signature]: NamedSignature): string {
  const parameters = signature.parameters ?? [];
  const [type, result] = named(resultTypes, JSON.stringify(signature.return_type));
  const typed = parameters.map(
    (each) => `${camelCase(each.name)}: ${named(resultTypes, JSON.stringify(each.type))[0]}`,
  );
  const passed = parameters.map((each) => camelCase(each.name)).join(", ");
  const described = parameters.map((each) => `   * @param ${camelCase(each.name)} ${each.description}\n`);
  return `
  /**
   * ${signature.summary}
   *
   * ${signature.description?.replaceAll("\n", "\n   * ")}
   *
${described.join("")}   * @param provider The provider, if its local name is not \`rblmonitor\`.
   */
  public static ${camelCase(name)}(${typed.join(", ")}, provider?: FunctionProvider): ${type} {
    return ${result(`cdktf.call(called("${name}", provider), [${passed}])`)};
  }
`;
}

/** The exports of the service's modules of rules and words, as the code of the constructs names them. */
const exported: ReadonlyMap<unknown, string> = new Map(
  Object.entries({ addresses, api, enumerations: words, form, rules }).flatMap(([module, names]) =>
    Object.entries(names).map(([name, value]) => [value, `${module}.${name}`] as const),
  ),
);

/** The arguments of constructs, by which synthesis checks them: path in types.ts → property → argument. */
function argumentsFile(constructs: readonly GeneratedConstruct[]): string {
  const rows = constructs.map(({ path, attributes }) => {
    const lines = Object.entries(attributes).flatMap(([name, { type, required, optional }]) => {
      const rule =
        attributeRules.get(`${path}.${name}`) ??
        (Array.isArray(type) && type[0] === "map" ? rules.textMap : undefined);
      const facts = [...(required ? ["isRequired: true"] : []), ...(rule ? [`rule: ${ruleCode(rule)}`] : [])];
      return required || optional
        ? [`    ${camelCase(name)}: ${facts.length === 0 ? "{}" : `{ ${facts.join(", ")} }`},\n`]
        : [];
    });
    const shared = path.startsWith("rblmonitor_") ? "ofResources" : "ofTerraform";
    const first = path === "provider" ? "" : `    ...${shared},\n`;
    return `  "${path}": {\n${first}${lines.join("")}  },\n`;
  });
  return `
import * as addresses from "../../src/service/address-rules";
import * as api from "../../src/service/api-version";
import * as enumerations from "../../src/service/enumerations";
import * as form from "../../src/service/form";
import * as rules from "../../src/service/rules";

/** An argument of a construct. */
export interface Argument {
  readonly isRequired?: boolean;
  readonly rule?: rules.Rule;
  /** The arguments of the objects in a list or map. */
  readonly entries?: Arguments;
  /** The end of the warning of a list or map without elements. */
  readonly ifNone?: string;
}

/** The arguments of a construct by property. Undefined ones may have any value. */
export type Arguments = Readonly<Record<string, Argument | undefined>>;

const ofTerraform = {
  provider: undefined,
  dependsOn: undefined,
  lifecycle: undefined,
  count: undefined,
  forEach: undefined,
  provisioners: undefined,
  connection: undefined,
};

const ofResources = { ...ofTerraform, formerly: {} };

const byType = {
${rows.join("")}} satisfies Record<string, Arguments>;

const { profile, contactGroups, tags, paused, name } = byType.rblmonitor_host;
const settings = { profile, contactGroups, tags, paused };
const { provider, dependsOn, lifecycle } = ofTerraform;
const shared = { provider, dependsOn, lifecycle, ...settings };
const own = { ...settings, name, formerly: {} };
const paths = { hosts: {}, hostLists: {}, certificates: {}, certificateLists: {}, exists: {}, when: {}, unless: {} };
const source = "Check the list or variable that they come from";
const none = \`so it monitors nothing. \${source}\`;

/**
 * By the type in Terraform, with \`data.\` before data sources and \`ephemeral.\` before ephemeral resources; or by the entries of a
 * fleet or group, or the name of a function.
 */
export const argumentsByType: Readonly<Record<string, Arguments>> = {
  ...byType,
  hosts: { ...shared, formerly: {}, hosts: { entries: { ...own, host: {} }, ifNone: none } },
  endpoints: { ...shared, formerly: {}, endpoints: { entries: { ...own, hostname: {}, protocol: {} }, ifNone: none } },
  contacts: { contacts: { rule: rules.sid("contact"), entries: { ...byType.rblmonitor_contact, id: {} }, ifNone: \`so its alerts reach no recipient. \${source}\` } },
  monitorAddresses: { ...shared, certificateProfile: { rule: rules.sid("certificate_profile") }, types: { entries: paths }, idOf: {}, exclude: {} },
  tagAll: { tags: { ...tags, ifNone: \`so it has no effect. \${source}\` } },
  pauseAll: { when: {}, kinds: { rule: rules.list(rules.text), ifNone: \`so it has no effect. \${source}\` } },
};
`;
}

/** The code that makes a rule. */
function ruleCode(rule: rules.Rule): string {
  const { kind, item, documented } = rule;
  const name = exported.get(rule);
  if (name !== undefined) return name;
  if (item !== undefined) {
    const limits = documented === undefined ? "" : `, ${JSON.stringify(documented)}`;
    const isFilled = rule.problem?.([]) !== undefined;
    return isFilled
      ? `rules.filledList("element", ${ruleCode(item)}${limits})`
      : `rules.list(${ruleCode(item)})`;
  }
  return kind === undefined ? `rules.oneOf(${exported.get(rule.words)})` : `rules.sid("${kind}")`;
}
