/** The owner of the measured resources: our provider, or Terraform itself, which starts no plugin for them. */
type Owner = "rblmonitor" | "terraform_data";

const REQUIRED = `terraform {
  required_providers {
    rblmonitor = { source = "rblmonitor/rblmonitor" }
  }
}
`;

/** A configuration of hosts, with a profile and a group. The output has the ids of the first host and of these two. */
export function benchFleet(count: number, owner: Owner = "rblmonitor"): string {
  const resource = (type: string, name: string, attributes: string, meta = "") =>
    owner === "rblmonitor"
      ? `resource "rblmonitor_${type}" "${name}" {\n${meta}${attributes}}\n`
      : `resource "terraform_data" "${name}" {\n${meta}  input = {\n${attributes}  }\n}\n`;
  const address = (type: string, name: string) =>
    owner === "rblmonitor" ? `rblmonitor_${type}.${name}` : `terraform_data.${name}`;
  const [group, profile] = [address("contact_group", "group"), address("monitoring_profile", "profile")];
  const host = `  host = "10.\${floor(count.index / 65536)}.\${floor(count.index / 256) % 256}.\${count.index % 256}"
  name = "host \${count.index}"
  profile = ${profile}.id
  contact_groups = [${group}.id]
  tags = ["bench", "number-\${count.index % 10}"]
`;
  return [
    owner === "rblmonitor" ? REQUIRED : "",
    resource("contact_group", "group", '  name = "Bench"\n'),
    resource("monitoring_profile", "profile", '  name = "Bench"\n  frequency = "24_hours"\n'),
    resource("host", "host", host, `  count = ${count}\n`),
    `output "first" {
  value = { id = ${address("host", "host")}[0].id, profile = ${profile}.id, group = ${group}.id }
}
`,
  ].join("");
}

/** The attributes of the host with that index that differ from host to host. */
export function benchHost(index: number) {
  const [high, middle, low] = [index >> 16, (index >> 8) % 256, index % 256];
  return {
    host: `10.${high}.${middle}.${low}`,
    name: `host ${index}`,
    tags: ["bench", `number-${index % 10}`],
  };
}
