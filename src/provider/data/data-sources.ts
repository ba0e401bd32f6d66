import type { AnyDataSource } from "../../terraform";
import type { Account } from "../account";
import { checkStatusData } from "../checks/check-status";
import { certificateErrorsData } from "./certificate-errors";
import { certificateMonitorData } from "./certificate-monitor";
import { certificateProfileData } from "./certificate-profile";
import { contactData } from "./contact";
import { contactGroupData } from "./contact-group";
import { hostData } from "./host";
import { listDataSource } from "./list";
import { listingsData } from "./listings";
import { monitoringProfileData } from "./monitoring-profile";
import { rateLimitData } from "./rate-limit";
import { singleDataSource } from "./single";
import { sourceData } from "./source";

/** The data source tables of all kinds. */
export const kindTables = [
  certificateMonitorData,
  certificateProfileData,
  contactData,
  contactGroupData,
  hostData,
  monitoringProfileData,
  sourceData,
];

/** The provider's data sources by full type name: for each kind one that looks up an object, and one that lists them. */
export const dataSources: Readonly<Record<string, AnyDataSource<Account>>> = {
  ...Object.fromEntries(
    kindTables.flatMap((table) => [
      [`rblmonitor_${table.kind}`, singleDataSource(table)],
      [`rblmonitor_${table.kind}s`, listDataSource(table)],
    ]),
  ),
  rblmonitor_certificate_errors: certificateErrorsData,
  rblmonitor_check_status: checkStatusData,
  rblmonitor_listings: listingsData,
  rblmonitor_rate_limit: rateLimitData,
};
