import { type Collection, createdObjects } from "../../../src/client/collection";
import type { ApiResponse } from "../../../src/client/envelope";
import { ServiceError } from "../../../src/client/errors";
import type { Account } from "../../../src/provider/account";
import { host } from "../../../src/provider/host";
import { Ledger } from "../../../src/provider/managed/identity/ledger";
import { keyRuleOf } from "../../../src/provider/managed/identity/natural-key";
import { subnetHosts } from "../../../src/provider/subnet/members";
import * as addresses from "../../../src/service/addresses";
import type { ServiceObject } from "../../../src/service/responses";
import { KindReader } from "../../../src/snapshot/kind-reader";
import { PrivateState } from "../../../src/terraform/definition/private-state";
import { Diagnostics } from "../../../src/terraform/diagnostics";

jest.mock("../../../src/service/addresses", () => ({
  __esModule: true,
  ...jest.requireActual("../../../src/service/addresses"),
}));

type Host = ServiceObject<"host">;

const pageSize = 100;
const hex = (number: number) => number.toString(16).padStart(32, "0");
const subnetOf = (prefixLength: number) => {
  const subnet = addresses.parseSubnet(`10.0.0.0/${prefixLength}`);
  if (subnet === undefined) throw new Error("no subnet");
  return subnet;
};

/** The worst that a process does between two turns of its event loop, counted in uses of the members' fields. */
class Steps {
  most = 0;
  total = 0;
  turns = 0;
  private now = 0;
  private isOver = false;

  count(): void {
    this.now += 1;
    this.total += 1;
    this.most = Math.max(this.most, this.now);
  }

  async during<T>(act: () => Promise<T>): Promise<T> {
    const turn = () => {
      this.now = 0;
      this.turns += 1;
      if (!this.isOver) setImmediate(turn);
    };
    setImmediate(turn);
    try {
      return await act();
    } finally {
      this.isOver = true;
    }
  }
}

/** Hosts whose fields count each use. */
function hostsOf(prefixLength: number, steps: Steps): Host[] {
  return addresses.subnetAddresses(subnetOf(prefixLength)).map((address, index) => {
    const fields = { host: address, name: "Net", profile: `RP${hex(0)}`, contact_group: [`CG${hex(0)}`] };
    const counted = Object.entries(fields).map(
      ([name, value]) =>
        [
          name,
          {
            enumerable: true,
            get() {
              steps.count();
              return value;
            },
          },
        ] as const,
    );
    return Object.defineProperties({ id: `HT${hex(index)}` }, Object.fromEntries(counted)) as Host;
  });
}

/** An account whose list has these hosts; all other hosts do not exist. */
function accountWith(hosts: readonly Host[]): Account {
  const page = async (number: number) => ({
    objects: hosts.slice((number - 1) * pageSize, number * pageSize),
    page: number,
    pageSize,
    totalPages: Math.ceil(hosts.length / pageSize),
    total: hosts.length,
    totalListed: undefined,
    unreadable: 0,
  });
  const get = async (object: string) => {
    throw new ServiceError({ kind: "not_found", operation: "get", object, problem: "gone", effect: "none" });
  };
  const reader = new KindReader({ kind: "host", page, get } as unknown as Collection<"host">);
  const ledger = new Ledger(keyRuleOf(host.object));
  const account = { reader: async () => reader, ledger: () => ledger, knows: () => true, apiVersion: "4.0" };
  return account as unknown as Account;
}

const call = (context: Account) => ({
  context,
  diagnostics: new Diagnostics(),
  privateState: new PrivateState(),
  signal: new AbortController().signal,
});

const stateOf = (members: readonly { id: string; host: string }[]) => ({
  id: members[0]?.id ?? "",
  host: "10.0.0.0/18",
  name: "Net",
  profile: `RP${hex(0)}`,
  contact_groups: [`CG${hex(0)}`],
  tags: null,
  paused: false,
  members,
});

/** One turn handles a thousand hosts, and uses the `host` of each a few times. */
const mostInTurn = 20_000;

describe("a huge subnet", () => {
  it("is read with turns of the event loop in between", async () => {
    const steps = new Steps();
    const hosts = hostsOf(18, steps);
    const members = hosts.map(({ id }, index) => ({ id, host: addresses.addressAt(subnetOf(18), index) }));
    const state = stateOf(members) as never;
    const read = await steps.during(() => host.read({ ...call(accountWith(hosts)), state }));
    expect(read?.members).toHaveLength(16_384);
    expect(steps.total).toBeGreaterThan(16_384);
    expect(steps.most).toBeLessThan(mostInTurn);
  });

  it("is taken from the answer of its create with turns of the event loop in between", async () => {
    const steps = new Steps();
    const data = Array.from({ length: 65_536 }, (_, index) => ({ id: `HT${hex(index)}`, host: "10.0.0.0" }));
    const answer = { envelope: { data }, excerpt: () => "" } as unknown as ApiResponse;
    const created = await steps.during(() => createdObjects("host", answer, "create host"));
    expect(created).toHaveLength(65_536);
    expect(steps.turns).toBeGreaterThan(60);
  });

  it("is recognised with turns of the event loop in between after its answer was lost", async () => {
    const steps = new Steps();
    const objects = hostsOf(18, steps);
    const body = { host: "10.0.0.0/18" };
    const isAsSent = ({ name }: Host) => name === "Net";
    const found = await steps.during(async () => subnetHosts.match(body, objects, isAsSent));
    expect(found?.same).toHaveLength(16_384);
    expect(steps.most).toBeLessThan(mostInTurn);
  });

  it("that lost half of its hosts elsewhere is not compared member by member", async () => {
    const hosts = hostsOf(20, new Steps());
    const left = hosts.filter((_, index) => index % 2 === 0);
    const members = hosts.map(({ id }, index) => ({ id, host: addresses.addressAt(subnetOf(20), index) }));
    const compared = jest.spyOn(addresses, "canonicalHost");
    const state = stateOf(members) as never;
    const privateState = new PrivateState();
    await host.read({ ...call(accountWith(left)), privateState, state });
    expect(privateState.get("lost")).toHaveLength(2048);
    expect(compared.mock.calls.length).toBeLessThan(5 * 4096);
  });
});

it("thousands of objects that are read at once are not counted again for each of them", async () => {
  const hosts = hostsOf(21, new Steps());
  const reader = await accountWith(hosts).reader("host");
  const known = jest.spyOn(Map.prototype, "has");
  const read = await Promise.all(hosts.map(({ id }) => reader.read(id)));
  const lookedUp = known.mock.calls.length;
  known.mockRestore();
  expect(read).not.toContain(undefined);
  expect(lookedUp).toBeLessThan(100 * hosts.length);
});

it.each(["16.0.0.0/4", "0.0.0.0/0"])(
  "a subnet as large as %s is looked for without a list of its addresses",
  async (cidr) => {
    const listed = jest.spyOn(addresses, "subnetAddresses");
    const objects = [{ id: `HT${hex(1)}`, host: "16.0.0.1" }];
    const found = await subnetHosts.match({ host: cidr }, objects, () => true);
    expect(found).toEqual({ near: objects });
    expect(listed).not.toHaveBeenCalled();
  },
);
