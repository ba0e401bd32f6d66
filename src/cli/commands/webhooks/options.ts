/** What `rblmonitor webhooks listen` was told. */
export interface ListenOptions {
  readonly port: number;
  readonly host: string;
  readonly forward?: URL;
  readonly count?: number;
  readonly tolerance: number;
  readonly allowUnsigned?: true;
  readonly showSecrets?: true;
  readonly json?: true;
}

/** What `rblmonitor webhooks verify` was told. */
export interface VerifyOptions {
  readonly header: string;
  readonly tolerance: number;
  readonly json?: true;
}

/** What `rblmonitor webhooks send` was told. */
export interface SendOptions {
  readonly body?: readonly string[];
  readonly signature: "right" | "wrong" | "none";
  readonly age: number;
  readonly repeat: number;
  readonly json?: true;
}
