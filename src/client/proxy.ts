import { BlockList, isIP } from "node:net";
import { refused } from "./errors";

/** An HTTP proxy that the environment names. */
export interface ProxyServer {
  /** Scheme, host and port, without credentials. */
  readonly url: string;
  /** The variable that names it. */
  readonly variable: string;
  /** The header with its credentials, if it has any. */
  readonly authorization?: string;
}

const defaultPorts: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" };

/**
 * The proxy for requests to an origin, by the environment as curl and programs in Go read it: HTTPS_PROXY or HTTP_PROXY by
 * the scheme of the origin, in either letter case, and NO_PROXY.
 *
 * @throws ServiceError for what is not the address of an HTTP proxy. It does not show the value, which may hold a password.
 */
export function proxyFor(origin: string, env: NodeJS.ProcessEnv): ProxyServer | undefined {
  const { protocol, hostname, port } = new URL(origin);
  const [variable, address] = found(protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY", env);
  const [, exceptions] = found("NO_PROXY", env);
  if (address === "" || isException(hostname, port || `${defaultPorts[protocol]}`, exceptions))
    return undefined;
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `http://${address}`;
  if (/^socks/i.test(text)) {
    throw refused(
      "configure the client",
      `${variable} names a SOCKS proxy (${text.split(":", 1)}://), which is not supported. Use an HTTP proxy, such as http://proxy.example.com:3128, or add the service to NO_PROXY`,
    );
  }
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !(url.protocol in defaultPorts)) {
    throw refused(
      "configure the client",
      `${variable} is not the address of an HTTP proxy, such as http://proxy.example.com:3128`,
    );
  }
  const { username, password } = url;
  const credentials = Buffer.from(`${decoded(username)}:${decoded(password)}`).toString("base64");
  return {
    url: url.origin,
    variable,
    ...((username || password) && { authorization: `Basic ${credentials}` }),
  };
}

/** The name of the variable as it is set, and its value. */
function found(name: string, env: NodeJS.ProcessEnv): readonly [name: string, value: string] {
  const names = [name.toLowerCase(), name];
  return (
    names.map((one) => [one, env[one]?.trim() ?? ""] as const).find(([, value]) => value !== "") ?? [name, ""]
  );
}

/** A part of a URL; as it is where a % stands for itself. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Whether NO_PROXY names the host: `*`, domains (which stand for their subdomains, too, with or without `.` or `*.` before
 * them), addresses, and subnets in CIDR form; domains and addresses with a port or without.
 */
function isException(hostname: string, port: string, exceptions: string): boolean {
  const host = hostname.replace(/^\[|\]$|\.$/g, "").toLowerCase();
  return exceptions
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => entry === "*" || isNamed(host, port, entry));
}

function isNamed(host: string, port: string, entry: string): boolean {
  const [, address = "", length] = /^(.*)\/(\d+)$/.exec(entry) ?? [];
  if (length !== undefined) return isWithin(host, address, Number(length));
  // The colons of an IPv6 address without brackets separate no port.
  const [, name = "", only = port] = isIP(entry) ? [entry, entry] : (/^(.*?)(?::(\d+))?$/.exec(entry) ?? []);
  const bare = name.replace(/^\[|\]$|\.$/g, "").replace(/^\*?\./, "");
  if (bare === "" || only !== port) return false;
  return host === bare || host.endsWith(`.${bare}`) || isWithin(host, bare, isIP(bare) === 6 ? 128 : 32);
}

function isWithin(host: string, address: string, length: number): boolean {
  const [family, other] = [isIP(address), isIP(host)];
  if (family === 0 || other === 0 || length > (family === 6 ? 128 : 32)) return false;
  const list = new BlockList();
  list.addSubnet(address, length, family === 6 ? "ipv6" : "ipv4");
  return list.check(host, other === 6 ? "ipv6" : "ipv4");
}
