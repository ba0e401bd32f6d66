import { isLong } from "../../properties";

import { closeAccounts, openAccount, patience } from "../account";
import { byApiVersion } from "../api-version";
import { fleet, readBack } from "../fleet";

jest.setTimeout(3 * patience);
afterEach(closeAccounts);

/** A whole hour's requests, and a short form of it with the same proportions. */
const { count, hour } = isLong ? { count: 2_000, hour: 1_000 } : { count: 120, hour: 60 };

it(`an apply of ${count} hosts under ${hour} requests an hour waits, goes on and finishes`, async () => {
  const environment = { TF_LOG_PROVIDER: "WARN" };
  const account = await openAccount({ limits: { hour } }, { plugin: "served", environment });
  await account.write(fleet(count), "max_wait = 7200");
  await account.apply();

  expect(account.service.account.objects("host")).toHaveLength(count);
  // What was needed, and what was known to be too much was not asked: the hour began anew at least once, or twice.
  const refused = account.service.requests.filter(({ status }) => status === 429);
  // Version 3.0 has no headers that tell what is left: of Terraform's ten at once none knows before they are refused.
  const refusedInAnHour = byApiVersion({ "4.0": 3, "3.0": 10 });
  expect(refused.length).toBeLessThanOrEqual(Math.ceil(count / hour) * refusedInAnHour);
  expect(account.service.requests.length - refused.length).toBeLessThanOrEqual(count + 2 + 3 + readBack);
  expect(account.log.join("")).toContain("waiting for a rate limit");
});
