import { fieldOf, references } from "../../src/service/fields";
import { type Kind, kindNames, kinds, pausableKinds } from "../../src/service/kinds";
import { accepted, values } from "../objects";
import { call, emulators } from "./api";
import { createBodies } from "./bodies";

const start = emulators();

type Messages = [list: string, added: string, updated: string, deleted: string];

/** The messages that do not follow from the title of the kind. */
const documented: { readonly [K in Kind]?: Messages } = {
  monitoring_profile: [
    "Monitoring Profiles",
    "Monitoring Profile added",
    "Monitoring Profile updated",
    "Monitoring profile deleted",
  ],
  source: ["Data Sources", "Custom RBL added", "Custom RBL updated", "Custom RBL deleted"],
  contact_group: ["Contact Groups", "Contact group added", "Contact group updated", "Contact Group deleted"],
};

function messagesOf(kind: Kind): Messages {
  const [title = "", plural = ""] = [kinds[kind].title, kinds[kind].plural].map((words) =>
    words.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()),
  );
  return documented[kind] ?? [plural, `${title} added`, `${title} updated`, `${title} deleted`];
}

/** Another value of the first field that an update accepts. */
function updateOf(kind: Kind): Record<string, string> {
  const [name = ""] = Object.keys(accepted(kind)).filter((field) => accepted(kind)[field]?.isUpdatable);
  return { [name]: String(values(kind, name)[2]) };
}

const everyReference = kindNames.flatMap((kind) =>
  Object.keys(references[kind]).map((field) => ({ kind, field })),
);
const isRequired = ({ kind, field }: (typeof everyReference)[number]) =>
  fieldOf(kind, field)?.presence === "required";

test.each(everyReference.filter((each) => !isRequired(each)))(
  "a new $kind without $field has none, whatever the account's defaults are",
  async ({ kind, field }) => {
    const service = await start();
    const { [field]: _, ...body } = createBodies(service)[kind];
    const { body: answer } = await call(service, "POST", kinds[kind].path, body);
    const { id } = [answer.data].flat()[0];
    const stored: Readonly<Record<string, unknown>> = service.account.find(id) ?? {};
    expect([stored[field]].flat().filter((sid) => sid !== null)).toEqual([]);
  },
);

test.each(everyReference.filter(isRequired))(
  "a new $kind without $field is refused",
  async ({ kind, field }) => {
    const service = await start();
    const { [field]: _, ...body } = createBodies(service)[kind];
    expect(await call(service, "POST", kinds[kind].path, body)).toMatchObject({ status: 422 });
  },
);

describe.each(kindNames)("a %s", (kind) => {
  const { path, prefix } = kinds[kind];
  const [listed, added, updated, deleted] = messagesOf(kind);

  async function created() {
    const service = await start();
    const body = createBodies(service)[kind];
    const answer = await call(service, "POST", path, body);
    const data = kind === "host" ? answer.body.data[0] : answer.body.data;
    return { service, answer, body, id: data.id as string, data };
  }

  test("is created with 200, the documented message and an id of its form", async () => {
    const { answer, id } = await created();
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ status_code: 200, status_message: `${added} successfully.` });
    expect(id).toMatch(new RegExp(`^${prefix}[0-9a-f]{32}$`));
  });

  test("has the fields it was created with", async () => {
    const { data, body } = await created();
    const asText = (value: unknown) => (Array.isArray(value) ? value.join(",") : String(value));
    for (const [field, value] of Object.entries(body)) expect(asText(data[field])).toBe(value);
  });

  test("is read in the list envelope with one element", async () => {
    const { service, id, data } = await created();
    const answer = await call(service, "GET", `${path}/${id}`);
    expect(answer.body).toMatchObject({
      ...{ status_code: 200, status_message: listed, page: 1, total_pages: 1, total: 1 },
      data: [data],
    });
  });

  test("is in the list of its kind", async () => {
    const { service, id } = await created();
    const answer = await call(service, "GET", path);
    const { data, ...envelope } = answer.body;
    expect(data.map((object: { id: string }) => object.id)).toContain(id);
    expect(envelope).toEqual({
      ...{ status_code: 200, status_message: listed, page: 1, page_size: 100, total_pages: 1 },
      total: data.length,
      ...(kind === "host" ? { total_listed: 0 } : {}),
    });
  });

  test("is updated in the fields that are given and no others", async () => {
    const { service, id, data } = await created();
    const answer = await call(service, "PUT", `${path}/${id}`, updateOf(kind));
    expect(answer.body).toEqual({ status_code: 200, status_message: `${updated} successfully.` });
    const read = await call(service, "GET", `${path}/${id}`);
    expect(read.body.data[0]).toEqual({ ...data, ...updateOf(kind) });
  });

  test("is gone after its deletion", async () => {
    const { service, id } = await created();
    const answer = await call(service, "DELETE", `${path}/${id}`);
    expect(answer.body).toEqual({ status_code: 200, status_message: `${deleted} successfully.` });
    const read = await call(service, "GET", `${path}/${id}`);
    expect(read.status).toBe(404);
    expect(read.body).toMatchObject({ status_code: 404, status_message: expect.any(String) });
  });

  test.each(["GET", "PUT", "DELETE"])("is not found by %s with an unknown id", async (method) => {
    const service = await start();
    const answer = await call(service, method, `${path}/${prefix}${"0".repeat(32)}`);
    expect([answer.status, answer.body.status_code]).toEqual([404, 404]);
  });

  test.each(["GET", "PUT", "DELETE"])("is refused by %s with a malformed id", async (method) => {
    const service = await start();
    for (const id of ["1", `${prefix}${"A".repeat(32)}`, `XX${"0".repeat(32)}`]) {
      const answer = await call(service, method, `${path}/${id}`);
      expect([answer.status, answer.body.status_code]).toEqual([400, 400]);
    }
  });
});

describe.each(pausableKinds)("a pausable %s", (kind) => {
  const { path, prefix } = kinds[kind];
  const subject = messagesOf(kind)[1].replace(" added", "");

  async function confirmed() {
    const service = await start({ newContact: "active" });
    const answer = await call(service, "POST", path, createBodies(service)[kind]);
    const id: string = (kind === "host" ? answer.body.data[0] : answer.body.data).id;
    return { service, one: `${path}/${id}` };
  }
  const status = async ({ service, one }: Awaited<ReturnType<typeof confirmed>>) =>
    (await call(service, "GET", one)).body.data[0].status;

  test("is paused, and paused is its status", async () => {
    const object = await confirmed();
    const answer = await call(object.service, "POST", `${object.one}/pause`);
    expect(answer.body).toEqual({ status_code: 200, status_message: `${subject} paused successfully.` });
    expect(await status(object)).toBe("paused");
  });

  test("is resumed, and active is its status", async () => {
    const object = await confirmed();
    await call(object.service, "POST", `${object.one}/pause`);
    const answer = await call(object.service, "POST", `${object.one}/resume`);
    expect(answer.body).toEqual({ status_code: 200, status_message: `${subject} activated successfully.` });
    expect(await status(object)).toBe("active");
  });

  test("conflicts when it is resumed without being paused, or paused twice", async () => {
    const { service, one } = await confirmed();
    expect((await call(service, "POST", `${one}/resume`)).status).toBe(409);
    await call(service, "POST", `${one}/pause`);
    expect((await call(service, "POST", `${one}/pause`)).status).toBe(409);
  });

  test.each(["pause", "resume"])("is not found by %s with an unknown id", async (action) => {
    const service = await start();
    const answer = await call(service, "POST", `${path}/${prefix}${"0".repeat(32)}/${action}`);
    expect(answer.status).toBe(404);
  });
});
