import { readFileSync } from "node:fs";
import { type OpenPointSettings, readSettings } from "../src/emulator/settings";

const { RBLMONITOR_TEST_SETTINGS: file } = process.env;

/** The behaviour of a real account, which `npm run probe` wrote to the file in RBLMONITOR_TEST_SETTINGS. Otherwise none. */
export const accountSettings: Partial<OpenPointSettings> =
  file === undefined || file === "" ? {} : readSettings(readFileSync(file, "utf8"));
