import type { Kind } from "../../service/kinds";
import type { ServiceObject } from "../../service/responses";
import { concludeNothing, type OnGap } from "../../snapshot/gaps";
import type { Account } from "../account";
import type { AnyKindTable } from "./kinds";

/** Every object of the kind, from the list that this process has read. */
export async function allObjects(
  { kind, key, completeWith = key }: AnyKindTable,
  account: Account,
  onGap: OnGap,
): Promise<ServiceObject<Kind>[]> {
  const reader = await account.reader(kind);
  const objects = await reader.readAll(onGap);
  if (objects.every((object) => completeWith in object)) return objects;
  // For objects that this process created, it only has the response to the create: perhaps just an id.
  await reader.relist(concludeNothing);
  return reader.readAll(concludeNothing);
}

/** The object with that id; undefined if there is none. */
export async function objectById(
  { kind, key, completeWith = key }: AnyKindTable,
  id: string,
  account: Account,
  signal: AbortSignal,
): Promise<ServiceObject<Kind> | undefined> {
  const reader = await account.reader(kind);
  const object = await reader.read(id);
  return object === undefined || completeWith in object ? object : reader.readFresh(id, { signal });
}
