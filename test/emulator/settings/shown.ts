import type { Emulator } from "../../../src/emulator/emulator";
import type { OpenPointSettings } from "../../../src/emulator/settings";
import { type Kind, kinds } from "../../../src/service/kinds";
import { call } from "../api";
import { createBodies } from "../bodies";

/** What each setting shows of itself, and what that is for each of its values. */
export type Shown = { readonly [N in keyof OpenPointSettings]: Shows<N> };

interface Shows<N extends keyof OpenPointSettings> {
  readonly observe: (service: Emulator) => Promise<unknown>;
  readonly values: { readonly [V in `${OpenPointSettings[N]}`]: unknown };
}

/** The bodies of a check and of a minimal host. */
export const addressHost = { host: "192.0.2.1" };

/** Creates an object, with these fields instead of the usual ones; its data are those of the first that came to be. */
export async function create(service: Emulator, kind: Kind, fields: Record<string, string> = {}) {
  const form = { ...createBodies(service)[kind], ...fields };
  const { body, status } = await call(service, "POST", kinds[kind].path, form);
  return { status, body, data: kind === "host" ? body.data?.[0] : body.data };
}

export async function deleteStatus(service: Emulator, kind: Kind, id: string): Promise<number> {
  return (await call(service, "DELETE", `${kinds[kind].path}/${id}`)).status;
}

/** An object as returned by the service. */
export const read = async (service: Emulator, kind: Kind, id: string) =>
  (await call(service, "GET", `${kinds[kind].path}/${id}`)).body.data[0];
