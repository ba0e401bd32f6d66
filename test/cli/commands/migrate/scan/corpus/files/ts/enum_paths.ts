export enum Endpoint {
  Hosts = "hosts",
  Listings = "listings",
  Profiles = "monitoringprofiles",
  Contacts = "contacts",
  CheckStart = "check/start",
}

export interface Options {
  page?: number;
  pageSize?: number;
}

export class Api {
  constructor(private readonly key: string, private readonly root = "https://api.rblmonitor.example/3.0") {}

  async get<T>(endpoint: Endpoint, options: Options = {}): Promise<T> {
    const query = new URLSearchParams({ page: String(options.page ?? 1), page_size: String(options.pageSize ?? 20) });
    const answer = await fetch(`${this.root}/${endpoint}.json?${query}`, {
      headers: { Authorization: `Basic ${this.key}` },
    });
    return (await answer.json()) as T;
  }

  profile(id: string) {
    return fetch(`${this.root}/monitoringprofile/${id}.json`);
  }
}
