import { closeAccounts, openAccount } from "../acceptance/account";
import { importBlock, reference, resource } from "../acceptance/resource-block";
import { data } from "../acceptance/seeded-account";
import { type BodyReply, startService } from "../client/support/local-service";
import { list, sid, success } from "../client/support/replies";
import { stateJson } from "../shown-json";

afterAll(closeAccounts);

const open: { close(): Promise<void> }[] = [];
afterAll(() => Promise.all(open.splice(0).map((each) => each.close())));

/** A configuration for a service that answers like that. */
async function answering(reply: (method: string, path: string) => BodyReply) {
  const account = await openAccount();
  const service = await startService(({ method, path }) => reply(method, path));
  open.push(service);
  const write = (resources: string) => account.write(resources, `  base_url = "${service.url}"`);
  return { ...account, write };
}

const one = resource("contact_group", "one", { name: "One" });

describe("an answer about another object than the requested one", () => {
  const strangers: Readonly<Record<string, unknown>> = {
    "an object of another kind": { id: sid("CO"), name: "One" },
    "an object whose id leads elsewhere": { id: "CG/../../contact/contacts", name: "One" },
    "an id that is not a string": { id: { toString: "CG" }, name: "One" },
    "an id in the prototype": JSON.parse(`{"__proto__":{"id":"${sid("CG")}"},"name":"One"}`),
  };
  const created = async (object: unknown) => {
    const { write, tryApply, workspace } = await answering((method) =>
      method === "POST" ? success(object) : list([]),
    );
    await write(one);
    const { code, diagnostics } = await tryApply();
    const stored = (await stateJson(workspace)).values?.root_module?.resources ?? [];
    return { code, diagnostics, stored };
  };
  let outcomes: Readonly<Record<string, Awaited<ReturnType<typeof created>>>>;

  beforeAll(async () => {
    // Before it gives up, each looks for seconds whether its object came to be: all at the same time.
    const all = Object.entries(strangers).map(async ([name, object]) => [name, await created(object)]);
    outcomes = Object.fromEntries(await Promise.all(all));
  });

  it.each(Object.keys(strangers))("is not accepted as the created object: %s", (name) => {
    expect(outcomes[name]).toMatchObject({
      code: 1,
      diagnostics: [{ summary: "Unreadable response" }],
      stored: [],
    });
  });

  it("is not accepted as the imported object", async () => {
    const { write, tryApply } = await answering(() => list([{ id: sid("CG", 2), name: "One" }]));
    await write(one + importBlock("rblmonitor_contact_group.one", sid("CG", 1)));
    const { code, text } = await tryApply();
    expect([code, text]).toEqual([1, expect.stringContaining("Error")]);
    expect(text).not.toContain("Import complete");
  });

  it("is not accepted as the object of a data source", async () => {
    const { write, tryApply } = await answering(() => list([{ id: sid("CG", 2), name: "One" }]));
    await write(data("contact_group", "one", { id: sid("CG", 1) }));
    expect(await tryApply()).toMatchObject({ code: 1 });
  });
});

describe("values of wrong types and strange names", () => {
  it("in an answer count as missing", async () => {
    const object = JSON.parse(
      `{"id":"${sid("CG")}","name":{"__proto__":{"polluted":true}},"is_default":[[]],"__proto__":{"name":"other"},"constructor":7}`,
    );
    let isCreated = false;
    const { write, apply, plan } = await answering((method) => {
      isCreated ||= method === "POST";
      return method === "POST" ? success(object) : list(isCreated ? [object] : []);
    });
    await write(one);
    await apply();
    expect((await plan()).planned).toEqual({});
  });

  it("of args reach the service as they are", async () => {
    const account = await openAccount();
    const group = account.service.account.objects("contact_group")[0]?.id;
    await account.write(
      resource("contact", "one", {
        contact: "x",
        type: "endpoint",
        contact_groups: [group],
        args: reference('{ constructor = "a", "toString" = "b", "a&b=c" = "d" }'),
      }),
    );
    await account.apply();
    expect(account.service.account.objects("contact")[0]?.args).toEqual({
      constructor: "a",
      toString: "b",
      "a&b=c": "d",
    });
    expect((await account.plan()).planned).toEqual({});
  });
});
