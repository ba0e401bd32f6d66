import { getSystemErrorMap, types } from "node:util";
import { printable } from "./terminal";

/** The system's description of an error, as in `no such file or directory`; undefined for other errors. */
export function systemReason(thrown: unknown): string | undefined {
  if (!types.isNativeError(thrown)) return undefined;
  const { code, errno, message }: NodeJS.ErrnoException = thrown;
  if (code === undefined || errno === undefined) return undefined;
  return getSystemErrorMap().get(errno)?.[1] ?? message;
}

/** The error for an attempt that the system refused: `Cannot read the plan x: no such file or directory.` */
export function systemError(tried: string, thrown: unknown): Error {
  const reason = systemReason(thrown) ?? (thrown as Error).message;
  return new Error(`Cannot ${printable(tried)}: ${reason}.`, { cause: thrown });
}

/** A message with error codes of the system as text: `connect ECONNREFUSED 192.0.2.1:443` is `connection refused: 192.0.2.1:443`. */
export function inSystemWords(message: string): string {
  return message.replace(
    /\b(?:connect|getaddrinfo|read|write) (E[A-Z_]+)(?: ([\w.:[\]-]*[\w\]]))?/g,
    (whole, code, place) => {
      const known = [...getSystemErrorMap().values()].find(([name]) => name === code);
      return known === undefined ? whole : [known[1], place].filter(Boolean).join(": ");
    },
  );
}

/** The message for an unexpected error of the system. */
export function systemErrorText(thrown: unknown): string | undefined {
  const reason = systemReason(thrown);
  if (reason === undefined) return undefined;
  const { path, address, port } = thrown as NodeJS.ErrnoException & { address?: string; port?: number };
  const place = path ?? (address === undefined ? undefined : `${address}, port ${port}`);
  return place === undefined ? reason : `${reason}: ${printable(place)}`;
}
