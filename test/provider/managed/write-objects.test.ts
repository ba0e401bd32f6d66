import { type ErrorKind, failed } from "../../../src/client/errors";
import { untriedMembers } from "../../../src/provider/managed/notes";
import { mayBeApplied, resendIfUnanswered, writeObjects } from "../../../src/provider/managed/write-objects";
import { managedResources } from "../../../src/provider/resources";
import { serviceDiagnostic } from "../../../src/provider/service-diagnostic";
import { PrivateState } from "../../../src/terraform/definition/private-state";
import { DiagnosticError } from "../../../src/terraform/diagnostics";

const { object } = managedResources.rblmonitor_host;
const hosts = Array.from({ length: 25 }, (_, n) => ({
  id: `HT${n}`,
  host: `192.0.2.${n}`,
  ip: `192.0.2.${n}`,
}));

/** The failure of a request, which may have had an effect or not. */
const failure = (effect: "none" | "possible", kind: ErrorKind = "server") =>
  failed(kind, "update host", "not so", { effect });
const diagnostic = (effect: "none" | "possible") =>
  serviceDiagnostic(failure(effect), [{ attribute: "name" }]);

/** Writes to the hosts of a subnet, some of which fail. */
async function written(
  members: typeof hosts,
  failures: Readonly<Record<string, unknown>>,
  untried: readonly string[] = [],
) {
  const privateState = new PrivateState();
  untriedMembers.set(privateState, untried);
  const order: string[] = [];
  let unreached: readonly string[] | undefined;
  const thrown = await writeObjects({
    ...{ object, privateState, ids: members.map(({ id }) => id), done: "updated" },
    state: { id: "HT0", host: "192.0.2.0/27", ...(members.length > 1 && { members }) } as never,
    write: async (id) => {
      order.push(id);
      if (id in failures) throw failures[id];
    },
    onPartial: (ids) => {
      unreached = ids;
    },
  }).catch((each: unknown) => each);
  return { thrown, order, unreached, untried: untriedMembers.of(privateState) };
}

describe("a write to the objects of a resource", () => {
  it("reaches each of them once, those first that the last write skipped", async () => {
    const { thrown, order, unreached, untried } = await written(hosts, {}, ["HT24", "HT20"]);
    expect([thrown, unreached, untried]).toEqual([undefined, undefined, []]);
    expect(order.slice(0, 3)).toEqual(["HT20", "HT24", "HT0"]);
    expect([...order].sort()).toEqual(hosts.map(({ id }) => id).sort());
  });

  it("skips the others after a failure, and reports those that are done, that failed and that were skipped", async () => {
    const { thrown, unreached, untried } = await written(hosts, { HT3: diagnostic("none") });
    const skipped = hosts.slice(10).map(({ id }) => id);
    expect([untried, unreached]).toEqual([skipped, ["HT3", ...skipped]]);
    expect(thrown).toBeInstanceOf(DiagnosticError);
    const { summary, detail, path, cause } = thrown as DiagnosticError;
    expect([summary, path]).toEqual(["Service error", [{ attribute: "name" }]]);
    expect(cause).toMatchObject({ kind: "server" });
    expect(detail).toContain(
      "The resource manages 25 hosts. The next apply continues with those that were not updated.",
    );
    expect(detail).toMatch(
      /\n9 updated: 192\.0\.2\.0 to .*\.\n1 failed: 192\.0\.2\.3\.\n15 not tried: 192\.0\.2\.10/,
    );
  });

  it("leaves out of the report what is empty", async () => {
    const all = Object.fromEntries(hosts.slice(0, 2).map(({ id }) => [id, diagnostic("none")]));
    const { thrown } = await written(hosts.slice(0, 2), all);
    expect(String(thrown)).toContain("2 failed: ");
    expect(String(thrown)).not.toMatch(/updated: |not tried: /);
  });

  it.each([
    ["without an effect saves nothing", "none", undefined],
    ["of which one may have had an effect saves the rest as unreached", "possible", ["HT0", "HT1"]],
  ] as const)("that fails for all %s", async (_, effect, expected) => {
    const two = hosts.slice(0, 2);
    const { unreached } = await written(two, { HT0: diagnostic("none"), HT1: diagnostic(effect) });
    expect(unreached).toEqual(expected);
  });

  it("to a single object throws its failure as it is", async () => {
    const error = diagnostic("possible");
    const { thrown, unreached } = await written(hosts.slice(0, 1), { HT0: error });
    expect(thrown).toBe(error);
    expect(unreached).toBeUndefined();
  });

  it("throws what is no diagnostic as it is", async () => {
    const defect = new TypeError("a defect");
    expect((await written(hosts, { HT0: defect })).thrown).toBe(defect);
  });
});

describe("a request that is sent again if its answer is unreadable", () => {
  const sent = async (failures: readonly unknown[], isOpen?: () => boolean) => {
    let count = 0;
    const send = async () => {
      const thrown = failures[count];
      count += 1;
      if (thrown !== undefined) throw thrown;
    };
    const thrown = await resendIfUnanswered(send, isOpen).catch((each: unknown) => each);
    return { thrown, count };
  };
  const unreadable = failure("possible", "unreadable");

  it("is sent once if it succeeds, and twice after such an answer, of which the second one decides", async () => {
    expect(await sent([])).toEqual({ thrown: undefined, count: 1 });
    expect(await sent([unreadable])).toEqual({ thrown: undefined, count: 2 });
    const refusal = failure("none", "validation");
    expect(await sent([unreadable, refusal])).toEqual({ thrown: refusal, count: 2 });
  });

  it.each([
    ["another failure", failure("possible", "server")],
    ["an answer that certainly had no effect", failure("none", "unreadable")],
    ["a defect", new TypeError("a defect")],
  ])("is sent once after %s", async (_, thrown) => {
    expect(await sent([thrown])).toEqual({ thrown, count: 1 });
  });

  it("is sent again after any failure that may have had an effect, if the caller says so", async () => {
    expect(await sent([failure("possible", "server")], () => true)).toEqual({ thrown: undefined, count: 2 });
    expect((await sent([failure("none", "server")], () => true)).count).toBe(1);
  });
});

it.each<[string, unknown, boolean]>([
  ["a failure that may have had an effect", failure("possible"), true],
  ["a failure without an effect", failure("none"), false],
  ["a defect", new TypeError("a defect"), false],
])("after %s the change may be applied: %p", (_, thrown, expected) => {
  expect(mayBeApplied(thrown)).toHaveLength(expected ? 1 : 0);
});
