import axios, { type AxiosInstance } from "axios";

interface Envelope<T> {
  status_code: number;
  status_message: string;
  version: string;
  data: T;
}

interface Profile {
  id: string;
  name: string;
  is_default: 0 | 1;
}

export class RblService {
  private readonly http: AxiosInstance;

  constructor(username: string, password: string) {
    this.http = axios.create({ baseURL: "https://api.rblmonitor.example/3.0", auth: { username, password } });
  }

  async profiles() {
    const { data } = await this.http.get<Envelope<Profile[]>>("/rblprofiles.json", { params: { page_size: 100 } });
    return data.data;
  }

  async addProfile(name: string, entries: string[]) {
    return this.http.post("/rblprofile/add.json", new URLSearchParams({ name, frequency: "24", is_default: "0", entries: entries.join(",") }));
  }

  async removeProfile(id: string) {
    return this.http.post(`/rblprofile/delete/${id}.json`);
  }

  async sources(): Promise<unknown[]> {
    return (await this.http.get("/rbls.json")).data.data;
  }
}
