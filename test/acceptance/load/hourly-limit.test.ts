import { isLong } from "../../properties";
import { openAccount as openReal } from "../account";
import { byApiVersion } from "../api-version";
import { closeAccounts, openAccount } from "../driven/account";
import { fleet, readBack } from "../fleet";

jest.setTimeout(720_000);
afterEach(closeAccounts);

/** A whole hour's requests, and a short form of it with the same proportions. */
const { count, hour } = isLong ? { count: 2_000, hour: 1_000 } : { count: 120, hour: 60 };

it(`an apply of ${count} hosts under ${hour} requests an hour waits, goes on and finishes`, async () => {
  const environment = { TF_LOG_PROVIDER: "WARN" };
  const open = isLong ? openReal : openAccount;
  const account = await open({ limits: { hour } }, { plugin: "served", environment });
  await account.write(fleet(count), "max_wait = 7200");
  await account.apply();

  expect(account.service.account.objects("host")).toHaveLength(count);
  // The apply sent the requests that it needed, and none that it knew to exceed the limit: at least one new hour began.
  const refused = account.service.requests.filter(({ status }) => status === 429);
  // Version 3.0 has no headers with the remaining requests: all ten concurrent requests of Terraform can be refused.
  const refusedInAnHour = byApiVersion({ "4.0": 3, "3.0": 10 });
  expect(refused.length).toBeLessThanOrEqual(Math.ceil(count / hour) * refusedInAnHour);
  // Plan and apply each read the lists of three kinds.
  expect(account.service.requests.length - refused.length).toBeLessThanOrEqual(count + 2 + 6 + readBack);
  expect(account.log.join("")).toContain("waiting for a rate limit");
});
