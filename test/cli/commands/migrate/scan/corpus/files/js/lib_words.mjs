// words only: the path is put together in request()
const API = new URL("https://rbl.example.net/api/3.0/");

async function request(kind, action, id, fields) {
  const url = new URL([kind, action, id].filter(Boolean).join("/") + ".json", API);
  const res = await fetch(url, { method: fields ? "POST" : "GET", body: fields && new URLSearchParams(fields), headers });
  return res.json();
}

const headers = { authorization: "Basic " + btoa(process.env.RBL_KEY) };

export const addContact = (contact) => request("contact", "add", null, { contact, type: "email", schedule: "while_listed" });
export const pauseContact = (id) => request("contact", "pause", id, {});
export const removeGroup = (id) => request("contactgroup", "delete", id, {});
export const groups = async () => (await request("contactgroups")).total_contact_groups;
export const log = (h) => console.log(h.listed, 1);
