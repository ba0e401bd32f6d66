/** A request as the emulator saw it. */
export interface RecordedRequest {
  readonly version: "3.0" | "4.0";
  readonly method: string;
  /** Path as the specification writes it: below the base URL, without `.json`; as sent for anything else. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** HTTP status of the answer; 0 while there is none, and for ever when the connection was dropped. */
  status: number;
  /** When it arrived, in milliseconds since 1970. */
  readonly at: number;
  /** The body's fields as sent, the last of those with the same name; undefined without a body. */
  form?: Readonly<Record<string, string>>;
}
