import { Command, InvalidArgumentError, Option } from "commander";
import { eventTable } from "../../../webhooks/event-table";
import { withExamples } from "../../help";
import { interrupted } from "../../interrupt";
import { append, oneOrMore, portNumber, wholeNumber } from "../../options";
import { secretVariable } from "./endpoint";
import type { ListenOptions } from "./run/listen";
import type { SendOptions } from "./run/send";
import type { VerifyOptions } from "./run/verify";

const secretHelp = `\nThe signing secret of the endpoint is read from the environment, ${secretVariable}.`;

/** `rblmonitor webhooks`: receives the events of the service, and tests what receives them. */
export function webhooksCommand(): Command {
  return new Command("webhooks")
    .description("receive the events that the service sends, and test a receiver of one's own")
    .addCommand(listenCommand())
    .addCommand(verifyCommand())
    .addCommand(sendCommand());
}

function listenCommand(): Command {
  const command = new Command("listen")
    .description("receive events, verify and print them, and forward them if wanted, until interrupted")
    .option("--port <number>", "port to listen on; 0 takes a free one", portNumber, 4011)
    .option("--host <address>", "address to listen on", "127.0.0.1")
    .option("--forward <url>", "send each event on, with its headers and its body unchanged", httpUrl)
    .option("--count <number>", "end after so many events", oneOrMore)
    .option("--tolerance <seconds>", "how old a signature may be", wholeNumber, 300)
    .option("--allow-unsigned", "accept whatever comes, if there is no secret")
    .option("--unsigned <type>", "accept this type of event without a signature; repeatable", append)
    .option("--show-secrets", "print confirmation codes, too")
    .option("--json", "print each event as a line of JSON")
    .addHelpText("after", secretHelp)
    .addHelpText(
      "after",
      "\nThe exit code is 0 after --count events or SIGTERM, and 1 after an error. Ctrl-C ends it by the signal (130 in a shell).\n\nJSON: { event_sid, event_type, event_date, … }, a line for each event, as the service sent it.",
    );
  withExamples(command, [
    [
      "webhooks listen --forward http://127.0.0.1:8080/hook",
      "print events, and forward them to your receiver",
    ],
  ]);
  return command.action(async () => {
    const { listen } = await import("./run/listen");
    await listen(command.opts<ListenOptions>(), process.env, process, interrupted());
  });
}

function verifyCommand(): Command {
  const command = new Command("verify")
    .description("say whether a request was signed with the endpoint's secret")
    .argument("[file]", "file with the request's body, byte by byte; - is standard input", "-")
    .requiredOption("--header <header>", "the request's X-Webhook-Signature")
    .option("--tolerance <seconds>", "how old the signature may be", wholeNumber, 300)
    .option("--json", "print the result as JSON")
    .addHelpText("after", secretHelp)
    .addHelpText(
      "after",
      "\nThe exit code is 0 when the signature is right, 2 when it is not, and 1 after an error.\n\nJSON: { right, verdict, message }.",
    );
  withExamples(command, [
    ["webhooks verify body.json --header 't=1790000000,v1=…'", "verify the signature of a stored request"],
  ]);
  return command.action(async (file: string) => {
    const { verify } = await import("./run/verify");
    process.exitCode = await verify(file, command.opts<VerifyOptions>(), process.env, process);
  });
}

function sendCommand(): Command {
  const command = new Command("send")
    .description("send signed samples of events to a receiver, to test it")
    .argument("<url>", "where to", httpUrl)
    .argument("[types...]", "types of event, or how they begin, such as cert; by default all of them")
    .option("--body <file>", "send this body instead of samples; repeat for several", append)
    .addOption(
      new Option("--signature <kind>", "sign rightly, wrongly or not at all")
        .choices(["right", "wrong", "none"])
        .default("right"),
    )
    .option("--age <seconds>", "how long ago the signature says it was made", wholeNumber, 0)
    .option("--repeat <number>", "how often to send each event", oneOrMore, 1)
    .option("--json", "print each answer as a line of JSON")
    .addHelpText("after", `\nTypes:\n${typesHelp()}`)
    .addHelpText("after", secretHelp)
    .addHelpText(
      "after",
      "\nThe exit code is 0 when every answer was 2xx, 2 when one was not or there was none, and 1 after an error.\n\nJSON: { event, status, answer }, a line for each that is sent.",
    );
  withExamples(command, [
    ["webhooks send http://127.0.0.1:8080/hook rbl.host.listed", "send a sample event to your receiver"],
  ]);
  return command.action(async (url: URL, types: string[]) => {
    const { send } = await import("./run/send");
    process.exitCode = await send(url, types, command.opts<SendOptions>(), process.env, process);
  });
}

function typesHelp(): string {
  return Object.entries(eventTable)
    .map(([type, { when }]) => `  ${type}\n      sent ${when}`)
    .join("\n");
}

function httpUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new InvalidArgumentError("It is no URL of HTTP, such as http://127.0.0.1:4011/.");
  }
  if (url.username || url.password) throw new InvalidArgumentError("It must not hold a name or a password.");
  return url;
}
