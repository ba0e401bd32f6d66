import { isLong } from "../../properties";

import { closeAccounts, openAccount } from "../account";
import { fleet } from "../fleet";

jest.setTimeout(720_000);
afterEach(closeAccounts);

/** Each pipeline plans and applies in a process of its own, as ten repositories with one account would. */
const pipelines = 10;
const each = isLong ? 60 : 12;

it(`${pipelines} pipelines at once, under the account's real limits, all end as declared`, async () => {
  // Together they ask for less than the 1,000 requests of an hour, and for more than is allowed in a second.
  const account = await openAccount({ limits: {} });
  const names = Array.from({ length: pipelines }, (_, n) => `pipeline-${n}`);
  const configurations = await Promise.all(
    names.map(async (name) => {
      const configuration = await account.another();
      await configuration.write(fleet(each, name));
      return configuration;
    }),
  );
  const applied = await Promise.all(configurations.map((configuration) => configuration.tryApply()));
  expect(applied.map(({ code, diagnostics }) => ({ code, diagnostics }))).toEqual(
    names.map(() => ({ code: 0, diagnostics: [] })),
  );
  for (const name of names) {
    const theirs = account.service.account.objects("host").filter(({ host }) => host.startsWith(`${name}-`));
    expect(theirs).toHaveLength(each);
  }
  // Ten processes that do not know of each other ask too early at first; they make room, wait, and ask again.
  const refused = account.service.requests.filter(({ status }) => status === 429);
  expect(refused.length).toBeLessThan(account.service.requestCount / 2);
  for (const configuration of configurations.slice(0, 3)) {
    expect((await configuration.plan()).planned).toEqual({});
  }
});
