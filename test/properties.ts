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

export * from "../node_modules/fast-check/lib/cjs/fast-check";
export { assert };
export default { ...real, assert };
