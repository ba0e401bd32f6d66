/*
 * What every property of the project is tried with. Jest gives this module to whoever imports `fast-check`
 * (moduleNameMapper in package.json), so that no property can be forgotten; it is the one place that reads
 * PROPERTY_RUNS and PROPERTY_SEED.
 */
import real from "../node_modules/fast-check/lib/cjs/fast-check";

/** How many times as many cases are tried as a property asks for; `npm run test:long` sets it. */
const times = Number(process.env.PROPERTY_RUNS ?? 1);

/** Whether this is the long form of the tests. */
export const isLong = times > 1;

/** The short form tries the same cases each time, so that a commit passes or does not. The long form looks further. */
const seed = Number(process.env.PROPERTY_SEED ?? (isLong ? Date.now() : 20_261_121));

/** Milliseconds after which a property has been tried enough, unless it says otherwise; tests may take a minute. */
const longEnough = 40_000;

const bounded = (parameters: { readonly numRuns?: number } = {}) => ({
  seed,
  ...(isLong && { interruptAfterTimeLimit: longEnough }),
  ...parameters,
  numRuns: (parameters.numRuns ?? 100) * times,
});

const assert = ((property: never, parameters?: object) =>
  real.assert(property, bounded(parameters))) as typeof real.assert;

const surrogates = 0x800;

/** Any code point but surrogates. The library's own one first makes a map of all, which takes each file a second. */
const codePoint = real.nat(0x10ffff - surrogates).map(
  (n) => String.fromCodePoint(n < 0xd800 ? n : n + surrogates),
  (text) => {
    const [char, ...others] = typeof text === "string" ? text : [];
    const code = char?.codePointAt(0);
    if (code === undefined || others.length > 0) throw new Error("Not a code point");
    return code < 0xd800 ? code : code - surrogates;
  },
);

const string: typeof real.string = (constraints) =>
  real.string(constraints?.unit === "binary" ? { ...constraints, unit: codePoint } : constraints);

export * from "../node_modules/fast-check/lib/cjs/fast-check";
export { assert, string };
export default { ...real, assert, string };
