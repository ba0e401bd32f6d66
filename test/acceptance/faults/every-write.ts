import { closeAccounts } from "../account";
import { type Fault, openMatrix, printMatrix } from "./matrix";
import { has, isPausable, type Operation, subjects } from "./subjects";

type Matrix = Awaited<ReturnType<typeof openMatrix>>;

const changes: readonly Operation[] = ["update", "pause", "resume"];
const hostsOfSubnet = 4;

/** Every write of every kind under each of those faults, each step on what the one before left. */
export function testEveryWrite(faults: readonly Fault[]): void {
  afterAll(printMatrix);

  describe.each(faults)("$name", (fault) => {
    let matrix: Matrix;
    beforeAll(async () => {
      matrix = await openMatrix(fault);
    });
    afterAll(closeAccounts);

    /** The next apply does what is left, and after it there is nothing to plan. */
    const converges = async () => {
      const { code, diagnostics } = await matrix.stand.apply();
      expect([code, diagnostics.filter(({ severity }) => severity === "error")]).toEqual([0, []]);
      expect((await matrix.stand.plan()).planned).toEqual({});
    };
    const expectEnd = (cells: ReadonlyMap<string, string>, end = fault.ends ?? "done") => {
      const ends = { done: /: (done|adopted) /, left: /: (error|left) /, either: /: / };
      for (const [subject, cell] of cells) expect(`${subject}: ${cell}`).toMatch(ends[end]);
    };

    it("makes exactly one object of each create, and the state knows it", async () => {
      const { reported, owned, added, cells, sent, isWrite } = await matrix.strike("create");
      expectEnd(cells, fault.createEnds);
      expect([...owned].sort()).toEqual([...added].sort());
      expect(await matrix.tainted()).toEqual([]);
      for (const { address, severity, detail } of reported.diagnostics)
        if (address !== undefined && severity === "error")
          expect(detail).toMatch(/Nothing was created|without finding|creates nothing before/);
      await converges();
      expect(matrix.added()).toHaveLength(subjects.length - 1 + hostsOfSubnet);
      expect([...(await matrix.owned())].sort()).toEqual([...matrix.added()].sort());
      for (const subject of subjects)
        expect(sent.filter((request) => isWrite(request, subject)).length).toBeLessThanOrEqual(
          fault.createEnds === "left" ? 1 : 2,
        );
    });

    it.each(changes)("carries out every %s on the same objects", async (operation) => {
      const before = await matrix.owned();
      const { cells, added, owned } = await matrix.strike(operation);
      expectEnd(cells);
      expect([...added].sort()).toEqual([...before].sort());
      expect([...owned].sort()).toEqual([...before].sort());
      await converges();
      for (const subject of subjects.filter((one) => has(one, operation))) {
        const paused = isPausable(subject) ? { paused: operation === "pause" } : {};
        for (const object of await matrix.objects(subject))
          expect(object).toMatchObject({ ...subject.change, ...paused });
      }
    });

    it("deletes every object, and no other", async () => {
      const { cells } = await matrix.strike("delete");
      expectEnd(cells);
      await converges();
      expect(matrix.added()).toEqual([]);
      expect(await matrix.owned()).toEqual([]);
    });
  });
}
