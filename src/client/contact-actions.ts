import { confirmationFields } from "../service/fields";
import type { Operation } from "../service/operations";
import { isSid, sidForm } from "../service/sids";
import { assertAccepted, type Connection } from "./connection";
import { failed } from "./errors";
import type { Call } from "./exchange";
import type { CallOptions } from "./options";

/** Operations of contacts only (docs/design/api.md#contact). They are not retried after a possible effect. */
export function createContactActions({ exchange, dialect }: Connection) {
  const perform = async (operation: Operation, id: string, call: Omit<Call, "operation" | "id">) => {
    if (!isSid("contact", id))
      throw failed("refused", operation.title, `the id must be ${sidForm("contact")}`);
    await exchange.perform({ ...call, operation, id });
  };
  return {
    /** Resends the confirmation message of a pending contact; `conflict` if it is not pending. */
    resend: (id: string, { signal }: CallOptions = {}) =>
      perform(dialect.operation("resendConfirmation"), id, { signal }),
    /** Confirms a pending contact with the code it received; `conflict` if it is not pending. */
    confirm: async (id: string, authcode: string, { signal }: CallOptions = {}) => {
      const operation = dialect.operation("confirmContact");
      const body = { authcode };
      assertAccepted(confirmationFields, "create", body, operation.title);
      await perform(operation, id, { body, secrets: [authcode], signal });
    },
  };
}
