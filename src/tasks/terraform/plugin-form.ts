/** The plugin is a bundled script for Node, or a self-contained executable. */
type Form = "script" | "executable";

/** What tests and tasks start, `RBLMONITOR_TEST_FORM`; by default the script. */
export function pluginForm({ RBLMONITOR_TEST_FORM: form = "script" } = process.env): Form {
  if (form === "script" || form === "executable") return form;
  throw new Error(`RBLMONITOR_TEST_FORM is script or executable, not ${form}`);
}

/** The folder of dist/ that holds the plugin to be tested. `npm test` builds it. */
export function builtPlugin(): string {
  return pluginForm() === "executable" ? "dist/executable" : "dist/plugin";
}
