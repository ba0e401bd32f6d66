// Lays out releases as a static site that serves Terraform's provider network mirror protocol:
//   node src/tasks/release/mirror-site.mjs <site> <terraform-provider-…_mirror.json>…
// Versions that the site has already stay. Plain JavaScript without dependencies, so that the job that publishes the site
// runs no package.

import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";

/** The provider's address for Terraform and for OpenTofu, where a source has no host name. */
const providers = [
  "registry.terraform.io/rblmonitor/rblmonitor",
  "registry.opentofu.org/rblmonitor/rblmonitor",
];
const documentPattern = /^terraform-provider-rblmonitor_(.+)_mirror\.json$/;
const index = "index.json";

const [site, ...documents] = process.argv.slice(2);
if (site === undefined || documents.length === 0) fail("Usage: mirror-site.mjs <site> <…_mirror.json>…");
for (const document of documents) addVersion(document);
for (const provider of providers) writeIndex(join(site, provider));

/** Writes the document of a version, after the archives that it names by relative URLs. */
function addVersion(document) {
  const [, version] =
    documentPattern.exec(basename(document)) ?? fail(`${document} is not named like a …_mirror.json`);
  const text = readFileSync(document, "utf8");
  for (const provider of providers) {
    const folder = join(site, provider);
    for (const [platform, archive] of Object.entries(JSON.parse(text).archives)) {
      assertHashed(archive, `${document}, ${platform}`);
      if (!URL.canParse(archive.url)) copyArchive(dirname(document), resolve(folder, archive.url));
    }
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${version}.json`), text);
  }
}

/** Terraform installs an archive without hashes unverified. */
function assertHashed({ hashes = [] }, what) {
  for (const scheme of ["h1:", "zh:"])
    if (!hashes.some((hash) => hash.startsWith(scheme))) fail(`${what}: there is no ${scheme} hash`);
}

function copyArchive(release, target) {
  if (!target.startsWith(resolve(site) + sep)) fail(`${target} is outside of ${site}`);
  cpSync(join(release, basename(target)), target);
}

/** Lists the versions whose documents are there. Written last: a version in the index can be installed. */
function writeIndex(folder) {
  const versions = readdirSync(folder)
    .filter((file) => file.endsWith(".json") && file !== index)
    .map((file) => [file.slice(0, -".json".length), {}]);
  writeFileSync(
    join(folder, index),
    `${JSON.stringify({ versions: Object.fromEntries(versions.sort()) }, null, 2)}\n`,
  );
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
