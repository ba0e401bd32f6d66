import { kinds } from "../../service/kinds";
import type { Attributes, DataSource } from "../../terraform";
import type { Account } from "../account";
import { checkStatusData } from "../checks/manual-check";
import { certificateErrorsData } from "./certificate-errors";
import { kindTables } from "./kinds";
import { listDataSource, listingsData } from "./list";
import { rateLimitData } from "./rate-limit";
import { singleDataSource } from "./single";

/** The provider's data sources by full type name: for each kind one that looks up an object, and one that lists them. */
export const dataSources: Readonly<Record<string, DataSource<Attributes, Account>>> = {
  ...Object.fromEntries(
    Object.values(kindTables).flatMap((table) => [
      [`rblmonitor_${table.kind}`, singleDataSource(table)],
      [`rblmonitor_${kinds[table.kind].pluralName}`, listDataSource(table)],
    ]),
  ),
  rblmonitor_certificate_errors: certificateErrorsData,
  rblmonitor_check_status: checkStatusData,
  rblmonitor_listings: listingsData,
  rblmonitor_rate_limit: rateLimitData,
};
