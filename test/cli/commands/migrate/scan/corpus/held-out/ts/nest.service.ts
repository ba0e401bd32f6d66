import { HttpService } from "@nestjs/axios";
import { Injectable } from "@nestjs/common";
import { firstValueFrom } from "rxjs";

const PATHS = {
  hosts: () => "hosts",
  host: (id: string) => `host/${id}`,
  deleteHost: (id: string) => `host/delete/${id}`,
  profiles: () => "rblprofiles",
} as const;

@Injectable()
export class ReputationService {
  private readonly url = `https://${process.env.MAILREP_HOST}/3.0`;

  constructor(private readonly http: HttpService) {}

  async page(n: number) {
    const { data } = await firstValueFrom(this.http.get(`${this.url}/${PATHS.hosts()}.json`, { params: { page: n } }));
    return { rows: data.data, total: data.total_hosts };
  }

  async remove(id: string) {
    await firstValueFrom(this.http.post(`${this.url}/${PATHS.deleteHost(id)}.json`));
  }

  async defaultProfile() {
    const { data } = await firstValueFrom(this.http.get(`${this.url}/${PATHS.profiles()}.json`));
    return data.data.find((p: { is_default: number }) => p.is_default);
  }
}
