import { BlockList, isIP } from "node:net";
import { assertOption } from "./errors";

/** An HTTP proxy from the environment. */
export type ProxyServer = NonNullable<ReturnType<typeof proxyFor>>;

const defaultPorts: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" };

/**
 * The proxy for an origin, from the environment variables HTTPS_PROXY or HTTP_PROXY (by scheme) and NO_PROXY, in upper or
 * lower case, as in curl and Go.
 *
 * @throws ServiceError for an invalid proxy address. It does not show the value, which may contain a password.
 */
export function proxyFor(origin: string, env: NodeJS.ProcessEnv) {
  const { protocol, hostname, port } = new URL(origin);
  const [variable, address] = readVariable(protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY", env);
  const [, exceptions] = readVariable("NO_PROXY", env);
  if (address === "" || isException(hostname, port || `${defaultPorts[protocol]}`, exceptions))
    return undefined;
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `http://${address}`;
  assertOption(
    !/^socks/i.test(text),
    `${variable} names a SOCKS proxy (${text.split(":", 1)}://), which is not supported. Use an HTTP proxy, such as http://proxy.example.com:3128, or add the service to NO_PROXY`,
  );
  const url = URL.canParse(text) ? new URL(text) : undefined;
  assertOption(
    url !== undefined && url.protocol in defaultPorts,
    `${variable} is not the address of an HTTP proxy, such as http://proxy.example.com:3128`,
  );
  const { username, password } = url;
  const credentials = Buffer.from(`${decoded(username)}:${decoded(password)}`).toString("base64");
  return {
    /** Scheme, host and port, without credentials. */
    url: url.origin,
    /** The environment variable. */
    variable,
    /** The Proxy-Authorization header, if the proxy has credentials. */
    authorization: username || password ? `Basic ${credentials}` : undefined,
  };
}

/** Reads a variable in either letter case. */
function readVariable(name: string, env: NodeJS.ProcessEnv): readonly [name: string, value: string] {
  const variable = [name.toLowerCase(), name].find((each) => env[each]?.trim()) ?? name;
  return [variable, env[variable]?.trim() ?? ""];
}

/** Percent-decodes a part of a URL; unchanged if it is invalid. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Whether NO_PROXY matches the host: `*`, domains with their subdomains (with or without a leading `.` or `*.`), addresses,
 * and subnets in CIDR notation. Domains and addresses may have a port.
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
  // The colons of an IPv6 address without brackets do not separate a port.
  const [, name = "", only = port] = isIP(entry) ? [entry, entry] : (/^(.*?)(?::(\d+))?$/.exec(entry) ?? []);
  const bare = name.replace(/^\[|\]$|\.$/g, "").replace(/^\*?\./, "");
  if (bare === "" || only !== port) return false;
  return host === bare || host.endsWith(`.${bare}`) || isWithin(host, bare, isIP(bare) === 6 ? 128 : 32);
}

function isWithin(host: string, address: string, length: number): boolean {
  const family = isIP(address);
  if (family === 0 || length > (family === 6 ? 128 : 32)) return false;
  const list = new BlockList();
  list.addSubnet(address, length, family === 6 ? "ipv6" : "ipv4");
  return list.check(host, isIP(host) === 6 ? "ipv6" : "ipv4");
}
