import { startRblmonitor } from "../../cli/rblmonitor";
import { startTunnelProxy, type TunnelEnd } from "../../client/support/tunnel-proxy";
import { type PrivateAuthority, privateAuthority } from "../../security/support/authority";
import { startTlsFront } from "../../security/support/tls-front";
import { closeAccounts, openAccount, type TestAccount } from "../account";
import { rootSetting, usedApiVersion } from "../api-version";
import { resource } from "../resource-block";
import { started } from "../running-plugin";

let authority: PrivateAuthority;
const open: { close(): unknown }[] = [];

beforeAll(() => {
  authority = privateAuthority("service.test");
});
afterEach(async () => {
  await closeAccounts();
  await Promise.all(open.splice(0).map((item) => item.close()));
});
afterAll(() => authority.remove());

async function startProxy(end: TunnelEnd) {
  const proxy = await startTunnelProxy(end);
  open.push(proxy);
  return { ...proxy, address: proxy.url.replace("http://", "") };
}

/** The environment of programs that reach a service through a proxy. */
function throughProxy(proxy: string): Record<string, string> {
  const root = rootSetting === "base_url" ? "RBLMONITOR_BASE_URL" : "RBLMONITOR_LEGACY_BASE_URL";
  return {
    [root]: `https://service.test/${usedApiVersion}`,
    HTTPS_PROXY: proxy,
    NO_PROXY: "localhost,.example.com",
    NODE_EXTRA_CA_CERTS: authority.file,
  };
}

/** The account behind TLS, and the port of that. */
async function secureAccount(): Promise<{ account: TestAccount; port: number }> {
  const account = await openAccount();
  const front = await startTlsFront(authority, Number(new URL(account.service.url).port));
  open.push(front);
  return { account, port: front.port };
}

/** What the provider and the command line say of a proxy. */
async function said(account: TestAccount, proxy: string): Promise<readonly string[]> {
  const environment = throughProxy(proxy);
  const configuration = await account.another({ environment });
  await configuration.write('data "rblmonitor_contact_groups" "all" {}');
  const { code, diagnostics } = await configuration.plan();
  const { accountSid, authToken } = account.service;
  const env = {
    ...process.env,
    ...environment,
    RBLMONITOR_API_VERSION: usedApiVersion,
    RBLMONITOR_ACCOUNT_SID: accountSid,
    RBLMONITOR_AUTH_TOKEN: authToken,
  };
  const { code: exitCode, stderr } = await startRblmonitor(["contacts", "list"], { env }).ended;
  expect([code, exitCode]).toEqual([1, 1]);
  return [diagnostics.map(({ detail }) => detail).join("\n"), stderr];
}

describe("a proxy whose address has no scheme", () => {
  it("tunnels as one with http://", async () => {
    const { account, port } = await secureAccount();
    const proxy = await startProxy(port);
    const environment = throughProxy(`me:s3cret@${proxy.address}`);
    const configuration = await account.another({ ...started, environment });
    await configuration.write(resource("contact_group", "one", { name: "One" }));
    await configuration.apply();
    expect(account.named("contact_group", "One").id).toMatch(/^CG/);
    expect(proxy.tunnels[0]?.headers["proxy-authorization"]).toBe(`Basic ${btoa("me:s3cret")}`);
  });
});

describe("a proxy that refuses", () => {
  it.each([
    [407, "it requires valid credentials: set HTTPS_PROXY to"],
    [403, "it does not allow connections to the service"],
    [502, "it cannot reach the service"],
  ])("with %i is named with its variable and without its password", async (refuse, meaning) => {
    const account = await openAccount();
    const proxy = await startProxy({ refuse });
    for (const text of await said(account, `http://me:s3cret@${proxy.address}`)) {
      expect(text).toContain(`through the proxy ${proxy.url} (HTTPS_PROXY): the proxy answered ${refuse}`);
      expect(text).toContain(meaning);
      expect(text).not.toContain("s3cret");
    }
  });

  it("since nothing listens there is named, too", async () => {
    const account = await openAccount();
    const proxy = await startProxy("silence");
    await proxy.close();
    open.pop();
    for (const text of await said(account, proxy.address)) {
      expect(text).toContain(`through the proxy ${proxy.url} (HTTPS_PROXY)`);
      expect(text).toMatch(/ECONNREFUSED|connection refused/);
    }
  });
});

describe("an address of a proxy that cannot be used", () => {
  it.each([
    ["socks5://me:s3cret@proxy.test:1080", "HTTPS_PROXY names a SOCKS proxy (socks5://)"],
    ["http://me:s3cret@[proxy.test", "HTTPS_PROXY is not the address of an HTTP proxy"],
  ])("%s is refused with its variable, and nothing is sent", async (address, problem) => {
    const account = await openAccount();
    for (const text of await said(account, address)) {
      expect(text).toContain(problem);
      expect(text).not.toContain("s3cret");
      expect(text).not.toContain("    at ");
    }
    expect(account.service.requests).toEqual([]);
  });
});
