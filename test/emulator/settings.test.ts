import { openPointValues, parseSetting, readSettings } from "../../src/emulator/settings";
import { emulators } from "./api";
import { defaults } from "./bodies";
import { answerForms } from "./settings/answer-forms";
import { deliveries } from "./settings/deliveries";
import { effects } from "./settings/effects";
import { refusals } from "./settings/refusals";
import { create, type Shown } from "./settings/shown";

const start = emulators();

const shown: Shown = { ...answerForms, ...refusals, ...effects, ...deliveries };

const cases = Object.entries(shown).flatMap(([name, { observe, values }]) =>
  Object.entries(values).map(([value, expected]) => ({ name, value, observe, expected })),
);

test.each(cases)("$name=$value shows", async ({ name, value, observe, expected }) => {
  // The ranks of a shuffle: one for the only contact group, then three for the tags.
  const ranks = [0, 0.5, 0.1, 0.9];
  const service = await start({
    ...parseSetting(`${name}=${value}`),
    random: () => ranks.shift() ?? 0,
    // A quarter of an hour before the clock's next hour.
    now: () => Date.UTC(2026, 10, 21, 12, 45),
    ...(name === "hourWindow" && { limits: { hour: 1 } }),
  });
  expect(await observe(service)).toEqual(expected);
});

test("all settings can be changed while the service runs", async () => {
  const service = await start();
  service.configure({ idKey: "sid", lists: "csv" });
  expect((await create(service, "contact")).data).toMatchObject({
    sid: expect.any(String),
    contact_group: defaults(service).group,
  });
});

describe("the table of settings", () => {
  test("has the default of each setting first", async () => {
    expect(openPointValues.idKey).toEqual(["id", "sid"]);
    const service = await start();
    expect(Object.keys((await create(service, "contact_group")).data)).toContain("id");
  });
});

describe("a setting in words", () => {
  test("has the type of its value", () => {
    expect(parseSetting("inUseStatus=422")).toEqual({ inUseStatus: 422 });
    expect(parseSetting("idKey=sid")).toEqual({ idKey: "sid" });
  });

  test("is read from a file with settings", () => {
    expect(readSettings('{"settings":{"pausedWord":0}}')).toEqual({ pausedWord: 0 });
    expect(() => readSettings('{"settings":{"colour":"red"}}')).toThrow("There is no setting");
    expect(() => readSettings('{"name":"other"}')).toThrow('It must contain {"settings": {…}}');
  });

  test.each(["colour=red", "toString=x", "idKey=uuid", "idKey", ""])("%j is refused", (text) => {
    expect(() => parseSetting(text)).toThrow(/There is no setting|is not a value of/);
  });
});
