import { engines } from "../../../../package.json";

/** Ends the process in an older Node, which would fail later, with an error that does not name its version. */
export function assertNode(): void {
  const required = engines.node.replace(">=", "");
  const { node } = process.versions;
  const [[minMajor = 0, minMinor = 0] = [], [major = 0, minor = 0] = []] = [required, node].map((version) =>
    version.split(".").map(Number),
  );
  if (major > minMajor || (major === minMajor && minor >= minMinor)) return;
  const message = `rblmonitor needs Node.js ${required} or later, and this is ${node} (${process.execPath}).\n`;
  process.stderr.write(message);
  // Terraform quotes what a plugin prints in place of its handshake.
  if (process.env.TF_PLUGIN_MAGIC_COOKIE) process.stdout.write(message);
  process.exit(1);
}
