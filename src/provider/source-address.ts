/** The provider's source address. */
export const sourceAddress = "registry.terraform.io/rblmonitor/rblmonitor";
