// Fills an account like manual work in the portal, for the import in README.md. Meant for the emulator.

/** What forms ask for, and the answers. */
type Form = Record<string, string>;

async function call(method: string, path: string, form?: Form): Promise<{ data?: { id: string }[] }> {
  const { RBLMONITOR_BASE_URL, RBLMONITOR_ACCOUNT_SID, RBLMONITOR_AUTH_TOKEN } = process.env;
  const credentials = Buffer.from(`${RBLMONITOR_ACCOUNT_SID}:${RBLMONITOR_AUTH_TOKEN}`).toString("base64");
  const answer = await fetch(`${RBLMONITOR_BASE_URL}${path}.json`, {
    method,
    headers: { authorization: `Basic ${credentials}` },
    ...(form && { body: new URLSearchParams(form) }),
  });
  const reported = (await answer.json()) as {
    status_message: string;
    data?: { id: string } | { id: string }[];
  };
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${reported.status_message}`);
  return { ...(reported.data && { data: [reported.data].flat() }) };
}

/** Makes an object; of a subnet the service makes several. @returns the first one's SID */
async function make(path: string, form: Form): Promise<string> {
  const { data = [] } = await call("POST", path, form);
  return `${data[0]?.id}`;
}

async function first(path: string): Promise<string> {
  const { data = [] } = await call("GET", path);
  return `${data[0]?.id}`;
}

async function clicks(): Promise<void> {
  // Contacts. The account's built-in group is also in use.
  const everybody = await first("/contact/groups");
  const mail = await make("/contact/groups", { name: "Mail team" });
  const contact = { schedule: "start_and_end", contact_group: mail };
  await make("/contact/contacts", { ...contact, contact: "postmaster@example.com", type: "email" });
  const phone = await make("/contact/contacts", { ...contact, contact: "+15550100", type: "sms" });
  await make("/contact/contacts", {
    ...{ contact: "noc@example.com", type: "email", schedule: "every_check" },
    contact_group: `${everybody},${mail}`,
  });

  // Profiles, and a custom blocklist of a partner.
  const usual = await first("/rbl/profiles");
  const partner = await make("/rbl/sources", {
    ...{ host: "bl.partner.example.net", type: "rbl", custom_codes: "127.0.0.2,127.0.0.3" },
  });
  const hourly = await make("/rbl/profiles", { name: "Mail - hourly!", frequency: "1_hour" });
  const deliverability = await make("/rbl/profiles", {
    ...{ name: "Deliverability", frequency: "24_hours", entries: partner },
  });

  // Servers, with inconsistent names and tags.
  const server = { profile: hourly, contact_group: mail };
  await make("/rbl/hosts", { ...server, host: "192.0.2.11", name: "mx1", tags: "inbound" });
  await make("/rbl/hosts", { ...server, host: "192.0.2.12", name: "mx2", tags: "inbound" });
  const old = await make("/rbl/hosts", { ...server, host: "192.0.2.20", name: "Old relay (do not use)" });
  await make("/rbl/hosts", { ...server, host: "198.51.100.16/30", name: "Newsletter pool", tags: "bulk" });
  const rest = { profile: usual, contact_group: everybody };
  await make("/rbl/hosts", { ...rest, host: "example.com", name: "Company domain" });
  await make("/rbl/hosts", { ...rest, host: "shop.example.com", name: "Company domain" });
  await make("/rbl/hosts", { ...rest, host: "links.example.org", name: "Tracking", profile: deliverability });

  // Certificates.
  const strict = await make("/cert/profiles", {
    ...{ name: "30 / 14 / 3 days", expiration_thresholds: "30,14,3", alert_on_changes: "false" },
  });
  const monitor = { profile: strict, contact_group: everybody };
  await make("/cert/monitors", {
    ...monitor,
    hostname: "www.example.com",
    protocol: "https",
    name: "Website",
  });
  await make("/cert/monitors", { ...monitor, hostname: "mail.example.com", protocol: "smtp", name: "Mail" });
  await make("/cert/monitors", { ...monitor, hostname: "mail.example.com", protocol: "imaps", name: "Mail" });

  // Paused objects.
  await call("POST", `/rbl/hosts/${old}/pause`);
  await call("POST", `/contact/contacts/${phone}/pause`);
}

clicks().then(() => console.log("The account is as people have made it."));
