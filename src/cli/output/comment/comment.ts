import { createUndiciTransport } from "../../../client/undici-transport";
import { version } from "../../../provider/version";
import type { ProcessContext } from "../terminal";
import { githubPullRequest } from "./github";
import { gitlabMergeRequest } from "./gitlab";
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
