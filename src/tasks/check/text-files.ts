import { join } from "node:path";
import { filesAt } from "../files";

/** Pages and code that people read. */
const places = [
  ...["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "BENCHMARKS.md"],
  ...["docs", "examples", "src", "lib", "test"],
];

/** The corpus has documents of other projects. */
const foreign = /node_modules\/|\/corpus\/|\/generated\//;

/** The paths of all pages and code below `root`, without what is generated or foreign. */
export async function textFiles(root: string): Promise<readonly string[]> {
  const listed = await Promise.all(places.map((place) => filesAt(join(root, place))));
  return listed.flat().filter((file) => /\.(?:md|ts|mjs|proto)$/.test(file) && !foreign.test(file));
}
