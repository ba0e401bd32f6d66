import { DefaultTokenResolver, StringConcat, Token, Tokenization } from "cdktf";
import type { Construct } from "constructs";

/**
 * The id of a construct that is declared for a value. It depends only on the value, so reordering or extending a list never
 * replaces a resource. All spellings of a name or address have the same id. The id of a token is its Terraform expression,
 * because tokens are numbered in order of creation.
 */
export function stableId(scope: Construct, value: string): string {
  if (!Token.isUnresolved(value)) return value.toLowerCase().replace(/\.$/, "");
  const resolver = new DefaultTokenResolver(new StringConcat());
  return String(Tokenization.resolve(value, { scope, resolver, preparing: false })).replace(/[${}]/g, "");
}
