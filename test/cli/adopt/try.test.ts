import { closeAccounts, openAccount } from "../../acceptance/account";
import { adopted } from "./adopted";
import { fill } from "./full-account";

jest.setTimeout(240000);
test("try", async () => {
  const account = await openAccount();
  fill(account.service.account);
  for (const language of ["hcl", "typescript"] as const) {
    const { stdout } = await adopted(account.service, {
      language,
      output: `/tmp/adopt-try/o-${language}`,
      force: true,
    });
    console.log(stdout);
  }
  const conf = await account.another({ folder: "/tmp/adopt-try/o-hcl" });
  console.log((await conf.workspace.run("fmt", "-check", "-diff")).stdout);
  const plan = await conf.plan();
  console.log(
    plan.diagnostics,
    Object.entries(plan.planned).filter(([, a]) => a !== "import"),
    Object.keys(plan.planned).length,
  );
  const { diagnostics } = await conf.apply();
  const again = await conf.plan();
  console.log(diagnostics, again.planned, again.diagnostics);
  await closeAccounts();
});
