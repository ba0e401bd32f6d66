import { isLong } from "../../properties";

import { closeAccounts, openAccount, patience } from "../account";
import { fleet, readBack } from "../fleet";
import { bySpokenVersion } from "../spoken-version";
import { hourIn } from "./scaled-time";

jest.setTimeout(3 * patience);
afterEach(closeAccounts);

/** As the issue of it says, and a short form of it with the same proportions. */
const { count, hour, seconds } = isLong
  ? { count: 2_000, hour: 1_000, seconds: 60 }
  : { count: 120, hour: 60, seconds: 8 };

it(`an apply of ${count} hosts under ${hour} requests an hour waits, goes on and finishes`, async () => {
  const time = await hourIn(seconds);
  const account = await openAccount(
    { limits: { hour }, now: time.now },
    { environment: { ...time.environment, TF_LOG_PROVIDER: "WARN" } },
  );
  await account.write(fleet(count), "max_wait = 7200");
  const { text } = await account.apply();
  await time.remove();

  expect(account.service.account.objects("host")).toHaveLength(count);
  // What was needed, and what was known to be too much was not asked: the hour began anew at least once, or twice.
  const refused = account.service.requests.filter(({ status }) => status === 429);
  // Version 3.0 has no headers that tell what is left: of Terraform's ten at once none knows before they are refused.
  const refusedInAnHour = bySpokenVersion({ "4.0": 3, "3.0": 10 });
  expect(refused.length).toBeLessThanOrEqual(Math.ceil(count / hour) * refusedInAnHour);
  expect(account.service.requests.length - refused.length).toBeLessThanOrEqual(count + 2 + 3 + readBack);
  expect(text).toContain("waiting for a rate limit");
});
