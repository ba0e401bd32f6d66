import type { Platform } from "./platform";

/**
 * The merge request of a GitLab pipeline, by the variables that GitLab sets.
 * @throws Error that names what is missing
 */
export function gitlabMergeRequest(env: NodeJS.ProcessEnv): Platform {
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
