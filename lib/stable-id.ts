import { DefaultTokenResolver, StringConcat, Token, Tokenization } from "cdktf";
import type { IConstruct } from "constructs";
import { registeredPort } from "../src/service/enumerations";
import { splitMonitored } from "../src/service/monitored-hostnames";
import { roughForm } from "../src/service/same";

/**
 * The id of a construct that is declared for a value. It depends only on the value, so reordering or extending a list never
 * replaces a resource. All spellings of a name or address have the same id. The id of a token is its Terraform expression,
 * because tokens are numbered in order of creation.
 */
export function stableId(scope: IConstruct, value: string): string {
  if (!Token.isUnresolved(value)) return sameHost(value);
  return String(resolved(scope, value)).replace(/[${}]/g, "");
}

/** A form that is equal for spellings of one address, subnet or name, as the provider compares them. */
export const sameHost = (text: string): string => roughForm("host", text) ?? text;

/** A form that is equal for spellings of one hostname with a certificate: it may name the port of the protocol or omit it. */
export function sameEndpoint(text: string, protocol: string): string {
  const { name, port } = splitMonitored(text);
  const isDefault = port === undefined || port === registeredPort(protocol);
  return isDefault ? sameHost(name) : `${sameHost(name)}:${port}`;
}

/**
 * A value as Terraform sees it.
 *
 * @param preparing whether to prepare references into other stacks
 */
export function resolved(scope: IConstruct, value: unknown, preparing = false): unknown {
  const resolver = new DefaultTokenResolver(new StringConcat());
  return Tokenization.resolve(value, { scope, resolver, preparing });
}
