import { setTimeout as sleep } from "node:timers/promises";
import type { EmulatorOptions } from "../../../src/emulator/emulator";
import { defaultOpenPointSettings, type OpenPointSettings, openPointValues } from "../../../src/emulator/settings";
import { listen } from "../../../src/tasks/probe/listener";
import { type ProbeReport, probe } from "../../../src/tasks/probe/run";
import { emulators } from "../../emulator/api";

const start = emulators();

type Name = keyof OpenPointSettings;
const names = Object.keys(openPointValues) as Name[];

/** Probes an emulator with these settings, over HTTP only. */
async function probed(settings: Partial<OpenPointSettings>, options: EmulatorOptions = {}): Promise<ProbeReport> {
  // A quarter of an hour before the clock's next hour.
  const now = () => Date.UTC(2026, 10, 21, 12, 45);
  const service = await start({ now, checkDuration: 100, webhookRetryDelay: 1, ...options, ...settings });
  const firstListed = Date.UTC(2026, 10, 18, 11, 44, 3);
  service.account.add("host", { host: "192.0.2.99", listed: true, firstListed });
  const listener = await listen("127.0.0.1", 0);
  try {
    return await probe({
      baseUrl: service.url,
      legacyBaseUrl: service.legacyUrl,
      accountSid: service.accountSid,
      authToken: service.authToken,
      listener: { publicUrl: `http://127.0.0.1:${listener.port}`, received: listener.received },
      wait: (milliseconds) => (milliseconds < 1000 ? Promise.resolve() : sleep(milliseconds / 200)),
      now,
      signal: new AbortController().signal,
    });
  } finally {
    listener.close();
  }
}

/** Settings that show only together with others. */
const companions: { readonly [N in Name]?: Partial<OpenPointSettings> } = {
  parentDelete: { subnetCreate: "parent-and-children" },
};

it("short", async () => {
  const size = 6;
  const missed = new Set(names.flatMap((n) => openPointValues[n].map((v) => `${n}=${v}`)));
  for (let i = 0; i < size; i += 1) {
    const before = Date.now();
    const settings = Object.fromEntries(names.map((n) => [n, openPointValues[n][i % openPointValues[n].length]])) as never as OpenPointSettings;
    const report = await probed(settings);
    for (const row of report.rows) {
      if (row.observed === settings[row.setting]) missed.delete(`${row.setting}=${row.observed}`);
      else console.log(i, row.setting, settings[row.setting], row.observed, row.result, row.evidence);
    }
    console.log(report.sent, report.left, Date.now() - before);
  }
  console.log(missed);
});
