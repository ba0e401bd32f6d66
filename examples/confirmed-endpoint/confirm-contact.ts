/** A contact as far as it matters here. */
interface Contact {
  id: string;
  contact: string;
  type: string;
  status: string;
}

/**
 * Confirms the contact with that address through the API, using the code that it received, and returns a message.
 * An event does not name its contact: if several pending contacts share an address, the code decides.
 */
export async function confirmContact(address: string, authcode: string): Promise<string> {
  const ours = (await contacts()).filter(({ type, contact }) => type === "endpoint" && contact === address);
  if (ours.length === 0) throw new Error(`The account has no contact at ${address}`);
  for (const { id } of ours.filter(({ status }) => status === "pending")) {
    const answer = await call(`/contact/contacts/${id}/confirm.json`, { authcode });
    if (answer.status === 200) return `Confirmed ${id}`;
    // The code belongs to another contact (422), or the contact is already confirmed (409).
    if (![409, 422].includes(answer.status))
      throw new Error(`${id} could not be confirmed: ${answer.status}`);
  }
  return "Nothing is waiting for this code";
}

async function contacts(): Promise<Contact[]> {
  const all: Contact[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const answer = await call(`/contact/contacts.json?page=${page}`);
    if (!answer.ok) throw new Error(`The contacts could not be read: ${answer.status}`);
    const { data, total_pages } = (await answer.json()) as { data: Contact[]; total_pages: number };
    all.push(...data);
    pages = total_pages;
  }
  return all;
}

function call(path: string, form?: Record<string, string>): Promise<Response> {
  const { RBLMONITOR_BASE_URL, RBLMONITOR_ACCOUNT_SID, RBLMONITOR_AUTH_TOKEN } = process.env;
  const credentials = Buffer.from(`${RBLMONITOR_ACCOUNT_SID}:${RBLMONITOR_AUTH_TOKEN}`).toString("base64");
  return fetch(`${RBLMONITOR_BASE_URL}${path}`, {
    headers: { authorization: `Basic ${credentials}` },
    ...(form && { method: "POST", body: new URLSearchParams(form) }),
  });
}
