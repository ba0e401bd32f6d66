import { usualTargets } from "../files";
import { runNode } from "../programs";
import { pluginForm } from "../real-terraform/workspace";
import { productsOf } from "./products";

/**
 * Jest calls it before the tests: builds the folders of dist/ that they need, unless they are up to date.
 *
 * @throws Error when the build fails
 */
export default async function buildProducts({ nonFlagArgs }: { readonly nonFlagArgs: readonly string[] }) {
  const products = await productsOf(nonFlagArgs);
  const targets = [...usualTargets, ...(pluginForm() === "executable" ? ["executable"] : [])];
  const needed = targets.filter((name) => products?.has(name) ?? true);
  if (needed.length === 0) return;
  const { NODE_EXTRA_CA_CERTS: authorities, RBLMONITOR_TEST_AUTHORITIES: hidden = authorities } = process.env;
  // In another process: jest would take long to load the build.
  if ((await runNode(["src/tasks/run.mjs", "build", ...needed], { NODE_EXTRA_CA_CERTS: hidden })) !== 0)
    throw new Error("The programs that the tests need could not be built.");
}
