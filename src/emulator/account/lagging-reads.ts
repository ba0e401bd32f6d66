import type { Service } from "../service";
import { Account, type AccountContents } from "./account";

/** What a node that lags by `readLag` seconds shows of an account: every second read goes to it. */
export class LaggingReads {
  /** The states of the last seconds, oldest first. */
  #states: { readonly at: number; readonly contents: AccountContents }[] = [];
  #count = 0;

  constructor(private readonly service: Pick<Service, "account" | "settings" | "now" | "random">) {}

  /** Called after each change of the account, and of the settings. */
  changed(): void {
    const { account, settings, now } = this.service;
    if (settings.readLag === 0) return;
    const current = this.#lagging();
    // The account replaces values, and does not change them.
    const contents = Object.entries(account.contents()).map(([kind, objects]) => [
      kind,
      objects.map((object) => ({ ...object })),
    ]);
    this.#states = this.#states.slice(Math.max(0, current));
    this.#states.push({ at: now(), contents: Object.fromEntries(contents) });
  }

  /** The account as the node of the next read shows it. */
  next(): Account {
    const { account, settings, random } = this.service;
    this.#count += 1;
    const state = this.#states[this.#lagging()] ?? this.#states[0];
    if (settings.readLag === 0 || this.#count % 2 === 1 || state === undefined) return account;
    const lagging = new Account(random, () => undefined);
    lagging.restore(state.contents);
    return lagging;
  }

  /** The position of the state that the node has reached; -1 for none. */
  #lagging(): number {
    const { settings, now } = this.service;
    return this.#states.findLastIndex(({ at }) => at <= now() - settings.readLag * 1_000);
  }
}
