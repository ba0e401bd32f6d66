import type { AnyProviderFunction } from "../../terraform";
import { expandSubnetFunction } from "./expand-subnet";
import { sidKindFunction } from "./sid-kind";
import { verifyWebhookFunction } from "./verify-webhook";

/** The provider's functions, by name. */
export const functions: Readonly<Record<string, AnyProviderFunction>> = {
  expand_subnet: expandSubnetFunction,
  sid_kind: sidKindFunction,
  verify_webhook: verifyWebhookFunction,
};
