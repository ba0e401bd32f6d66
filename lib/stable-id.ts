import { DefaultTokenResolver, StringConcat, Token, Tokenization } from "cdktf";
import type { Construct } from "constructs";

/**
 * The id for what is declared of a value. It depends on the value alone and not on what is declared beside it, so that
 * nothing is made anew when a list is reordered or grows. Spellings of one name or address have one id. A token's is the
 * expression that Terraform will see, since tokens are numbered in the order in which they are made.
 */
export function stableId(scope: Construct, value: string): string {
  if (!Token.isUnresolved(value)) return value.toLowerCase().replace(/\.$/, "");
  const resolver = new DefaultTokenResolver(new StringConcat());
  return String(Tokenization.resolve(value, { scope, resolver, preparing: false })).replace(/[${}]/g, "");
}
