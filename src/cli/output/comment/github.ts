import { readFileSync } from "node:fs";
import { systemError } from "../system-error";
import type { Platform } from "./platform";

/**
 * The pull request of a GitHub workflow, by the variables that GitHub sets.
 * @throws Error that names what is missing
 */
export function githubPullRequest(env: NodeJS.ProcessEnv): Platform {
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
