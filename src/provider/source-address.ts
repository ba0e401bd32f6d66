/** Where Terraform finds the provider. */
export const sourceAddress = "registry.terraform.io/rblmonitor/rblmonitor";
