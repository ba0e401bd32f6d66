import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer as createSecureServer } from "node:tls";
import { type Emulator, startEmulator } from "../../../src/emulator/emulator";
import { issueCertificate } from "../../certificates";
import { startTunnelProxy } from "../../client/support/tunnel-proxy";
import { commandRun } from "../commands/drift/command";

/** A stand-in for the comments of GitHub or GitLab. */
class Comments {
  readonly posted: { id: number; body: string; user?: object; author?: object }[] = [];
  readonly requests: { method: string; path: string; headers: IncomingMessage["headers"] }[] = [];
  /** Refuses requests of these methods. */
  refuse: { methods: readonly string[]; status: number; body: string } | undefined;
  /** Answers no user to whoever asks who it is. */
  hidesUser = false;
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, answer) => {
      let text = "";
      request.on("data", (chunk) => {
        text += chunk;
      });
      request.on("end", () => {
        const url = new URL(request.url ?? "", "http://x");
        const { method = "" } = request;
        this.requests.push({ method, path: url.pathname, headers: request.headers });
        const { status, body } = this.#answer(method, url, text);
        answer.writeHead(status, { "content-type": "application/json" }).end(body);
      });
    });
  }

  static async start(): Promise<Comments> {
    const comments = new Comments();
    await new Promise<void>((done) => comments.#server.listen(0, "127.0.0.1", done));
    return comments;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #answer(method: string, url: URL, text: string): { status: number; body: string } {
    if (this.refuse?.methods.includes(method)) return this.refuse;
    if (this.hidesUser && /\/(graphql|job|user)$/.test(url.pathname)) return { status: 200, body: "{}" };
    if (url.pathname === "/api/graphql")
      return { status: 200, body: JSON.stringify({ data: { viewer: bot } }) };
    if (url.pathname === "/api/v4/job") return { status: 200, body: JSON.stringify({ user: bot }) };
    if (url.pathname === "/api/v4/user") return { status: 200, body: JSON.stringify(bot) };
    if (method === "GET") {
      const [size, page] = ["per_page", "page"].map((name) => Number(url.searchParams.get(name)));
      const first = ((page ?? 1) - 1) * (size ?? 0);
      return { status: 200, body: JSON.stringify(this.posted.slice(first, first + (size ?? 0))) };
    }
    const { body } = JSON.parse(text) as { body: string };
    if (method === "POST") this.posted.push({ id: this.posted.length + 1, body, user: bot, author: bot });
    else {
      const one = this.posted.find(({ id }) => url.pathname.endsWith(`/${id}`));
      if (one === undefined) return { status: 404, body: '{"message":"Not Found"}' };
      one.body = body;
    }
    return { status: method === "POST" ? 201 : 200, body: "{}" };
  }
}

/** The user of the token. */
const bot = { id: 41_898_282, login: "github-actions[bot]" };

const token = "ghs_very-secret-token";
let folder: string;
let service: Emulator;
let platform: Comments;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "comment-"));
  service = await startEmulator({ limits: "off" });
  platform = await Comments.start();
  await writeFile(join(folder, "state.json"), '{"version":4,"resources":[]}');
  await writeFile(join(folder, "event.json"), '{"pull_request":{"number":7}}');
});
afterEach(async () => {
  platform.close();
  await service.close();
  await rm(folder, { recursive: true });
});

const github = () => ({
  GITHUB_TOKEN: token,
  GITHUB_API_URL: `${platform.url}/api/v3`,
  GITHUB_REPOSITORY: "octo/dns",
  GITHUB_EVENT_PATH: join(folder, "event.json"),
});
const gitlab = () => ({
  CI_JOB_TOKEN: token,
  CI_API_V4_URL: `${platform.url}/api/v4`,
  CI_PROJECT_ID: "42",
  CI_MERGE_REQUEST_IID: "7",
});
const platforms = [
  [
    "GitHub",
    "--github-comment",
    github,
    "/api/v3/repos/octo/dns/issues/7/comments",
    "PATCH",
    "/api/v3/repos/octo/dns/issues/comments/",
    ["POST", "/api/graphql"],
  ],
  [
    "GitLab",
    "--gitlab-note",
    gitlab,
    "/api/v4/projects/42/merge_requests/7/notes",
    "PUT",
    "/api/v4/projects/42/merge_requests/7/notes/",
    ["GET", "/api/v4/job"],
  ],
] as const;

const drift = (option: string, environment: Readonly<Record<string, string>>, ...args: string[]) =>
  commandRun(service, ["drift", "state.json", option, ...args], { cwd: folder, environment });

describe.each(platforms)("a comment on %s", (_, option, environment, list, method, one, whoAmI) => {
  it("is created at the first run and replaced at the next, wherever it is among others", async () => {
    service.account.add("host", { host: "192.0.2.1" });
    const { code, stdout, stderr } = await drift(option, environment());
    expect([code, stdout.includes("1 unmanaged")]).toEqual([2, true]);
    expect(stderr).toMatch(
      /^rblmonitor: created the comment on (pull request 7 of octo\/dns|merge request 7 of project 42)\n$/,
    );
    expect(platform.posted).toEqual([
      {
        id: 1,
        user: bot,
        author: bot,
        body: expect.stringMatching(/^<!-- rblmonitor drift -->\n[\s\S]*192&#46;|192\.0\.2\.1/),
      },
    ]);
    platform.posted.unshift(
      ...Array.from({ length: 250 }, (_, n) => ({ id: 1_000 + n, body: `Comment ${n}` })),
    );
    service.account.add("host", { host: "192.0.2.2" });
    platform.requests.length = 0;
    expect((await drift(option, environment())).stderr).toContain("updated the comment");
    expect(platform.requests.map((request) => [request.method, request.path])).toEqual([
      ["GET", list],
      ["GET", list],
      ["GET", list],
      whoAmI,
      [method, `${one}1`],
    ]);
    expect(platform.posted).toHaveLength(251);
    expect(platform.posted.at(-1)?.body).toContain("192.0.2.2");
  });

  it("does not replace another user's comment that begins with the marker", async () => {
    const body = "<!-- rblmonitor drift -->\nMine.";
    const other = { id: 7, login: "mallory" };
    platform.posted.push({ id: 90, body, user: other, author: other }, { id: 91, body });
    for (const done of ["created", "updated"])
      expect((await drift(option, { ...environment(), GITLAB_TOKEN: "own" })).stderr).toContain(done);
    expect(platform.posted).toHaveLength(3);
    expect(platform.posted.slice(0, 2).map((comment) => comment.body)).toEqual([body, body]);
  });

  it("is not created where the platform does not say whose the token is", async () => {
    await drift(option, environment());
    platform.hidesUser = true;
    const { code, stderr } = await drift(option, environment());
    expect([code, platform.posted.length]).toEqual([1, 1]);
    expect(stderr).toContain("Cannot learn the user of the token");
  });

  it("goes through the proxy of HTTPS_PROXY, which does not see the token", async () => {
    const certificate = issueCertificate({ commonName: "service", names: ["platform.test"] });
    const secure = createSecureServer(certificate, (socket) => {
      const { port, hostname } = new URL(platform.url);
      socket
        .on("error", () => {})
        .pipe(connect(Number(port), hostname).on("error", () => {}))
        .pipe(socket);
    }).listen(0, "127.0.0.1");
    await once(secure, "listening");
    const proxy = await startTunnelProxy((secure.address() as AddressInfo).port);
    await writeFile(join(folder, "ca.pem"), certificate.cert);
    const variables = Object.entries(environment()).map(([name, value]) => [
      name,
      value.replace(platform.url, "https://platform.test"),
    ]);
    const { stderr } = await commandRun(service, ["drift", "state.json", option], {
      cwd: folder,
      environment: {
        ...Object.fromEntries(variables),
        HTTPS_PROXY: proxy.url,
        NODE_EXTRA_CA_CERTS: join(folder, "ca.pem"),
      },
      spawned: true,
    });
    await proxy.close();
    secure.close();
    expect(stderr).toContain("rblmonitor: created the comment on ");
    expect(platform.requests.map((request) => request.path)).toEqual([list, list]);
    expect(proxy.tunnels.map(({ target }) => target)).toEqual(["platform.test:443"]);
    expect(JSON.stringify(proxy.tunnels)).not.toContain(token);
  });

  it("is another one for another name or command", async () => {
    await drift(option, environment());
    await drift(option, environment(), "--comment-name", "staging --> x");
    await drift(option, environment(), "--comment-name", "staging --> x");
    expect(platform.posted.map(({ body }) => body.split("\n")[0])).toEqual([
      "<!-- rblmonitor drift -->",
      "<!-- rblmonitor drift: staging%20%2D%2D%3E%20x -->",
    ]);
  });

  it.each([401, 403, 404, 500])(
    "that is refused with %i is an error that says what to do, without the token",
    async (status) => {
      for (const methods of [["GET"], ["POST"]]) {
        platform.refuse = { methods, status, body: JSON.stringify({ message: `No, ${token}\u001b[31m` }) };
        const { code, stdout, stderr } = await drift(option, environment());
        expect([code, stdout.includes("0 declared")]).toEqual([1, true]);
        expect(stderr).toContain(`the answer is ${status}: No, …`);
        if (status < 500) expect(stderr).toMatch(/GITHUB_TOKEN|GITLAB_TOKEN|pull-requests: write/);
        expect(stdout + stderr).not.toContain(token);
        expect(stderr).not.toContain("\u001b");
      }
    },
  );

  it("is not tried without what it needs, and nothing is read", async () => {
    for (const name of Object.keys(environment()).filter((each) => !each.includes("API"))) {
      const { code, stderr } = await drift(option, { ...environment(), [name]: "" });
      expect([code, service.requestCount, platform.requests.length]).toEqual([1, 0, 0]);
      expect(stderr).toContain(`rblmonitor: ${option} needs`);
    }
  });

  it.each([
    [
      "plain HTTP to another machine",
      "http://platform.test/api",
      "plain HTTP sends the credentials unencrypted",
    ],
    ["a URL with a password", "https://me:hunter2@platform.test/api", "must not contain credentials"],
    ["no URL", "platform.test", "is not a URL"],
  ])("is not sent to %s", async (_, url, message) => {
    const { code, stderr } = await drift(option, {
      ...environment(),
      GITHUB_API_URL: url,
      CI_API_V4_URL: url,
    });
    expect([code, service.requestCount]).toEqual([1, 0]);
    expect(stderr).toMatch(/GITHUB_API_URL|CI_API_V4_URL/);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain("hunter2");
  });

  it("leaves exit code 2 of a finding, and says what the platform refused", async () => {
    await writeFile(join(folder, "state.json"), '{"version":4,"resources":[]}');
    service.account.add("host", { host: "192.0.2.1" });
    const body = '{"message":{"note":["is too long","is bad"],"base":"no"}}';
    platform.refuse = { methods: ["POST"], status: 400, body };
    const { code, stderr } = await drift(option, environment());
    if (option === "--gitlab-note")
      expect(stderr).toContain("the answer is 400: note is too long, is bad; base no.");
    expect([code, stderr.startsWith("rblmonitor: Cannot ")]).toEqual([2, true]);
  });

  it("names the platform that gives no answer", async () => {
    const { url } = platform;
    const variables = environment();
    platform.close();
    const { code, stderr } = await drift(option, variables);
    expect(code).toBe(1);
    expect(stderr).toContain(`no answer from ${url}: cannot connect: connection refused`);
    expect(stderr).not.toMatch(/RBLMONITOR_BASE_URL|the service/);
  });

  it("takes a token that ends in a line break", async () => {
    const padded = Object.entries(environment()).map(([name, value]) => [
      name,
      value === token ? `${token}\n` : value,
    ]);
    expect((await drift(option, Object.fromEntries(padded))).code).toBe(0);
  });

  it("reaches the platform with its own header of authentication", async () => {
    await drift(option, environment());
    const { headers } = platform.requests[0] ?? {};
    expect([headers?.authorization, headers?.["job-token"]]).toContain(
      option === "--gitlab-note" ? token : `Bearer ${token}`,
    );
    await drift(option, { ...environment(), GITLAB_TOKEN: "glpat-own" });
    if (option === "--gitlab-note")
      expect(platform.requests.at(-1)?.headers["private-token"]).toBe("glpat-own");
  });
});

describe("the pull request of a workflow", () => {
  it.each([
    ["an event about a comment on it", '{"issue":{"number":8,"pull_request":{}}}', "refs/heads/main", 8],
    ["the ref, where the event names none", "{}", "refs/pull/9/merge", 9],
  ])("is named by %s", async (_, event, ref, number) => {
    await writeFile(join(folder, "event.json"), event);
    await drift("--github-comment", { ...github(), GITHUB_REF: ref });
    expect(platform.requests[0]?.path).toBe(`/api/v3/repos/octo/dns/issues/${number}/comments`);
  });
});

describe("rblmonitor review", () => {
  it("comments, too", async () => {
    await writeFile(join(folder, "plan.json"), '{"format_version":"1.2","resource_changes":[]}');
    const environment = github();
    const { code, stderr } = await commandRun(service, ["review", "plan.json", "--github-comment"], {
      cwd: folder,
      environment,
    });
    expect([code, stderr]).toEqual([0, "rblmonitor: created the comment on pull request 7 of octo/dns\n"]);
    expect(platform.posted[0]?.body).toMatch(/^<!-- rblmonitor review -->\n/);
  });
});
