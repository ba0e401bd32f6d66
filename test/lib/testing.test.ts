import type { TerraformStack as Stack } from "cdktf";
import * as forCdktn from "rblmonitor/cdktn/testing";
import * as forCdktf from "rblmonitor/testing";
import { libraries, sid } from "./libraries";

describe.each(libraries)("what a stack declares, for tests with %s", (name, { sdk, constructs }) => {
  const { declared, destroyedBetween } = (name === "CDKTF" ? forCdktf : forCdktn) as typeof forCdktf;
  const { App, Aspects, TerraformStack, Testing } = sdk;
  const { ContactGroup, DataRblmonitorHost, Host, HostFleet, RblmonitorProvider, tagAll } = constructs;

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

  describe("is compared with a changed stack, which", () => {
    const withHosts = (hosts: Readonly<Record<string, unknown>>) => {
      const changed = validStack();
      const shared = { profile: sid("RP"), contactGroups: [sid("CG")] };
      new HostFleet(changed, "mail", { ...shared, hosts: hosts as never });
      return changed;
    };
    /** The destroyed objects, without the hashes in names. */
    const destroyed = (before: Stack | string, after: Stack) =>
      destroyedBetween(before, after).map((address) => address.replace(/_[0-9A-F]{8}$/, ""));
    const mx1 = "rblmonitor_host.mail_mx1";

    it("destroys nothing if addresses and their meanings are equal", () => {
      expect(destroyed(withHosts({ mx1: "A.example.com." }), withHosts({ mx1: "a.example.com" }))).toEqual(
        [],
      );
    });

    it("destroys what has another name, unless it states the former one", () => {
      const before = withHosts({ mx1: "192.0.2.9" });
      expect(destroyed(before, withHosts({ mx2: "192.0.2.9" }))).toEqual([mx1]);
      expect(destroyed(before, withHosts({ mx2: { host: "192.0.2.9", formerly: "mx1" } }))).toEqual([]);
    });

    it("destroys what has another argument that updates do not accept", () => {
      const before = withHosts({ mx1: "192.0.2.9" });
      expect(destroyed(before, withHosts({ mx1: "192.0.2.8" }))).toEqual([mx1]);
      expect(destroyed(before, withHosts({ mx1: { host: "192.0.2.9", tags: ["new"] } }))).toEqual([]);
    });

    it("may be compared with the text of a stack", () => {
      const text = Testing.synth(withHosts({ mx1: "192.0.2.9" }), true);
      expect(destroyed(text, validStack())).toEqual([mx1]);
    });
  });
});
