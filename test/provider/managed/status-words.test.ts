import { host } from "./create-fixtures";
import { beginRun, closeRuns, emulated } from "./run";

afterEach(closeRuns);

/** A host of an account whose words for active and paused no document names, after its first apply. */
async function strange(paused = false) {
  const service = await emulated({ statusWords: "unknown", pausedWord: "hibernating" });
  const managed = host(service, { paused });
  const { warnings } = await (await beginRun(service)).apply(managed);
  const apply = async (config = managed.config) => {
    const { warnings, isEmpty } = await (await beginRun(service)).apply(managed, config);
    return { warnings, isEmpty, paused: managed.state?.paused };
  };
  return { service, managed, warnings, apply };
}

describe("an unknown status word", () => {
  it("means active from the create on that shows it", async () => {
    const { warnings, apply } = await strange();
    expect(warnings).toEqual([]);
    expect(await apply()).toEqual({ warnings: [], isEmpty: true, paused: false });
  });

  it("means paused from the pause on after which it was read, and active still has its own word", async () => {
    const { managed, apply } = await strange();
    const paused = { ...managed.config, paused: true };
    expect(await apply(paused)).toEqual({ warnings: [], isEmpty: false, paused: true });
    expect(await apply(paused)).toEqual({ warnings: [], isEmpty: true, paused: true });
    expect(await apply()).toEqual({ warnings: [], isEmpty: false, paused: false });
    expect(await apply()).toEqual({ warnings: [], isEmpty: true, paused: false });
  });

  it("leads to a warning where nothing shows its meaning, and the state keeps what was applied", async () => {
    const { service, managed, apply } = await strange();
    service.account.change(managed.ids[0] ?? "", { paused: true });
    const { warnings, ...rest } = await apply();
    expect(rest).toEqual({ isEmpty: true, paused: false });
    expect(warnings).toEqual([
      expect.stringMatching(/Unknown status "hibernating": .*paused = false.*rblmonitor resume HT/s),
    ]);
  });

  it("that is shown after a create and after a pause has no meaning", async () => {
    const { service, managed, apply } = await strange();
    service.configure({ pausedWord: "monitoring" as "paused" });
    const paused = { ...managed.config, paused: true };
    expect(await apply(paused)).toEqual({ warnings: [], isEmpty: false, paused: true });
    expect(await apply(paused)).toEqual({
      warnings: [expect.stringContaining('Unknown status "monitoring"')],
      isEmpty: true,
      paused: true,
    });
  });
});
