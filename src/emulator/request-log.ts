/** A recorded request. */
export interface RecordedRequest {
  readonly version: "3.0" | "4.0";
  readonly method: string;
  /** The path as in the specification: below the base URL, without `.json`. Other paths are unchanged. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** The HTTP status of the response; 0 before it, and after a connection reset. */
  status: number;
  /** The time of arrival in milliseconds since 1970. */
  readonly at: number;
  /** The fields of the body; of duplicates, the last. Undefined without a body. */
  form?: Readonly<Record<string, string>>;
}
