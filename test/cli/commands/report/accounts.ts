import type { Emulator, EmulatorOptions } from "../../../../src/emulator/emulator";

/** An account with all fields that the API may return (docs/design/api-3.0.md#resources). */
export const talkative: EmulatorOptions = {
  extraFields: "legacy",
  portalSettings: "shown",
  limits: { hour: 1_000, read: 10_000 },
};

/** Fills an account as a company with mail and web servers might have it: most is well, and some is not. */
export function fillCompany({
  account,
  certificateErrors,
}: Pick<Emulator, "account" | "certificateErrors">): void {
  const group = (name: string) => account.add("contact_group", { name }).id;
  const profile = (name: string, frequency: string) =>
    account.add("monitoring_profile", { name, frequency }).id;
  const [mail, web, night, old] = ["Postmasters", "Web team", "Night shift", "Former agency"].map(group) as [
    string,
    string,
    string,
    string,
  ];
  const hourly = profile("Every hour", "1_hour");
  const daily = profile("Once a day", "24_hours");
  profile("Customers", "weekly");
  const strict = account.add("certificate_profile", { name: "Strict" }).id;
  for (let number = 1; number <= 36; number += 1) {
    account.add("host", {
      ...{ host: `192.0.2.${number}`, name: `mx-${number}`, tags: ["mail"] },
      ...{ profile: hourly, contact_group: number % 3 === 0 ? [mail, night] : [mail] },
      lastChecked: Date.UTC(2026, 10, 21, 14, 2),
    });
  }
  for (const name of ["example.com", "example.org", "shop.example.com", "mail.example.net"])
    account.add("host", { host: name, name, profile: daily, contact_group: [web] });
  for (const number of [1, 2, 3])
    account.add("host", {
      ...{ host: `198.51.100.${number}`, name: `legacy-${number}` },
      ...{ profile: daily, contact_group: [old], paused: number === 3 },
    });
  const monitors = ["www", "shop", "mail", "api"].map((name) =>
    account.add("certificate_monitor", {
      ...{ hostname: `${name}.example.com`, name, profile: strict, contact_group: [web] },
      ...{ expiry_days: { www: 62, shop: -2, mail: 9, api: 80 }[name] },
    }),
  );
  certificateErrors.raise(monitors[1]?.id ?? "", [
    { type: "expired", message: "The certificate expired 2 days ago." },
    { type: "name_mismatch", message: "The certificate is for shop.example.net and www.shop.example.net." },
  ]);
  const contact = (contact: string, fields: object) => account.add("contact", { contact, ...fields });
  contact("postmaster@example.com", { contact_group: [mail, night] });
  contact("ops@example.com", { contact_group: [mail, web] });
  contact("+15550100", { type: "sms", contact_group: [night], confirmed: false });
  contact("web@example.com", { contact_group: [web] });
  contact("#alerts", { type: "slack", contact_group: [web, mail] });
  contact("agency@example.org", { contact_group: [old], paused: true });
  const catalogue = account.objects("source");
  const listings = (count: number) =>
    catalogue.slice(0, count).map(({ id, host }) => ({ sid: id, host, details: "Listed" }));
  const hosts = account.objects("host");
  for (const [index, count] of [
    [4, 3],
    [38, 1],
  ] as const) {
    account.change(hosts[index]?.id ?? "", {
      ...{ listed: true, listings: listings(count) },
      ...{ firstListed: Date.UTC(2026, 10, 19, 3, 12), lastChecked: Date.UTC(2026, 10, 21, 14, 2) },
    });
  }
}

/** Fills an account with 5,000 hosts, a third of them listed, and more profiles, groups and contacts than a picture could show. */
export function fillLarge({ account }: Pick<Emulator, "account">): void {
  const numbers = (count: number) => [...Array(count).keys()];
  const groups = numbers(40).map((number) => account.add("contact_group", { name: `Customer ${number}` }).id);
  const profiles = numbers(15).map(
    (number) =>
      account.add("monitoring_profile", { name: `Profile number ${number} with a rather long name` }).id,
  );
  for (const number of numbers(5_000)) {
    account.add("host", {
      ...{ host: `10.0.${number >> 8}.${number & 255}`, name: `server ${number} <script>alert(1)</script>` },
      profile: profiles[Math.floor((number % 225) ** 0.5)],
      contact_group: [groups[number % 40], groups[(number * 7) % 40]],
      ...{ paused: number % 10 === 0, listed: number % 3 === 0 },
    });
  }
  for (const number of numbers(300)) {
    account.add("contact", {
      ...{ contact: `person${number}@example.com`, type: ["email", "sms", "slack", "endpoint"][number % 4] },
      ...{ contact_group: [groups[number % 37]], confirmed: number % 9 !== 0 },
    });
  }
}

/** A label as long as the service takes it. */
export const longLabel = "A label that says far more about its host than anybody wants to read. "
  .repeat(4)
  .slice(0, 255);

/**
 * Fills an account with what strains a page: 37 listed hosts, listed between minutes and years ago, with long addresses and
 * labels; names in capitals; more inactive contacts, paused hosts and unused groups than a line names.
 */
export function fillExtreme({ account }: Pick<Emulator, "account">): void {
  const numbers = (count: number) => [...Array(count).keys()];
  const now = Date.UTC(2026, 10, 21, 14, 3);
  const minute = 60_000;
  const group = account.add("contact_group", { name: "POSTMASTERS OF THE WIDE WORLD." }).id;
  account.add("contact_group", { name: "NETWORK OPERATIONS CENTRE NORTH." });
  const profile = account.add("monitoring_profile", {
    name: "EVERYTHING ON THE WHOLE WIDE EARTH. ".repeat(3),
  }).id;
  const certificates = account.add("certificate_profile", {
    name: "WILDCARDS OF WWW AND MAIL, ON THE WHOLE EARTH.",
  }).id;
  const sources = account.objects("source").map(({ id, host }) => ({ sid: id, host, details: "Listed" }));
  for (const number of numbers(37)) {
    const isWorst = number === 36;
    account.add("host", {
      host:
        number % 4 === 0 ? `2001:db8:85a3:8d3:1319:8a2e:370:${1_000 + number}` : `203.0.113.${100 + number}`,
      name: number === 35 ? longLabel : `mx-${number}`,
      profile,
      contact_group: [group],
      listed: true,
      listings: sources.slice(0, isWorst ? 7 : 1 + (number % 3)),
      firstListed: isWorst ? now - 400 * 1_440 * minute : now - (10 + number) * minute,
      lastChecked: now,
    });
  }
  for (const number of numbers(10)) {
    account.add("host", { host: `198.51.100.${number}`, name: `spare-${number}`, paused: true });
    account.add("contact", {
      contact: `person${number}@example.com`,
      contact_group: [group],
      confirmed: number % 2 === 1,
      paused: number % 2 === 1,
    });
    account.add("certificate_monitor", {
      hostname: `www${number}.example.com`,
      profile: certificates,
      contact_group: [group],
      expiry_days: 9 * number - 3,
    });
  }
}

/** The SID of the object of a kind with such a value. */
export function idIn(
  { account }: Pick<Emulator, "account">,
  kind: Parameters<Emulator["account"]["objects"]>[0],
  name: string,
): string {
  return account.objects(kind).find((object) => Object.values(object).includes(name as never))?.id ?? "";
}

/** The listings of a host by the first sources. */
export function listingsBy({ account }: Pick<Emulator, "account">, count: number) {
  return account
    .objects("source")
    .slice(0, count)
    .map(({ id, host }) => ({ sid: id, host, details: "Listed" }));
}
