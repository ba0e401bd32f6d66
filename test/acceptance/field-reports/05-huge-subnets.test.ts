import type { Emulator } from "../../../src/emulator/emulator";
import { isCallOn } from "../api-version";
import { closeAccounts, openAccount } from "../driven/account";
import { resource } from "../resource-block";

afterEach(closeAccounts);

function host({ account }: Emulator, name: string, address: string): string {
  return resource("host", name, {
    host: address,
    name,
    profile: account.objects("monitoring_profile")[0]?.id,
    contact_groups: [account.objects("contact_group")[0]?.id],
  });
}

it("a subnet that no account can hold is refused in the plan, at its attribute, with the number of its addresses", async () => {
  const account = await openAccount();
  const subnets = { quarter: "16.0.0.0/4", eighth: "10.0.0.0/8", all: "0.0.0.0/0", most: "10.1.0.0/15" };
  await account.write(
    Object.entries(subnets)
      .map(([name, cidr]) => host(account.service, name, cidr))
      .join(""),
  );
  // They also overlap, which is reported on its own.
  const diagnostics = (await account.plan()).diagnostics.filter(({ summary }) =>
    summary.includes("too large"),
  );
  const counts = { quarter: "268,435,456", eighth: "16,777,216", all: "4,294,967,296", most: "131,072" };
  expect([...diagnostics].sort((a, b) => String(a.address).localeCompare(String(b.address)))).toEqual(
    Object.entries(counts)
      .sort()
      .map(([name, count]) =>
        expect.objectContaining({
          severity: "error",
          summary: "Subnet too large",
          address: `rblmonitor_host.${name}`,
          code: expect.stringContaining("host ="),
          detail: expect.stringMatching(new RegExp(`${count} addresses.* 65,536`, "s")),
        }),
      ),
  );
  expect(account.service.requests.filter(({ method }) => method === "POST")).toEqual([]);
});

it("a /16 is planned, with a warning that says how many addresses it has", async () => {
  const account = await openAccount();
  await account.write(host(account.service, "net", "10.1.0.0/16"));
  const { diagnostics, planned } = await account.plan();
  expect(planned).toEqual({ "rblmonitor_host.net": "create" });
  expect(diagnostics).toEqual([
    expect.objectContaining({ severity: "warning", detail: expect.stringContaining("65,536 addresses") }),
  ]);
});

it("a huge subnet that the account has is read, planned and changed as it is", async () => {
  const account = await openAccount({ subnetCreate: "one" });
  const { id } = account.service.account.add("host", { host: "10.0.0.0/8", name: "before" });
  const block = `import {\n  to = rblmonitor_host.net\n  id = "10.0.0.0/8"\n}\n`;
  await account.write(block + host(account.service, "net", "10.0.0.0/8"));
  expect((await account.apply()).diagnostics).toEqual([]);
  expect(account.service.account.find(id)).toMatchObject({ name: "net" });
});

describe.each(["flat", "parent-and-children"] as const)("a large subnet (%s)", (subnetCreate) => {
  it("whose answer is lost leaves none of the 19 other resources of the apply without state", async () => {
    const account = await openAccount({ subnetCreate });
    const others = Array.from({ length: 19 }, (_, index) => `203.0.113.${index + 1}`);
    await account.write(
      [
        host(account.service, "net", "10.0.0.0/22"),
        ...others.map((address, index) => host(account.service, `other_${index}`, address)),
      ].join(""),
    );
    account.service.faults.arm({
      fault: "500-after",
      matching: (request) => isCallOn(request, "create", "host") && request.form?.host === "10.0.0.0/22",
    });
    const { code, applied } = await account.tryApply();
    expect({ code, created: Object.values(applied) }).toEqual({ code: 0, created: Array(20).fill("create") });
    const { members } = (await account.values("rblmonitor_host.net")) as { members: readonly unknown[] };
    expect(account.service.account.objects("host")).toHaveLength(members.length + others.length);
  });
});
