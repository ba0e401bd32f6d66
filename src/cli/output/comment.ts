import { type BaseUrl, baseUrlProblem, readBaseUrl } from "../../client/base-url";
import { createUndiciTransport } from "../../client/undici-transport";
import { version } from "../../provider/version";
import { fileBytes } from "../../service/file-bytes";
import { parseJson } from "../../service/parse-json";
import type { CommentOptions } from "../options";
import { inSystemWords, systemError } from "./system-error";
import { type ProcessContext, printable } from "./terminal";
import { oneLine, shortened } from "./text";

// biome-ignore lint/suspicious/noExplicitAny: the fields of an answer are read where they are known, and compared only.
type Answer = any;

/** A place for comments: a pull request of GitHub, or a merge request of GitLab. */
interface Platform {
  /** Its name in errors, as in `pull request 7 of octo/dns`. */
  readonly name: string;
  /** Root of the API. All paths contain its path. */
  readonly api: BaseUrl;
  readonly headers: Readonly<Record<string, string>>;
  /** Secret: no message may show it. */
  readonly token: string;
  /** Path of the list of comments, which a POST adds to. */
  readonly comments: string;
  /** Requests the user of the token: method, path and body. */
  readonly whoAmI: readonly [method: string, path: string, body?: string];
  /** The user in the answer to `whoAmI`, in the form of `authorOf`. */
  userOf(answer: Answer): unknown;
  authorOf(comment: Answer): unknown;
  /** Method and path that replace a comment. */
  replace(id: number): readonly [method: string, path: string];
  /** The remedy for each status of an answer, in sentences. */
  readonly advice: Readonly<Record<number, string>>;
}

/**
 * Prepares the comments that options ask for, before anything else is read.
 * @returns a function that posts a comment, and reports it on standard error. It takes and returns the exit code of the command.
 * With a code other than 0, which says more than a comment that failed, it does not throw.
 * @throws Error that names what the environment lacks
 */
export function commenterFor(
  options: CommentOptions,
  { env, stderr }: Pick<ProcessContext, "env" | "stderr">,
): (markdown: string, code: number) => Promise<number> {
  const platforms = [
    ...(options.githubComment ? [githubPullRequest(env)] : []),
    ...(options.gitlabNote ? [gitlabMergeRequest(env)] : []),
  ];
  if (options.commentName !== undefined && platforms.length === 0)
    throw new Error("--comment-name needs --github-comment or --gitlab-note.");
  return async (markdown, code) => {
    for (const platform of platforms) {
      const done = post(platform, named(markdown, options.commentName), env);
      const result = await done.then(
        (verb) => `${verb} the comment on ${platform.name}`,
        (error: Error) => {
          if (code === 0) throw error;
          return printable(error.message);
        },
      );
      stderr.write(`rblmonitor: ${result}\n`);
    }
    return code;
  };
}

/** The text with the name in its marker. */
function named(markdown: string, name: string | undefined): string {
  if (name === undefined) return markdown;
  return markdown.replace(
    /^<!-- ([\w -]+) -->/,
    (_, marker: string) => `<!-- ${marker}: ${encodeURIComponent(name).replaceAll("-", "%2D")} -->`,
  );
}

/**
 * Creates a comment, or replaces the one of the same user that begins with the same marker. Anybody can write a comment with
 * the marker; a report in it could be edited by its author.
 * @param body begins with the marker, on a line of its own
 * @throws Error with the platform's message
 */
async function post(platform: Platform, body: string, env: NodeJS.ProcessEnv) {
  const transport = createUndiciTransport(platform.api, { env });
  const request: Request = async (tried, method, path, text) => {
    const headers = {
      ...platform.headers,
      ...(text !== undefined && { "content-type": "application/json" }),
      "user-agent": `rblmonitor/${version}`,
    };
    const message = { method, path, headers, ...(text !== undefined && { body: text }) };
    const sent = transport.send({ ...message, timeout: 30_000, finishOnceSent: false });
    const answer = await sent.catch((error: Error) => {
      // The transport means the monitoring service, to which all other requests go.
      const why = inSystemWords(error.message.replace(" to the service", ""));
      throw failed(platform, tried, `no answer from ${platform.api.origin}: ${why}`);
    });
    const json: Answer = parseJson(answer.text, undefined);
    if (answer.status >= 200 && answer.status < 300) return json;
    const words = wordsOf(json?.message ?? json?.error);
    const reported = words === "" ? "" : `: ${shortened(oneLine(words), 300)}`;
    throw failed(
      platform,
      tried,
      `the answer is ${answer.status}${reported}`,
      platform.advice[answer.status],
    );
  };
  try {
    const [marker = ""] = body.split("\n");
    const existing = await findOwnComment(platform, marker, request);
    const text = JSON.stringify({ body });
    if (existing === undefined) await request("create the comment", "POST", platform.comments, text);
    else await request("update the comment", ...platform.replace(existing), text);
    return existing === undefined ? "created" : "updated";
  } finally {
    await transport.close();
  }
}

/** Sends a request. Returns the parsed answer; undefined if it is not JSON. @throws Error with the platform's message */
type Request = (tried: string, method: string, path: string, body?: string) => Promise<Answer>;

const pageSize = 100;
/** Comments on further pages are not looked at. */
const maxPages = 100;

async function findOwnComment(platform: Platform, marker: string, request: Request) {
  const learn = "learn the user of the token, to find its comments";
  let user: unknown;
  for (let page = 1; page <= maxPages; page += 1) {
    const path = `${platform.comments}?per_page=${pageSize}&page=${page}`;
    const comments: Answer = await request("list the comments", "GET", path);
    if (!Array.isArray(comments)) throw failed(platform, "list the comments", "the answer is not a list");
    const marked = comments.filter((comment) => String(comment?.body).startsWith(marker));
    if (marked.length > 0) user ??= platform.userOf(await request(learn, ...platform.whoAmI)) ?? undefined;
    if (marked.length > 0 && user === undefined) throw failed(platform, learn, "the answer names no user");
    const own = marked.find((comment) => platform.authorOf(comment) === user);
    if (own !== undefined) return Number(own.id);
    if (comments.length < pageSize) return undefined;
  }
  return undefined;
}

/** The text of an error. GitLab reports invalid fields as an object: `{ note: ["is too long"] }`. */
function wordsOf(reported: unknown): string {
  if (typeof reported === "string") return reported;
  if (Array.isArray(reported)) return reported.map(wordsOf).join(", ");
  if (typeof reported !== "object" || reported === null) return "";
  return Object.entries(reported)
    .map(([field, problem]) => `${field} ${wordsOf(problem)}`)
    .join("; ");
}

function failed({ name, token }: Platform, tried: string, why: string, advice = ""): Error {
  return new Error(`Cannot ${tried} on ${printable(name)}: ${why.replaceAll(token, "…")}. ${advice}`.trim());
}

/** The API that a variable names. @throws Error if a token must not be sent to it; it does not show the URL */
function apiOf(variable: string, url: string): BaseUrl {
  const problem = baseUrlProblem(url, false, "");
  if (problem !== undefined) throw new Error(`${variable} ${problem}.`);
  return readBaseUrl(url, false);
}

/**
 * The pull request of a GitHub workflow, by the variables that GitHub sets.
 * @throws Error that names what is missing
 */
function githubPullRequest(env: NodeJS.ProcessEnv): Platform {
  // A token from a file may end in a line break.
  const token = (env.GITHUB_TOKEN || env.GH_TOKEN)?.trim();
  if (!token)
    throw new Error("--github-comment needs a token: set GITHUB_TOKEN to the expression `github.token`.");
  const repository = env.GITHUB_REPOSITORY ?? "";
  if (!/^[\w.-]+\/[\w.-]+$/.test(repository))
    throw new Error("--github-comment needs GITHUB_REPOSITORY, as in octo-org/infrastructure.");
  const number = pullRequestNumber(env);
  if (number === undefined)
    throw new Error(
      "--github-comment needs a pull request: neither GITHUB_EVENT_PATH nor GITHUB_REF names one. Run it in a workflow on `pull_request`.",
    );
  const api = apiOf("GITHUB_API_URL", env.GITHUB_API_URL || "https://api.github.com");
  const issues = `${api.path}/repos/${repository}/issues`;
  return {
    name: `pull request ${number} of ${repository}`,
    api,
    token,
    headers: {
      accept: "application/vnd.github+json",
      authorization: `Bearer ${token}`,
      "x-github-api-version": "2022-11-28",
    },
    comments: `${issues}/${number}/comments`,
    // REST does not answer who the token of a workflow is.
    whoAmI: ["POST", `${api.path.replace(/\/v3$/, "")}/graphql`, '{"query":"{viewer{login}}"}'],
    userOf: (answered) => answered?.data?.viewer?.login,
    authorOf: (comment) => comment.user?.login,
    replace: (id) => ["PATCH", `${issues}/comments/${id}`],
    advice: {
      401: "Check GITHUB_TOKEN.",
      403: "Give the job the permission `pull-requests: write`. Workflows of forks only have read access.",
      404: "The token may not have access to this repository, or the pull request does not exist. Give the job the permission `pull-requests: write`.",
    },
  };
}

/** The pull request that the event of the workflow is about, or whose comment it is about, or that the branch belongs to. */
function pullRequestNumber({ GITHUB_EVENT_PATH: path, GITHUB_REF: ref = "" }: NodeJS.ProcessEnv) {
  let event: Answer;
  try {
    event = path ? JSON.parse(fileBytes(path).toString()) : undefined;
  } catch (error) {
    throw systemError(`read the event of the workflow (GITHUB_EVENT_PATH) ${path}`, error);
  }
  const number = event?.pull_request?.number ?? (event?.issue?.pull_request && event.issue.number);
  if (typeof number === "number") return number;
  const [, ofRef] = /^refs\/pull\/(\d+)\//.exec(ref) ?? [];
  return ofRef === undefined ? undefined : Number(ofRef);
}

const jobToken =
  "CI_JOB_TOKEN cannot write notes in most versions of GitLab: set GITLAB_TOKEN to an access token with the scope api.";

/**
 * The merge request of a GitLab pipeline, by the variables that GitLab sets.
 * @throws Error that names what is missing
 */
function gitlabMergeRequest(env: NodeJS.ProcessEnv): Platform {
  const { GITLAB_TOKEN: own, CI_JOB_TOKEN: ofJob, CI_PROJECT_ID: project, CI_MERGE_REQUEST_IID: iid } = env;
  const token = (own || ofJob)?.trim();
  if (!token)
    throw new Error("--gitlab-note needs a token: set GITLAB_TOKEN to an access token with the scope api.");
  if (!project) throw new Error("--gitlab-note needs CI_PROJECT_ID, which GitLab sets in pipelines.");
  if (!iid)
    throw new Error(
      "--gitlab-note needs a merge request: CI_MERGE_REQUEST_IID is not set. Run it in a merge request pipeline.",
    );
  const api = apiOf("CI_API_V4_URL", env.CI_API_V4_URL || "https://gitlab.com/api/v4");
  const notes = `${api.path}/projects/${encodeURIComponent(project)}/merge_requests/${encodeURIComponent(iid)}/notes`;
  return {
    name: `merge request ${iid} of project ${project}`,
    api,
    token,
    headers: own ? { "private-token": token } : { "job-token": token },
    comments: notes,
    whoAmI: ["GET", `${api.path}/${own ? "user" : "job"}`],
    userOf: (answered) => (own ? answered : answered?.user)?.id,
    authorOf: (note) => note.author?.id,
    replace: (id) => ["PUT", `${notes}/${id}`],
    advice: own
      ? {
          401: "Check GITLAB_TOKEN.",
          403: "GITLAB_TOKEN needs the scope api and at least the role Reporter.",
          404: "GITLAB_TOKEN may not have access to this project, or the merge request does not exist.",
        }
      : { 401: jobToken, 403: jobToken, 404: jobToken },
  };
}
