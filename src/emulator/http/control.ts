import type { IncomingMessage } from "node:http";
import * as z from "zod/mini";
import { type Credentials, isAuthenticated } from "../../service/basic-authentication";
import { parseJson } from "../../service/parse-json";
import { eventTypes } from "../../webhooks";
import type { Clock } from "../clock";
import { type Faults, faultForm } from "../faults";
import type { Service } from "../service";
import { inWords } from "../validation";
import { readBody } from "./request-handler";
import { type EmulatorResponse, json } from "./response";
import { pathOf } from "./target";

/*
 * The control endpoint: changes an account at run time without the API. It is at `/_emulator/`, is off by default, and requires
 * the account's credentials. Request and response bodies are JSON.
 */

export const controlPath = "/_emulator";

/** The parts of the emulator that the control endpoint changes. */
interface ControlTarget
  extends Pick<Service, "account" | "certificateErrors" | "checks" | "events" | "signingSecret"> {
  readonly faults: Faults;
  readonly clock: Clock;
}

/** An operation of the control endpoint. @param run returns the answer */
function operation<T extends z.ZodMiniType>(
  description: string,
  body: T,
  run: (service: ControlTarget, body: z.output<T>) => unknown,
) {
  return { description, body, run };
}

const nothing = z.undefined();

/** Every operation of the control endpoint, by its method and its path below {@link controlPath}. */
const controlOperations = {
  "GET /secrets": operation(
    "Returns the signing secret and the authcodes of pending contacts.",
    nothing,
    ({ account, signingSecret }) => ({
      signing_secret: signingSecret,
      contacts: account
        .objects("contact")
        .filter(({ confirmed }) => !confirmed)
        .map(({ id, contact, authcode }) => ({ id, contact, authcode })),
    }),
  ),
  "PUT /listings": operation(
    "Lists a host on sources, or on none.",
    z.strictObject({ host: z.string(), sources: z.array(z.string()) }),
    ({ checks }, { host, sources }) => checks.list(host, sources),
  ),
  "PUT /certificate-errors": operation(
    "Sets the active certificate errors of a hostname, or none.",
    z.strictObject({ hostname: z.string(), errors: z.array(z.string()) }),
    ({ certificateErrors }, { hostname, errors }) => certificateErrors.expect(hostname, errors),
  ),
  "POST /faults": operation("Arms a fault for later requests.", faultForm, ({ faults }, fault) =>
    faults.arm(fault),
  ),
  "DELETE /faults": operation("Disarms every fault.", nothing, ({ faults }) => faults.clear()),
  "POST /clock": operation(
    "Moves the clock forward by seconds, or makes each real second that many seconds long.",
    z.strictObject({
      advance: z.optional(z.number().check(z.nonnegative())),
      speed: z.optional(z.number().check(z.nonnegative())),
    }),
    ({ clock }, { advance = 0, speed }) => {
      clock.advance(advance * 1000);
      if (speed !== undefined) clock.setSpeed(speed);
      return { now: new Date(clock.now()).toISOString() };
    },
  ),
  "POST /events": operation(
    "Sends an event of a documented type to the webhook endpoints, such as billing.balance.alert.",
    z.strictObject({ type: z.enum(eventTypes), fields: z.optional(z.record(z.string(), z.unknown())) }),
    ({ events }, { type, fields }) => void events.sendSample(type, fields),
  ),
};

const maxBodySize = 100_000;

export function isControl(incoming: IncomingMessage): boolean {
  return `${pathOf(incoming)}/`.startsWith(`${controlPath}/`);
}

/** Answers a request to the control endpoint, which requires the account's credentials. */
export async function handleControl(
  incoming: IncomingMessage,
  service: ControlTarget,
  credentials: Credentials,
): Promise<EmulatorResponse> {
  const { method, headers } = incoming;
  if (!isAuthenticated(headers.authorization, credentials)) {
    const challenge = { "WWW-Authenticate": 'Basic realm="Emulator"' };
    return json(401, { problems: ["The account's SID and auth token are required."] }, challenge);
  }
  const text = await readBody(incoming, maxBodySize);
  if (text === undefined) return json(400, { problems: ["The body is too large."] });
  const wanted = pathOf(incoming).slice(controlPath.length);
  const called = `${method} ${wanted}`;
  if (!Object.hasOwn(controlOperations, called)) {
    const operations = Object.entries(controlOperations).map(([name, { description }]) => ({
      operation: name.replace("/", `${controlPath}/`),
      description,
    }));
    return json(called === "GET " || called === "GET /" ? 200 : 404, { operations });
  }
  const operation = controlOperations[called as keyof typeof controlOperations];
  const body = operation.body.safeParse(text === "" ? undefined : parseJson(text, null), inWords);
  if (!body.success) {
    const problems = body.error.issues.map(({ path, message }) => [...path, message].join(": "));
    return json(400, { problems });
  }
  return json(200, (await operation.run(service, body.data as never)) ?? {});
}
