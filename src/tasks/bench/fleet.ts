/** Terraform's code of an address that differs by index. */
const address = (index: string): string =>
  `10.\${floor(${index} / 65536)}.\${floor(${index} / 256) % 256}.\${${index} % 256}`;

/** A configuration of that many hosts, with a profile and a group. The output tells the ids of the first host and of these. */
export function benchFleet(count: number): string {
  return `
terraform {
  required_providers {
    rblmonitor = { source = "rblmonitor/rblmonitor" }
  }
}
resource "rblmonitor_contact_group" "group" { name = "Bench" }
resource "rblmonitor_monitoring_profile" "profile" {
  name      = "Bench"
  frequency = "24_hours"
}
resource "rblmonitor_host" "host" {
  count          = ${count}
  host           = "${address("count.index")}"
  name           = "host \${count.index}"
  profile        = rblmonitor_monitoring_profile.profile.id
  contact_groups = [rblmonitor_contact_group.group.id]
  tags           = ["bench", "number-\${count.index % 10}"]
}
output "first" {
  value = {
    id      = rblmonitor_host.host[0].id
    profile = rblmonitor_monitoring_profile.profile.id
    group   = rblmonitor_contact_group.group.id
  }
}
`;
}

/** What differs between its hosts, of that of an index. */
export function benchHost(index: number) {
  const [high, middle, low] = [index >> 16, (index >> 8) % 256, index % 256];
  return {
    host: `10.${high}.${middle}.${low}`,
    name: `host ${index}`,
    tags: ["bench", `number-${index % 10}`],
  };
}

/** The same of terraform's own resource, for which it starts no plugin. */
export function terraformData(count: number): string {
  return `
resource "terraform_data" "group" { input = { name = "Bench" } }
resource "terraform_data" "profile" { input = { name = "Bench", frequency = "24_hours" } }
resource "terraform_data" "host" {
  count = ${count}
  input = {
    host           = "${address("count.index")}"
    name           = "host \${count.index}"
    profile        = terraform_data.profile.id
    contact_groups = [terraform_data.group.id]
    tags           = ["bench", "number-\${count.index % 10}"]
  }
}
output "first" {
  value = {
    id      = terraform_data.host[0].id
    profile = terraform_data.profile.id
    group   = terraform_data.group.id
  }
}
`;
}
