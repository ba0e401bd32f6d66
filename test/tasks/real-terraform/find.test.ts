import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { terraformPlatform } from "../../../src/cli/commands/install/mirror";
import { findTerraform } from "../../../src/tasks/real-terraform/find";

describe("the terraform to use", () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "find-terraform-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const install = async (name: string, ...below: string[]): Promise<string> => {
    await mkdir(join(folder, ...below), { recursive: true });
    const file = join(folder, ...below, name);
    await writeFile(file, "#!/bin/sh\n", { mode: 0o755 });
    return file;
  };

  it("is that of TERRAFORM_BINARY_NAME, if set", async () => {
    await install("terraform");
    expect(await findTerraform({ TERRAFORM_BINARY_NAME: "tofu-1.9", PATH: folder })).toBe("tofu-1.9");
  });

  it("is terraform where both it and tofu are on the PATH", async () => {
    await install("tofu", "first");
    const terraform = await install("terraform", "second");
    const PATH = [join(folder, "first"), join(folder, "second")].join(delimiter);
    expect(await findTerraform({ PATH })).toBe(terraform);
  });

  it("is tofu where only that is on the PATH", async () => {
    const tofu = await install("tofu");
    expect(await findTerraform({ PATH: folder })).toBe(tofu);
  });

  it("is not a file that cannot be executed", async () => {
    await writeFile(join(folder, "terraform"), "", { mode: 0o644 });
    const tofu = await install("tofu");
    expect(await findTerraform({ PATH: folder })).toBe(tofu);
  });

  it("is the one fetched earlier, without asking the network again", async () => {
    const { os, arch } = terraformPlatform();
    const fetched = await install("terraform", "rblmonitor", `terraform_${os}_${arch}`);
    expect(await findTerraform({ PATH: "", XDG_CACHE_HOME: folder })).toBe(fetched);
  });

  it("is missing without network, with an error that explains what to install", async () => {
    // No server listens there. The library reads the variable when it is loaded, which is below.
    process.env.HTTPS_PROXY = "http://127.0.0.1:9";
    const search = findTerraform({ PATH: "", XDG_CACHE_HOME: folder });
    await expect(search).rejects.toThrow(/Install Terraform \(https:.*OpenTofu.*TERRAFORM_BINARY_NAME/);
  });
});
