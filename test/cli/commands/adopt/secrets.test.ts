import { execFileSync } from "node:child_process";
import { chmod, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { closeAccounts, openAccount } from "../../../acceptance/account";
import { running } from "../../../acceptance/running-plugin";
import { adopted, newFolder, removeAdopted } from "./adopted";

afterEach(closeAccounts);
afterAll(removeAdopted);

/** A SID of a contact, by which the code names it. */
const id = `CO${"5".repeat(32)}`;
const name = `endpoint_${id.toLowerCase()}`;
const address = `rblmonitor_contact.${name}`;
const destination = "https://hooks.example.com/T0/B1/Xq7w9Zr4";

it("the args of an adopted contact stay as they are, and reach no file", async () => {
  const account = await openAccount({ argsReturned: "whole" });
  const { account: desk } = account.service;
  desk.add("contact", { id, contact: destination, type: "endpoint", args: { key: "k-3c9a" } });
  const { folder, files, stdout } = await adopted(account.service, { kind: ["contact"] });
  expect(stdout).toContain("The API does not return the args of 1 contact");
  const reported = JSON.stringify([files, stdout]);
  for (const secret of ["k-3c9a", account.service.authToken]) expect(reported).not.toContain(secret);

  const configuration = await account.another({ ...running, folder });
  const plan = await configuration.plan();
  expect([plan.planned, plan.diagnostics]).toEqual([{ [address]: "import" }, []]);
  await configuration.apply();
  expect((await configuration.plan()).planned).toEqual({});
  expect(await readFile(join(folder, "terraform.tfstate"), "utf8")).not.toContain("k-3c9a");
  expect(desk.find(id)).toMatchObject({ args: { key: "k-3c9a" } });
});

describe("a destination that is a credential", () => {
  it.each(["hcl", "cdktn", "cdktf"] as const)(
    "is only in a file of %s that no other user may read",
    async (template) => {
      const account = await openAccount();
      const { account: desk } = account.service;
      desk.add("contact", { id, contact: destination, type: "slack" });
      desk.add("contact", { contact: "ops@example.com" });
      const { folder, files, stdout, stderr } = await adopted(account.service, {
        template,
        kind: ["contact"],
      });
      const file = "credentials.auto.tfvars";
      const { [file]: credentials, ...code } = files;
      expect(files[".gitignore"]).toMatch(/^credentials\.auto\.tfvars$/m);
      expect(credentials).toContain(`contact_slack_${id.toLowerCase()} = "${destination}"`);
      expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600);
      const shared = JSON.stringify([code, stdout, stderr]);
      expect(shared).toContain("ops@example.com");
      for (const part of ["hooks", "T0/B1", "Xq7w9Zr4"]) expect(shared).not.toContain(part);
    },
  );

  it("replaces a file of credentials that others could read by one that they cannot", async () => {
    const account = await openAccount();
    account.service.account.add("contact", { id, contact: destination, type: "slack" });
    const { folder } = await adopted(account.service);
    const file = join(folder, "credentials.auto.tfvars");
    await chmod(file, 0o644);
    await adopted(account.service, { output: folder, force: true });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });
});

it("an email contact needs no variable", async () => {
  const account = await openAccount();
  account.service.account.add("contact", { contact: "ops@example.com" });
  const { files } = await adopted(account.service);
  expect(Object.keys(files)).not.toContain("variables.tf");
  expect(files["versions.tf"]).toContain('required_version = ">= 1.5"');
});

describe("a git repository", () => {
  /** The files that a commit of everything has. */
  function committed(folder: string): readonly string[] {
    const git = (...args: readonly string[]) => execFileSync("git", args, { cwd: folder, encoding: "utf8" });
    git("init", "--quiet");
    git("add", "--all");
    return git("ls-files").split("\n").filter(Boolean);
  }

  const stateful = ["terraform.tfstate", "terraform.tfstate.backup", "a.tfplan"];

  async function accountWithSecret() {
    const { service } = await openAccount();
    service.account.add("contact", { id, contact: destination, type: "slack" });
    return service;
  }

  it.each([
    ["no .gitignore", undefined, undefined],
    ["rules without an end", "mine", "mine\n"],
    ["Windows line endings", "mine\r\n*.tfplan\r\n", "mine\r\n*.tfplan\r\n"],
    [
      "all rules, undone later",
      "credentials.auto.tfvars\n!*.tfvars\n",
      "credentials.auto.tfvars\n!*.tfvars\n",
    ],
    ["an empty .gitignore", "", ""],
  ])("with %s gets no secret of an adopted account", async (_, rules, kept) => {
    const output = await newFolder();
    if (rules !== undefined) await writeFile(join(output, ".gitignore"), rules);
    const { stdout } = await adopted(await accountWithSecret(), { output, kind: ["contact"] });
    for (const file of stateful) await writeFile(join(output, file), destination);
    expect(committed(output)).toEqual(expect.arrayContaining([".gitignore", "contacts.tf"]));
    expect(committed(output)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/tfvars|tfstate|tfplan/)]),
    );
    const written = await readFile(join(output, ".gitignore"), "utf8");
    expect(written.startsWith(kept ?? "")).toBe(true);
    expect(stdout.includes("Lines added to .gitignore: credentials.auto.tfvars, ")).toBe(rules !== undefined);
    for (const file of stateful) await rm(join(output, file));
    // A second adoption adds nothing.
    await adopted(await accountWithSecret(), { output, kind: ["contact"], force: true });
    expect(await readFile(join(output, ".gitignore"), "utf8")).toBe(written);
  });

  it("that tracks the credentials already is named, with the command that ends it", async () => {
    const output = await newFolder();
    await writeFile(join(output, "credentials.auto.tfvars"), "");
    committed(output);
    const author = ["-c", "user.name=Ann", "-c", "user.email=ann@example.com"];
    execFileSync("git", [...author, "commit", "--quiet", "--message", "All"], { cwd: output });
    const options = { output, kind: ["contact"], force: true } as const;
    const { stdout } = await adopted(await accountWithSecret(), options);
    const [, command = ""] =
      /\nGit tracks credentials\.auto\.tfvars already, .*\. Run: (git .*)\n/.exec(stdout) ?? [];
    execFileSync("sh", ["-ec", command], { stdio: ["ignore", "ignore", "inherit"] });
    expect(committed(output)).not.toContain("credentials.auto.tfvars");
    expect((await adopted(await accountWithSecret(), options)).stdout).not.toContain("Git tracks");
  });

  it("whose .gitignore is a link, which git does not read, is refused", async () => {
    const output = await newFolder();
    await symlink("elsewhere", join(output, ".gitignore"));
    await expect(adopted(await accountWithSecret(), { output, kind: ["contact"] })).rejects.toThrow(
      `${output} has .gitignore already.`,
    );
    expect(await readdir(output)).toEqual([".gitignore"]);
  });

  it("without credentials gets no state and no plan", async () => {
    const { service } = await openAccount();
    const { folder } = await adopted(service);
    for (const file of stateful) await writeFile(join(folder, file), "{}");
    expect(committed(folder)).toEqual(expect.not.arrayContaining(stateful));
    expect(committed(folder)).toEqual(expect.arrayContaining([".gitignore", "contact_groups.tf"]));
  });

  it.each([
    ["all", "*.tfvars\n**/*.tfstate*\n*.tfplan*\n**/.terraform/*\n", undefined],
    [
      "some",
      "*.tfvars\n*.tfstate\n!x.tfstate\n",
      "*.tfstate\n*.tfstate.*\n*.tfplan\n*.tfplan.json\n.terraform/\n",
    ],
  ])(
    "whose own .gitignore has %s lines in other words gets the others in the folder",
    async (_, above, lines) => {
      const service = await accountWithSecret();
      const folder = await newFolder();
      await writeFile(join(folder, ".gitignore"), above);
      committed(folder);
      const cwd = process.cwd();
      process.chdir(folder);
      try {
        await adopted(service, { output: "infra", kind: ["contact"] });
      } finally {
        process.chdir(cwd);
      }
      for (const file of stateful) await writeFile(join(folder, "infra", file), destination);
      const files = committed(folder).filter((name) => !/\/\w+\.tf$/.test(name));
      expect(files).toEqual([".gitignore", ...(lines === undefined ? [] : ["infra/.gitignore"])]);
      if (lines !== undefined) expect(await readFile(join(folder, "infra/.gitignore"), "utf8")).toBe(lines);
    },
  );

  it.each([undefined, "mine"])(
    "gets none from the commands that move unmanaged objects into it",
    async (rules) => {
      const service = await accountWithSecret();
      const folder = await newFolder();
      const cwd = process.cwd();
      process.chdir(folder);
      try {
        await writeFile("main.tf", "");
        if (rules !== undefined) await writeFile(".gitignore", rules);
        const findings = [{ type: "undeclared", kind: "contact", id }];
        await writeFile("drift.json", JSON.stringify({ version: 1, findings }));
        const { stdout } = await adopted(service, { output: "adopted", undeclared: "drift.json" });
        const [, commands = ""] = stdout.split("\nNext, in the folder of your configuration:\n");
        const [move, imports] = [/^ {2}(?:cat|mv) .*$/gm, /^ {2}\w+ (?:plan|apply)$/gm].map((line) =>
          commands.match(line),
        );
        expect([move?.length, imports?.length]).toEqual([2, 2]);
        execFileSync("sh", ["-ec", `${move?.join("\n")}`], { stdio: ["ignore", "inherit", "inherit"] });
      } finally {
        process.chdir(cwd);
      }
      expect(committed(folder)).toContain("contacts.tf");
      expect(committed(folder)).not.toContain("credentials.auto.tfvars");
      expect(await readdir(folder)).toContain("credentials.auto.tfvars");
    },
  );
});
