import { readFileSync } from "node:fs";
import { createUndiciTransport } from "../../../client/undici-transport";
import { version } from "../../../provider/version";
import { systemError } from "../system-error";
import type { ProcessContext } from "../terminal";
import type { CommentOptions } from "./options";
import { type Platform, postComment, type Send } from "./platform";

/** Posts a comment if requested, and reports it on standard error. */
export type Commenter = (markdown: string) => Promise<void>;

/** Milliseconds for one request. */
const timeout = 30_000;

/**
 * Prepares the comments that options ask for, before anything else is read.
 * @throws Error that names what the environment lacks
 */
export function commenterFor(
  options: CommentOptions,
  { env, stderr }: Pick<ProcessContext, "env" | "stderr">,
): Commenter {
  const platforms = [
    ...(options.githubComment ? [githubPullRequest(env)] : []),
    ...(options.gitlabNote ? [gitlabMergeRequest(env)] : []),
  ];
  if (options.commentName !== undefined && platforms.length === 0)
    throw new Error("--comment-name needs --github-comment or --gitlab-note.");
  return async (markdown) => {
    for (const platform of platforms) {
      const done = await post(platform, named(markdown, options.commentName), env);
      stderr.write(`rblmonitor: ${done} the comment on ${platform.name}\n`);
    }
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

async function post(
  platform: Platform,
  body: string,
  env: NodeJS.ProcessEnv,
): Promise<"created" | "updated"> {
  if (!URL.canParse(platform.root))
    throw new Error(`The API of ${platform.name} has no valid URL: ${platform.root}`);
  const { origin, pathname, hostname } = new URL(platform.root);
  const loopback = /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(hostname);
  const transport = createUndiciTransport({ origin, loopback }, { env });
  const send: Send = (method, path, headers, text) =>
    transport.send({
      ...{ method, path: `${pathname.replace(/\/$/, "")}${path}`, timeout, finishOnceSent: false },
      headers: { ...headers, "user-agent": `rblmonitor/${version}` },
      ...(text !== undefined && { body: text }),
    });
  try {
    return await postComment(platform, body, send);
  } finally {
    await transport.close();
  }
}

/**
 * The pull request of a GitHub workflow, by the variables that GitHub sets.
 * @throws Error that names what is missing
 */
function githubPullRequest(env: NodeJS.ProcessEnv): Platform {
  const token = env.GITHUB_TOKEN || env.GH_TOKEN;
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
  return {
    name: `pull request ${number} of ${repository}`,
    root: env.GITHUB_API_URL || "https://api.github.com",
    token,
    headers: {
      accept: "application/vnd.github+json",
      authorization: `Bearer ${token}`,
      "x-github-api-version": "2022-11-28",
    },
    comments: `/repos/${repository}/issues/${number}/comments`,
    replace: (id) => ["PATCH", `/repos/${repository}/issues/comments/${id}`],
    advice: (status) => advice[status] ?? "",
  };
}

const advice: Readonly<Record<number, string>> = {
  401: "Check GITHUB_TOKEN.",
  403: "Give the job the permission `pull-requests: write`. Workflows of forks only have read access.",
  404: "The token may not have access to this repository, or the pull request does not exist. Give the job the permission `pull-requests: write`.",
};

function pullRequestNumber({
  GITHUB_EVENT_PATH: path,
  GITHUB_REF: ref = "",
}: NodeJS.ProcessEnv): number | undefined {
  const ofEvent = path ? numberInEvent(path) : undefined;
  const [, ofRef] = /^refs\/pull\/(\d+)\//.exec(ref) ?? [];
  return ofEvent ?? (ofRef === undefined ? undefined : Number(ofRef));
}

/** Of an event about a pull request, or about a comment on one. */
function numberInEvent(path: string): number | undefined {
  let event: { pull_request?: { number?: unknown }; issue?: { number?: unknown; pull_request?: unknown } };
  try {
    event = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw systemError(`read the event of the workflow (GITHUB_EVENT_PATH) ${path}`, error);
  }
  const number = event.pull_request?.number ?? (event.issue?.pull_request ? event.issue.number : undefined);
  return typeof number === "number" ? number : undefined;
}

/**
 * The merge request of a GitLab pipeline, by the variables that GitLab sets.
 * @throws Error that names what is missing
 */
function gitlabMergeRequest(env: NodeJS.ProcessEnv): Platform {
  const { GITLAB_TOKEN: own, CI_JOB_TOKEN: ofJob, CI_PROJECT_ID: project, CI_MERGE_REQUEST_IID: iid } = env;
  const token = own || ofJob;
  if (!token)
    throw new Error("--gitlab-note needs a token: set GITLAB_TOKEN to an access token with the scope api.");
  if (!project) throw new Error("--gitlab-note needs CI_PROJECT_ID, which GitLab sets in pipelines.");
  if (!iid)
    throw new Error(
      "--gitlab-note needs a merge request: CI_MERGE_REQUEST_IID is not set. Run it in a merge request pipeline.",
    );
  const request = `/projects/${encodeURIComponent(project)}/merge_requests/${encodeURIComponent(iid)}`;
  const notes = `${request}/notes`;
  return {
    name: `merge request ${iid} of project ${project}`,
    root: env.CI_API_V4_URL || "https://gitlab.com/api/v4",
    token,
    headers: own ? { "private-token": token } : { "job-token": token },
    comments: notes,
    replace: (id) => ["PUT", `${notes}/${id}`],
    advice: (status) => (own ? ofToken[status] : ofJobToken[status]) ?? "",
  };
}

const ofToken: Readonly<Record<number, string>> = {
  401: "Check GITLAB_TOKEN.",
  403: "GITLAB_TOKEN needs the scope api and at least the role Reporter.",
  404: "GITLAB_TOKEN may not have access to this project, or the merge request does not exist.",
};

const jobToken =
  "CI_JOB_TOKEN cannot write notes in most versions of GitLab: set GITLAB_TOKEN to an access token with the scope api.";
const ofJobToken: Readonly<Record<number, string>> = { 401: jobToken, 403: jobToken, 404: jobToken };
