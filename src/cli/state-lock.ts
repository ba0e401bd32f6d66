import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { textIfAny } from "./input";
import { printable, shellWord } from "./output/terminal";

/** Whether Terraform or OpenTofu failed because another run has locked the state. */
export function isLockFailure(message: string): boolean {
  return /acquiring the state lock/i.test(message);
}

/** The error for a locked state, with the command that unlocks it. @param message that of Terraform or OpenTofu */
export function stateLocked(folder: string, binary: string, message: string): Error {
  const { id, owner } = lockIn(stripVTControlCharacters(message));
  return new Error(
    `The state of ${folder} is locked${owner}. Run this command again when that run has ended. If it was killed, unlock the state first:\n\n  ${unlockCommand(folder, binary, id)}`,
  );
}

/** A note about the lock that a run, perhaps a killed one, holds on the local state of a folder; none without a lock. */
export function lockNotes(folder: string, binary: string): string[] {
  const text = textIfAny(join(folder, ".terraform.tfstate.lock.info"));
  if (text === "") return [];
  const { id, owner } = lockIn(text);
  return [
    `The state of ${folder} is locked${owner}, so it may lack what that run has changed. If it was killed, unlock the state with \`${unlockCommand(folder, binary, id)}\`, and \`rblmonitor imports\` finds what it created.`,
  ];
}

function unlockCommand(folder: string, binary: string, id: string): string {
  const command = [binary, ...(folder === "." ? [] : [`-chdir=${folder}`]), "force-unlock", id];
  return command.map(shellWord).join(" ");
}

/** The id of a lock, and its owner as far as the text has them: Terraform's message, or the file of a local lock. */
function lockIn(text: string): { readonly id: string; readonly owner: string } {
  const facts = text.matchAll(/\b(ID|Who|Created|Operation)"?: *"?([^"\n]*[^"\s])/g);
  const {
    ID = "LOCK_ID",
    Who,
    Created,
    Operation,
  } = Object.fromEntries([...facts].map(([, name, value = ""]) => [name, printable(value)]));
  const since = Created && `since ${Created.slice(0, "2026-11-28 05:00".length).replace("T", " ")} UTC`;
  const owner = [Who && `by ${Who}`, since, Operation && `(${Operation})`].filter(Boolean).join(" ");
  return { id: ID, owner: owner && ` ${owner}` };
}
