/** An answer other than 200 (docs/design/api.md#errors): thrown by any rule, turned into the envelope in one place. */
export class Refusal extends Error {
  override readonly name = "Refusal";

  /** `status` is the HTTP status; `message` becomes `status_message`. */
  constructor(
    readonly status: 400 | 401 | 403 | 404 | 409 | 422 | 429 | 500,
    message: string,
  ) {
    super(message);
  }
}
