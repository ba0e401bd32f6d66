import { readFileSync } from "node:fs";
import { type Feature, versionsWith } from "../real-core";

/** The rows of the guide, by the features that tests ask for. */
const rows: Readonly<Partial<Record<Feature, string>>> = {
  "provider functions": "Provider functions",
  "generated configuration of hosts": "`-generate-config-out` with hosts",
  "mock providers": "`mock_provider` in tests",
  "ephemeral resources": "Ephemeral resources",
  "write-only attributes": "Write-only attributes (`args_wo`)",
  "resource identity": "Import by `identity`",
  "deprecation messages": "Reasons in deprecation warnings",
  "list resources": "List resources and `terraform query`",
  actions: "Actions",
};

it.each(Object.entries(rows))("the guide has the versions with %s that tests expect", (feature, title) => {
  const guide = readFileSync("docs/guides/compatibility.md", "utf8");
  const row = guide.split("\n").find((line) => line.startsWith(`| ${title} `)) ?? "";
  const [, , terraform, openTofu] = row.split("|").map((cell) => cell.trim());
  const versions = [`Terraform ${terraform}`, ...(openTofu === "none" ? [] : [`OpenTofu ${openTofu}`])];
  expect(versions.join(", ")).toBe(versionsWith(feature as Feature));
});
