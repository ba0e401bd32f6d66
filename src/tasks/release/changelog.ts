const UNRELEASED = /^## Unreleased\n([\s\S]*?)(?=^## |(?![\s\S]))/m;

/**
 * A changelog in which what was unreleased is the section of a version, below an empty section for what comes next.
 * @throws Error when nothing is unreleased, or there is a section of that version
 */
export function cutChangelog(changelog: string, version: string, date: string): string {
  if (changelog.includes(`\n## ${version} `))
    throw new Error(`CHANGELOG.md has a section of ${version} already`);
  const changes = UNRELEASED.exec(changelog)?.[1]?.trim();
  if (!changes) throw new Error("CHANGELOG.md says of nothing that it is unreleased");
  // A function, so that a "$" in a change is one.
  return changelog.replace(UNRELEASED, (section) => {
    const end = section === changelog.slice(-section.length) ? "" : "\n";
    return `## Unreleased\n\n## ${version} (${date})\n\n${changes}\n${end}`;
  });
}
