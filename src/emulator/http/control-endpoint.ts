import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import { type ControlTarget, control, controlPath } from "../control";
import { type Credentials, isAuthenticated } from "./access";

const maxBodySize = 100_000;

/** Handles a request to the control endpoint, which requires the account's credentials. */
export async function handleControl(
  context: Context<{ Bindings: HttpBindings }>,
  service: ControlTarget,
  credentials: Credentials,
): Promise<Response> {
  const { req } = context;
  if (!isAuthenticated(req.header("authorization"), credentials)) {
    const headers = { "WWW-Authenticate": 'Basic realm="Emulator"' };
    return context.json({ problems: ["The account's SID and auth token are required."] }, 401, headers);
  }
  const text = await req.text();
  if (text.length > maxBodySize) return context.json({ problems: ["The body is too large."] }, 400);
  const path = new URL(req.url).pathname.slice(controlPath.length);
  const { status, body } = await control(service, req.method, path, text);
  return context.json(body, status);
}
