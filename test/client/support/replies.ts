import type { BodyReply, Reply } from "./local-service";

/** A success with that data, in the envelope of a list of one page. */
export function list(data: unknown[], envelope: Record<string, unknown> = {}): BodyReply {
  return {
    body: {
      status_code: 200,
      status_message: "Hosts",
      page: 1,
      page_size: 100,
      total_pages: 1,
      total: data.length,
      data,
      ...envelope,
    },
  };
}

/** A success with that data, as a create answers. */
export function success(data?: unknown): BodyReply {
  return { body: { status_code: 200, status_message: "Done successfully.", data } };
}

/** An error response of the service. */
export function failure(status: number, message = "No.", headers: Record<string, string> = {}): BodyReply {
  return { status, headers, body: { status_code: status, status_message: message } };
}

/** The connection is cut without an answer. */
export const cut: Reply = (response) => response.destroy();

/** A SID with a prefix and a number. */
export function sid(prefix: string, number = 1): string {
  return prefix + number.toString(16).padStart(32, "0");
}
