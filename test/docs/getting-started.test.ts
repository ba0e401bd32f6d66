import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { itWith } from "../real-core";
import { expectShown, openTerminal, type Page, readPage } from "./terminal";

/** Where loopback has more addresses, no other test listens at this one: a port that is free there stays free. */
const address = process.platform === "linux" ? "127.0.0.2" : "127.0.0.1";

async function freePort(): Promise<number> {
  const server = createServer().listen(0, address);
  await new Promise((listening) => server.once("listening", listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

describe("getting started", () => {
  let guide: Page;
  beforeAll(async () => {
    guide = await readPage("docs/guides/getting-started.md");
  });

  itWith("write-only attributes")("ends with a confirmed contact and an alert, as it says", async () => {
    const port = await freePort();
    const [, options = ""] = /rblmonitor emulator (.*)/.exec(guide.section("Set the account").text) ?? [];
    const terminal = await openTerminal(
      ...options.replace("127.0.0.1:4011", `${address}:${port}`).split(" "),
    );
    const service = new URL(`${terminal.account.RBLMONITOR_BASE_URL}`).origin;
    const here = (script = ""): string =>
      script
        .replaceAll("http://127.0.0.1:4010", service)
        .replaceAll("terraform apply", "terraform apply -auto-approve");
    try {
      const first = guide.section("Declare");
      await terminal.write("main.tf", first.block("terraform"));
      // The first section installs the plugin, and Terraform starts it.
      terminal.variables.TF_REATTACH_PROVIDERS = "";
      const created = await terminal.run(here(first.block("shell")));
      delete terminal.variables.TF_REATTACH_PROVIDERS;
      const [, plan = ""] = /The plan's summary is `(.*)`/.exec(first.text) ?? [];
      expectShown(plan, created);

      const confirm = guide.section("Confirm the contact");
      const [variable = "", contact = ""] = confirm.block("terraform").split(/^(?=resource )/m);
      const replaced = first.block("terraform").replace(/^resource "rblmonitor_contact" .*?^\}\n/ms, contact);
      await terminal.write("main.tf", `${replaced}\n${variable}`);
      const warning = "No confirmation code to send";
      expect(await terminal.run("terraform plan")).toContain(warning);
      expect(await terminal.run("terraform apply -auto-approve")).toContain(warning);
      expect(await terminal.run("terraform plan -detailed-exitcode")).not.toContain(warning);

      const [secrets = "", apply = ""] = confirm.blocks("shell");
      const [, code = ""] = /"authcode":"(\w+)"/.exec(await terminal.run(here(secrets))) ?? [];
      const confirmed = await terminal.run(here(apply.replace("…", code)));
      expectShown(confirm.block("text"), confirmed);
      await terminal.run("terraform plan -detailed-exitcode");

      const see = guide.section("See an alert");
      const [listen = "", list = "", check = ""] = see.blocks("shell");
      const [shown = "", alert = ""] = see.blocks("text");
      const script = `${listen.trim()} --host ${address} --port ${port} --count 3 > events 2>&1 &
        until grep -q Listening events; do sleep 0.1; done
        ${here(list)}
        echo
        ${check}
        wait`;
      expectShown(shown, await terminal.run(script));
      expectShown(alert, await terminal.read("events"));
    } finally {
      await terminal.close();
    }
  });
});
