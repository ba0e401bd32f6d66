import { closeEmulated, emulatedCore } from "./emulated";
import { attributesAt } from "./state";

afterEach(closeEmulated);

const profile = (address: string) => ({
  resources: {
    [`rblmonitor_certificate_profile.${address}`]: {
      config: { name: "Expiry", expiration_thresholds: [7], is_default: true },
      createBeforeDestroy: true,
    },
  },
  provider: { allow_duplicates: true },
});

it("a default certificate profile at another address is created and deleted at the same time, and both end", async () => {
  const { core, service } = await emulatedCore();
  await core.apply(profile("old"));
  const { hasFailed } = await core.apply(profile("new"));
  expect(hasFailed).toBe(false);
  const { id } = attributesAt(core.state, "rblmonitor_certificate_profile.new");
  expect(service.account.objects("certificate_profile").find(({ is_default }) => is_default)?.id).toBe(id);
});
