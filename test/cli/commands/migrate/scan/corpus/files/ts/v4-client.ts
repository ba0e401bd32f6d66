const base = process.env.RBLMONITOR_BASE_URL ?? "https://api.example.com/4.0";

interface Host {
  id: string;
  host: string;
  profile: string;
  listed: boolean;
}

async function call<T>(method: "GET" | "POST" | "PUT" | "DELETE", path: string, form?: Record<string, string>): Promise<T> {
  const answer = await fetch(`${base}${path}.json`, { method, body: form && new URLSearchParams(form) });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`);
  return (await answer.json()) as T;
}

export const hosts = (page: number) => call<{ total: number; data: Host[] }>("GET", `/rbl/hosts?page=${page}`);
export const addHost = (host: string, profile: string, groups: string[]) =>
  call("POST", "/rbl/hosts", { host, name: host, profile, contact_group: groups.join(",") });
export const removeHost = (id: string) => call("DELETE", `/rbl/hosts/${id}`);
export const pauseHost = (id: string) => call("POST", `/rbl/hosts/${id}/pause`);
export const sources = () => call("GET", "/rbl/sources");
export const startCheck = (host: string) => call("POST", "/rbl/check/start", { host, details: "true" });
