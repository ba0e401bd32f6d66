import { type Kind, kinds } from "../../service/kinds";
import { checkIdPattern } from "../../service/sids";
import { readFlag, readNumber } from "../../service/wire-forms";
import { type Answer, firstOf, type ProbedAccount, sidOf, Undecided } from "./account";
import { failingPath } from "./listener";

/** Sends requests, and returns what experiments need of their answers. */
type Step = (account: ProbedAccount) => Promise<unknown>;

/** The tags of a host, in no order that a service could make. */
export const tags = ["d", "a", "g", "b", "h", "c", "f", "e"];

/** Values of a contact's args. */
export const args = { note: "text-of-args" };

/** An IPv6 address of this run. */
const v6Of = ({ number }: ProbedAccount) => `2001:db8::${((number % 0xffff) + 1).toString(16)}`;

const act = (account: ProbedAccount, action: "pause" | "resume", kind: Kind, id: string) =>
  account.post(`${kinds[kind].path}/${id}/${action}`);

async function pausedHost(account: ProbedAccount, label: string): Promise<string> {
  const { id } = await account.make("host", label);
  await act(account, "pause", "host", id);
  return id;
}

/** The object, if the service accepts it. */
async function maybe(
  account: ProbedAccount,
  kind: Kind,
  label: string,
  fields: Readonly<Record<string, string>>,
) {
  const created = await account.create(kind, label, fields);
  return { created, made: created.isOk ? await account.made(kind, label, created) : undefined };
}

/** A source, and the profile that selects it: its name leads to the source, which no list shows while it is paused. */
async function selectedSource(account: ProbedAccount, label: string): Promise<string> {
  const { id } = await account.make("source", label);
  const fields = { name: `${account.mark} selects ${id}`, entries: id };
  await account.make("monitoring_profile", `${label}-profile`, fields);
  return id;
}

/** In this order. A step that throws Undecided leaves the experiments undecided that need it. */
export const steps = {
  contact_group: (account) => account.the("contact_group"),
  monitoring_profile: (account) => account.the("monitoring_profile"),
  certificate_profile: (account) => account.the("certificate_profile"),
  source: (account) => account.the("source"),
  host: (account) => account.the("host"),
  certificate_monitor: (account) => account.the("certificate_monitor"),
  contact: (account) => account.the("contact"),
  invalid: (account) => account.create("host", "invalid", { host: "no host" }),
  unknownField: (account) => account.create("contact_group", "unknown-field", { colour: "red" }),
  unknownQuery: (account) => account.get("/contact/groups?colour=red"),
  largePage: (account) => account.get("/contact/groups?page_size=10000"),
  emptyList: async ({ emptyList }) => {
    if (emptyList === undefined) throw new Undecided("the account has objects of every kind");
    return emptyList;
  },
  range: (account) => account.create("certificate_profile", "range", { expiration_thresholds: "91" }),
  sameHost: (account) => account.create("host", "same", { host: account.domain("main") }),
  typed: (account) => account.create("host", "typed", { type: "rbl" }),
  groupless: (account) => account.create("host", "groupless", { contact_group: "" }),
  omitted: (account) => account.create("monitoring_profile", "omitted", { frequency: "" }),
  v6: (account) => account.create("host", "v6", { host: v6Of(account) }),
  capitals: async (account) => {
    const sent = `${account.domain("Capitals")}.`;
    return { sent, read: (await account.make("host", "capitals", { host: sent })).read };
  },
  tagged: async (account) => {
    const { id, read } = await account.make("host", "tagged", { tags: tags.join() });
    const reads = [read, await account.read("host", id), await account.read("host", id)];
    const cleared = await account.put(`/rbl/hosts/${id}`, { tags: "" });
    return { reads, cleared, after: await account.read("host", id) };
  },
  paused: async (account) => account.read("host", await pausedHost(account, "paused")),
  pausedAgain: async (account) => act(account, "pause", "host", await pausedHost(account, "paused-again")),
  pausedCheck: async (account) =>
    account.post("/rbl/check/start", { host: await pausedHost(account, "paused-check") }),
  ports: async (account) => {
    const [domain, v6] = [account.domain("port"), v6Of(account)];
    const port = await maybe(account, "certificate_monitor", "port", { hostname: `${domain}:8443` });
    const brackets = await maybe(account, "certificate_monitor", "brackets", { hostname: `[${v6}]:443` });
    const served = [port, brackets].map(({ made }) => String(made?.data.hostname ?? "refused"));
    return { answer: brackets.created, seen: served.join(" ").replace(domain, "domain").replace(v6, "v6") };
  },
  subnet: async (account) => {
    const subnet = `203.0.113.${4 * (account.number % 64)}/30`;
    const created = await account.create("host", "subnet", { host: subnet });
    const name = account.name("subnet");
    const list = async () => (await account.list("host")).filter((host) => host.name === name);
    const hosts = await list();
    const parent = hosts.find(({ host }) => host === subnet);
    if (parent === undefined) return { created, hosts: hosts.length };
    const deleted = await account.delete(`/rbl/hosts/${sidOf("host", parent)}`);
    return { created, hosts: hosts.length, deleted, left: (await list()).length };
  },
  usedGroup: async (account) => {
    const { id } = await account.make("contact_group", "used");
    await account.make("contact", "member", { contact_group: id });
    return account.delete(`/contact/groups/${id}`);
  },
  usedSource: async (account) =>
    account.delete(`/rbl/sources/${await selectedSource(account, "used-source")}`),
  pausedSource: async (account) => {
    const id = await selectedSource(account, "paused-source");
    const answer = await act(account, "pause", "source", id);
    const isListed = (await account.list("source")).some((source) => sidOf("source", source) === id);
    await act(account, "resume", "source", id);
    return { answer, seen: isListed ? "listed" : "unlisted" };
  },
  sources: (account) => account.list("source"),
  catalogueUpdate: async (account) => {
    const others = (await account.list("source")).filter(({ host }) => !String(host).includes(account.mark));
    const source = others.find(({ custom }) => readFlag(custom) !== true);
    if (source === undefined) throw new Undecided("the account shows no source of the catalogue");
    return account.put(`/rbl/sources/${sidOf("source", source)}`, { host: String(source.host) });
  },
  deletedDefault: async (account) => {
    const profiles = await account.list("certificate_profile");
    const isDefault = ({ is_default }: (typeof profiles)[number]) => readFlag(is_default) === true;
    const earlier = sidOf("certificate_profile", profiles.find(isDefault));
    if (earlier === undefined) throw new Undecided("the account shows no default certificate profile");
    const fields = { name: `${account.mark} replaces ${earlier}`, is_default: "true" };
    const { id, data } = await account.make("certificate_profile", "default", fields);
    if (!isDefault(data)) throw new Undecided("the default did not move to the new profile");
    const answer = await account.delete(`/cert/profiles/${id}`);
    await account.put(`/cert/profiles/${earlier}`, { is_default: "true" });
    return answer;
  },
  orderedGroups: async (account) => {
    const labels = ["order-b", "order-c", "order-a"];
    for (const label of labels) await account.create("contact_group", label);
    const names = (await account.list("contact_group")).map(({ name }) => String(name).split(" ")[1] ?? "");
    return names.filter((name) => labels.includes(name)).join();
  },
  brackets: (account) => maybe(account, "contact", "brackets", { "args[note]": args.note }),
  json: (account) => maybe(account, "contact", "json", { args: JSON.stringify(args) }),
  number: (account) => account.create("contact", "number", { args: '{"port":25}' }),
  resumed: async (account) => {
    const { id } = await account.make("contact", "resumed");
    await act(account, "pause", "contact", id);
    await act(account, "resume", "contact", id);
    return account.read("contact", id);
  },
  check: async (account) => {
    const host = (await account.the("host")).id;
    const started = await account.post("/rbl/check/start", { host, details: "true" });
    const id = Object.values(firstOf(started)).find((value) => checkIdPattern.test(String(value)));
    if (id === undefined) throw new Undecided(`the service started no check (${started.status})`);
    const answers: Answer[] = [];
    for (let attempts = 20; attempts > 0; attempts -= 1) {
      const answer = await account.get(`/rbl/check/status/${id}?details=true`);
      answers.push(answer);
      const { status, checked_count } = firstOf(answer);
      const isChanged = status !== firstOf(answers[0] ?? answer).status;
      if (isChanged || (readNumber(checked_count) ?? 0) > 0) break;
      await account.pause(4_000);
    }
    const [running, done] = [answers[0], answers.at(-1)];
    if (!running || !done || running === done) throw new Undecided("the check was never seen running");
    return { running, done };
  },
  checkEvent: async (account) => {
    const callback = account.callback(failingPath);
    await account.post("/rbl/check/start", { host: (await account.the("host")).id, callback });
    const event = await account.event(failingPath);
    if (event === undefined) throw new Undecided("no event of the check arrived");
    return { event, again: await account.event(failingPath, 1) };
  },
  endpoint: async (account) => {
    const contact = account.callback("/contact");
    const { id, created, data } = await account.make("contact", "endpoint", { type: "endpoint", contact });
    const event = await account.event("/contact");
    if (event !== undefined)
      await account.post(`/contact/contacts/${id}/confirm`, { authcode: String(event.body.authcode) });
    return { created, status: data.status, event, read: await account.read("contact", id) };
  },
  flags: (account) =>
    account.make("certificate_profile", "flags", {
      alert_on_changes: "0",
      alert_on_ca_failure: "False",
      alert_on_misconfigurations: "false",
    }),
  counts: async (account) => [
    await account.get("/rbl/listings/count"),
    await account.get("/cert/errors/count"),
  ],
  aliases: async (account) => {
    const profiles = await account.legacy("/monitoringprofiles");
    return [profiles, await account.legacy("/listings.nagios"), await account.legacy("/listings.zabbix")];
  },
  legacyError: (account) => account.legacy("/host/HT0"),
  legacyAcls: (account) => account.legacy("/acls"),
  legacyHosts: (account) => account.legacy("/hosts"),
  limit: (account) => account.get("/contact/groups"),
} satisfies Readonly<Record<string, Step>>;
