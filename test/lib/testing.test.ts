import { declared as declaredInCdktn } from "rblmonitor/cdktn/testing";
import { declared as declaredInCdktf } from "rblmonitor/testing";
import { libraries, sid } from "./libraries";

describe.each(libraries)("what a stack declares, for tests with %s", (name, { sdk, constructs }) => {
  const declared = (name === "CDKTF" ? declaredInCdktf : declaredInCdktn) as typeof declaredInCdktf;
  const { App, Aspects, TerraformStack, Testing } = sdk;
  const { ContactGroup, DataRblmonitorHost, Host, RblmonitorProvider, tagAll } = constructs;

  function stack() {
    const stack = new TerraformStack(Testing.stubVersion(new App({ stackTraces: false })), "stack");
    const group = new ContactGroup(stack, "ops", { name: "Operators" });
    new Host(stack, "mx", { host: "192.0.2.1", name: "mx", profile: sid("RP"), contactGroups: [group] });
    new DataRblmonitorHost(stack, "mx-found", { host: "192.0.2.1" });
    return stack;
  }

  function validStack() {
    const valid = stack();
    new RblmonitorProvider(valid, "rblmonitor");
    return valid;
  }

  it("is listed completely, in order of the addresses", () => {
    expect(declared(validStack()).map(({ address }) => address)).toEqual([
      "data.rblmonitor_host.mx-found",
      "rblmonitor_contact_group.ops",
      "rblmonitor_host.mx",
    ]);
  });

  it("is filtered by class, which separates the resource and the data source of a type", () => {
    expect(declared(validStack(), Host)).toEqual([
      {
        type: "rblmonitor_host",
        name: "mx",
        address: "rblmonitor_host.mx",
        attributes: {
          host: "192.0.2.1",
          name: "mx",
          profile: sid("RP"),
          contact_groups: [`\${rblmonitor_contact_group.ops.id}`],
        },
      },
    ]);
    expect(declared(validStack(), DataRblmonitorHost).map(({ name }) => name)).toEqual(["mx-found"]);
  });

  it("is listed as aspects change it", () => {
    const tagged = validStack();
    Aspects.of(tagged).add(tagAll("customer"));
    expect(declared(tagged, Host)[0]?.attributes.tags).toEqual(["customer"]);
  });

  it("is an error when the stack lacks its provider", () => {
    expect(() => declared(stack())).toThrow(/without a matching provider/);
  });
});
