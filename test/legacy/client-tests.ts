import { bothVersionsTests } from "./both-versions";
import { endpointTests } from "./endpoints";
import { habitTests } from "./habits";
import { migrationTests } from "./migration";
import { parameterTests } from "./parameters";
import type { StartLegacy } from "./program";
import { ruleTests } from "./rules";

/**
 * What programs of the time of version 3.0 rely on: a test by name for each row of the specification's tables, for each rule,
 * and for each point of the migration as far as it is one of the two interfaces.
 */
export function legacyClientTests(start: StartLegacy): void {
  endpointTests(start);
  parameterTests(start);
  ruleTests(start);
  migrationTests(start);
  habitTests(start);
  bothVersionsTests(start);
}
