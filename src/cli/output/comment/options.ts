import type { Command } from "commander";

/** Options of commands that comment on a pull request. */
export interface CommentOptions {
  readonly githubComment?: true;
  readonly gitlabNote?: true;
  readonly commentName?: string;
}

/** Adds these options to a command. @param what the command writes, as in `report` */
export function withCommentOptions(command: Command, what: string): Command {
  return command
    .option(
      "--github-comment",
      `create or update a comment with the ${what} on the GitHub pull request (GITHUB_TOKEN)`,
    )
    .option(
      "--gitlab-note",
      `create or update a note with the ${what} on the GitLab merge request (GITLAB_TOKEN)`,
    )
    .option(
      "--comment-name <name>",
      "name of the comment, if a pull request has several, such as one for each folder",
    );
}
