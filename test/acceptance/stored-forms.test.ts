import { closeAccounts, openAccount } from "./account";
import { byApiVersion } from "./api-version";
import { resource } from "./resource-block";
import { instances } from "./state-file";

afterEach(closeAccounts);

const destination = "https://hooks.example.com/services/T0/B0/s3cretKey";

it("what the service stores in another form is reported once, makes no difference, and stands in notes only as a hash", async () => {
  const account = await openAccount({
    ...{ storedNames: "cut", storedContacts: "masked", storedLists: "added", storedFlags: "forced" },
  });
  const desk = account.service.account;
  const groups = [desk.objects("contact_group")[0]?.id];
  const profile = desk.objects("monitoring_profile")[0]?.id;
  const write = (name: string) =>
    account.write(
      resource("contact_group", "ops", { name }) +
        resource("host", "mx", { host: "192.0.2.1", name, profile, contact_groups: groups, tags: ["a"] }) +
        resource("contact", "ops", { contact: destination, type: "slack", contact_groups: groups }),
    );
  const reported = ({ diagnostics }: { readonly diagnostics: readonly { readonly summary: string }[] }) =>
    [...new Set(diagnostics.map(({ summary }) => summary))].sort();

  await write("A name of more than forty characters, every one sent");
  const created = await account.apply();
  // The answer of version 3.0 lacks these, so that the first read shows them. It has no tags.
  const first = await account.apply();
  const forms = ["contact", "name", "tags"].map((name) => `${name} stored in another form`);
  expect([...new Set([...reported(created), ...reported(first)])].sort()).toEqual(
    byApiVersion({ "4.0": forms, "3.0": forms.slice(0, 2) }),
  );
  const later = await account.plan();
  expect([later.planned, later.diagnostics]).toEqual([{}, []]);
  const notes = [...(await instances(account.workspace.folder)).values()].map((one) =>
    Buffer.from((one as { readonly private?: string }).private ?? "", "base64").toString(),
  );
  expect(notes.join()).toContain("stored_forms");
  expect(notes.join()).not.toMatch(/s3cret|more than forty|\*{8}/);

  await write("Another name of more than forty characters, every one sent");
  await account.apply();
  expect((await account.plan()).planned).toEqual({});
  desk.change(account.named("host", "Another name of more than forty characters, every one sent").id, {
    name: "By hand",
  });
  expect((await account.plan()).planned).toEqual({ "rblmonitor_host.mx": "update" });
});
