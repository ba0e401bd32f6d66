import { closeAccounts, openAccount } from "../acceptance/account";
import { resource } from "../acceptance/resource-block";
import { started } from "../acceptance/running-plugin";
import { startTunnelProxy } from "../client/support/tunnel-proxy";
import { type PrivateAuthority, privateAuthority } from "./support/authority";
import { startTlsFront } from "./support/tls-front";

let authority: PrivateAuthority;
const open: { close(): unknown }[] = [];

beforeAll(() => {
  authority = privateAuthority("localhost", "service.test");
});
afterEach(async () => {
  await closeAccounts();
  await Promise.all(open.splice(0).map((item) => item.close()));
});
afterAll(() => authority.remove());

/** The port of a TLS server, with the authority's certificate, before that port. */
async function startTls(behind: number): Promise<number> {
  const front = await startTlsFront(authority, behind);
  open.push(front);
  return front.port;
}

/** What the real plugin, in that environment, comes to when it applies to the emulator behind TLS. */
async function applied(
  environment: (port: number) => Promise<Record<string, string>> | Record<string, string>,
) {
  const { service, another } = await openAccount({}, started);
  const port = await startTls(Number(new URL(service.url).port));
  const given = { RBLMONITOR_BASE_URL: `https://localhost:${port}/4.0`, ...(await environment(port)) };
  const account = await another({ environment: { NODE_TLS_REJECT_UNAUTHORIZED: undefined, ...given } });
  await account.write(resource("contact_group", "one", { name: "One" }), "request_timeout = 10");
  const { code, text } = await account.tryApply();
  const made = service.account.objects("contact_group").some(({ name }) => name === "One");
  return { code, text: text.replace(/\s+/g, " "), made };
}

describe("a service with a certificate of a private authority", () => {
  it("is trusted if NODE_EXTRA_CA_CERTS names the authority", async () => {
    const { code, made } = await applied(() => ({ NODE_EXTRA_CA_CERTS: authority.file }));
    expect({ code, made }).toEqual({ code: 0, made: true });
  });

  it("is not trusted otherwise, and the error says how it would be", async () => {
    const { code, text, made } = await applied(() => ({}));
    expect({ code, made }).toEqual({ code: 1, made: false });
    expect(text).toContain("Connection failed");
    expect(text).toContain("to trust a private certificate authority, set NODE_EXTRA_CA_CERTS");
  });

  it("is not trusted either where NODE_TLS_REJECT_UNAUTHORIZED=0 is set for something else", async () => {
    const { code, made } = await applied(() => ({ NODE_TLS_REJECT_UNAUTHORIZED: "0" }));
    expect({ code, made }).toEqual({ code: 1, made: false });
  });

  it("is not trusted through a proxy either", async () => {
    const { code, made } = await applied(async (port) => {
      const proxy = await startTunnelProxy(port);
      open.push(proxy);
      return {
        RBLMONITOR_BASE_URL: "https://service.test/4.0",
        HTTPS_PROXY: proxy.url,
        NODE_TLS_REJECT_UNAUTHORIZED: "0",
      };
    });
    expect({ code, made }).toEqual({ code: 1, made: false });
  });
});

describe("a proxy behind TLS", () => {
  const tunnelled = async (environment: Record<string, string>) => {
    let tunnels: readonly object[] = [];
    const result = await applied(async (port) => {
      const proxy = await startTunnelProxy(port);
      open.push(proxy);
      tunnels = proxy.tunnels;
      const front = await startTls(Number(new URL(proxy.url).port));
      const address = {
        HTTPS_PROXY: `https://localhost:${front}`,
        RBLMONITOR_BASE_URL: "https://service.test/4.0",
      };
      return { ...address, ...environment };
    });
    return { code: result.code, isReached: tunnels.length > 0 };
  };

  it("gets no request for a tunnel if its certificate is not trusted", async () => {
    expect(await tunnelled({ NODE_TLS_REJECT_UNAUTHORIZED: "0" })).toEqual({ code: 1, isReached: false });
  });

  it("is used if NODE_EXTRA_CA_CERTS names its authority", async () => {
    expect(await tunnelled({ NODE_EXTRA_CA_CERTS: authority.file })).toEqual({ code: 0, isReached: true });
  });
});

describe("plain HTTP", () => {
  it("to another machine is refused before anything is sent, even if there is a proxy that would take it", async () => {
    const { service, another } = await openAccount({}, started);
    const proxy = await startTunnelProxy(Number(new URL(service.url).port));
    open.push(proxy);
    const environment = { RBLMONITOR_BASE_URL: "http://service.test/4.0", HTTP_PROXY: proxy.url };
    const account = await another({ environment });
    await account.write(resource("contact_group", "one", { name: "One" }));
    const { code, text } = await account.tryApply();
    expect([code, text]).toEqual([
      1,
      expect.stringContaining("plain HTTP sends the credentials unencrypted"),
    ]);
    expect([proxy.tunnels, service.requests]).toEqual([[], []]);
  });
});

describe("a proxy that the environment names", () => {
  it("tunnels, with its own credentials, and sees none of the account's", async () => {
    const { service, another } = await openAccount({}, started);
    const port = await startTls(Number(new URL(service.url).port));
    const proxy = await startTunnelProxy(port);
    open.push(proxy);
    const account = await another({
      environment: {
        RBLMONITOR_BASE_URL: "https://service.test/4.0",
        HTTPS_PROXY: proxy.url.replace("//", "//me:s3cret@"),
        NODE_EXTRA_CA_CERTS: authority.file,
      },
    });
    await account.write(resource("contact_group", "one", { name: "One" }));
    await account.apply();
    expect(proxy.tunnels.length).toBeGreaterThan(0);
    for (const { target, headers } of proxy.tunnels) {
      expect(target).toBe("service.test:443");
      expect(headers["proxy-authorization"]).toBe(`Basic ${btoa("me:s3cret")}`);
      expect(JSON.stringify(headers)).not.toContain(btoa(`${service.accountSid}:${service.authToken}`));
    }
  });

  it("tunnels plain HTTP, too, where the configuration allows it", async () => {
    const { service, another } = await openAccount({}, started);
    const proxy = await startTunnelProxy(Number(new URL(service.url).port));
    open.push(proxy);
    const account = await another({
      environment: { RBLMONITOR_BASE_URL: "http://service.test/4.0", HTTP_PROXY: proxy.url },
    });
    await account.write(resource("contact_group", "one", { name: "One" }), "allow_insecure_http = true");
    await account.apply();
    expect(proxy.tunnels.length).toBeGreaterThan(0);
    for (const { headers } of proxy.tunnels) expect(headers).not.toHaveProperty("authorization");
  });
});
