import { Command, Option } from "commander";
import { eventTable } from "../../../webhooks/event-table";
import { running, withHelp } from "../../help";
import { interrupted } from "../../interrupt";
import { allowedHostOption, append, integer, oneOrMore, portNumber, wholeNumber } from "../../options";
import { secretVariable } from "./endpoint";

const secretHelp = `The signing secret of the endpoint is read from the environment variable ${secretVariable}.`;

export function webhooksCommand(): Command {
  return new Command("webhooks")
    .description("receive webhook events, verify signatures, and test your receiver")
    .addCommand(listenCommand())
    .addCommand(verifyCommand())
    .addCommand(sendCommand());
}

function listenCommand(): Command {
  const command = new Command("listen")
    .description("receive, verify and print events until interrupted; forward them if requested")
    .option("--port <number>", "port to listen on; 0 selects a free one", portNumber, 4011)
    .option("--host <address>", "address to listen on", "127.0.0.1")
    .option("--forward <url>", "forward each event with its original headers and body", httpUrl)
    .option("--count <number>", "end after this many events", oneOrMore)
    .option("--tolerance <seconds>", "maximum distance of a signature from now", wholeNumber, 300)
    .option("--allow-unsigned", "accept all requests if no secret is set")
    .option("--unsigned <type>", "accept this type of event without a signature; repeatable", append)
    .option(...allowedHostOption)
    .option("--show-secrets", "print confirmation codes too")
    .option("--json", "print each event as a line of JSON");
  withHelp(command, {
    about: [secretHelp, "The command ends with exit code 0 after --count events or SIGTERM."],
    examples: [
      [
        "webhooks listen --forward http://127.0.0.1:8080/hook",
        "print events, and forward them to your receiver",
      ],
    ],
    json: "{ event_sid, event_type, event_date, … }, a line for each event, as the service sent it.",
  });
  return running(command, async () => (await import("./run/listen")).listen, interrupted);
}

function verifyCommand(): Command {
  const command = new Command("verify")
    .description("verify the signature of a request with the endpoint's secret")
    .argument("[file]", "file with the exact body of the request; - is standard input", "-")
    .requiredOption("--header <header>", "X-Webhook-Signature header of the request")
    .option("--tolerance <seconds>", "maximum distance of the signature from now", wholeNumber, 300)
    .option("--json", "print the result as JSON");
  withHelp(command, {
    about: [secretHelp],
    examples: [
      ["webhooks verify body.json --header 't=1790000000,v1=…'", "verify the signature of a stored request"],
    ],
    finding: "the signature is not valid",
    json: "{ right, verdict, message }.",
  });
  return running(command, async () => (await import("./run/verify")).verify);
}

function sendCommand(): Command {
  const command = new Command("send")
    .description("send signed sample events to a receiver, to test it")
    .argument("<url>", "URL of the receiver", httpUrl)
    .argument("[types...]", "types of event, or their beginnings, such as cert (default: all types)")
    .option("--body <file>", "send this body instead of samples; - is standard input; repeatable", append)
    .addOption(
      new Option("--signature <kind>", "send a valid signature, an invalid one, or none")
        .choices(["right", "wrong", "none"])
        .default("right"),
    )
    .option("--age <seconds>", "age of the signature; negative for a sender whose clock is ahead", integer, 0)
    .option("--repeat <number>", "how often to send each event", oneOrMore, 1)
    .option("--json", "print each answer as a line of JSON");
  withHelp(command, {
    about: [secretHelp, ["Types:", ...typeLines].join("\n")],
    examples: [
      ["webhooks send http://127.0.0.1:8080/hook rbl.host.listed", "send a sample event to your receiver"],
    ],
    finding: "an answer is missing or is not 2xx",
    json: "{ event, status, answer }, a line for each event sent.",
  });
  return running(command, async () => (await import("./run/send")).send);
}

const typeLines = Object.entries(eventTable).map(([type, { when }]) => `  ${type}\n      sent ${when}`);

/** Its errors are not InvalidArgumentErrors: with those, the message would show the URL, which may contain secrets. */
function httpUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new Error("The receiver's URL is not an HTTP URL, such as http://127.0.0.1:4011/.");
  }
  if (url.username || url.password)
    throw new Error("The receiver's URL must not contain a user name or password.");
  return url;
}
