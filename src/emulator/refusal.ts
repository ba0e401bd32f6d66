/** An error response (docs/design/api.md#errors). Rules throw it, and the request handler converts it to an envelope. */
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
