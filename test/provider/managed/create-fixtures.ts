import { readBaseUrl } from "../../../src/client/base-url";
import type { TransportRequest } from "../../../src/client/transport";
import { createUndiciTransport } from "../../../src/client/undici-transport";
import type { Emulator } from "../../../src/emulator/emulator";
import type { FaultName } from "../../../src/emulator/faults";
import type { RecordedRequest } from "../../../src/emulator/options";
import type { Kind } from "../../../src/service/kinds";
import { Managed } from "./run";

/** A group. */
export const group = (name = "Operations") => new Managed("contact_group", { name });
/** A host; attributes that are not given are valid ones. */
export const host = (service: Emulator, more = {}) => {
  const { account } = service;
  return new Managed("host", {
    host: "mail.example.com",
    name: "Mail",
    profile: account.objects("monitoring_profile")[0]?.id ?? "",
    contact_groups: [account.objects("contact_group")[0]?.id ?? ""],
    ...more,
  });
};
/** What was sent to make objects. */
export const posts = ({ requests }: Emulator) => requests.filter(({ method }) => method === "POST");
/** What was sent to read, without the profile of a new host. */
export const lists = ({ requests }: Emulator) =>
  requests.filter(({ method, path }) => method === "GET" && !/profiles|sources/.test(path));
/** The objects of the account with that name. */
export const named = (service: Emulator, kind: Kind, name: string) =>
  service.account.objects(kind).filter((one) => one.name === name);
/** A fault that strikes creates. */
export const ofPosts = (fault: FaultName, times = 1, matching?: (request: RecordedRequest) => boolean) => ({
  ...{ fault, times, method: "POST" },
  ...(matching && { matching }),
});

/** The part of a client that gets the answers of a function, a status and the rest, in place of those of the service. */
export function answering(
  service: Emulator,
  answer: (request: TransportRequest) => readonly [status: number, body?: object] | undefined,
) {
  const inner = createUndiciTransport(readBaseUrl(service.url, true));
  const send = async (request: TransportRequest) => {
    const [status, body] = answer(request) ?? [];
    if (status === undefined) return inner.send(request);
    const text = JSON.stringify({ status_code: status, status_message: "Not so.", ...body });
    return { status, headers: {}, text, overflow: false };
  };
  return { transport: { ...inner, send } };
}

/** Faults by which the answer is lost although the create took effect. */
export const lostAfter: readonly FaultName[] = [
  "drop-after",
  "500-after",
  "429-after",
  "cut-body",
  "cut-json",
  "other-shape",
  "empty",
];
/** Faults after which the provider cannot know that the create had no effect. */
export const lostBefore: readonly FaultName[] = ["drop-before", "500-before", "502-html"];
