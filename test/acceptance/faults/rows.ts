import type { FaultName } from "../../../src/emulator/faults";
import { told } from "../terraform-messages";
import type { Fault, Stage } from "./matrix";
import { has, subjects } from "./subjects";

/** A fault that strikes the first write of each subject. */
function once(
  name: string,
  fault: FaultName,
  more: { readonly delay?: number; readonly provider?: string } = {},
): Fault {
  const { provider, ...rest } = more;
  return {
    name,
    ...(provider !== undefined && { provider }),
    async strike({ account, apply, isWrite }) {
      for (const subject of subjects)
        account.service.faults.arm({ fault, ...rest, matching: (request) => isWrite(request, subject) });
      return apply();
    },
  };
}

/** Answers that come, but tell nothing or something else; and limits. */
export const answers: readonly Fault[] = [
  once("500 before the effect", "500-before"),
  once("500 after the effect", "500-after"),
  once("502 with a web page", "502-html"),
  once("cut JSON", "cut-json"),
  once("JSON of another shape", "other-shape"),
  once("empty body", "empty"),
  once("429 with Retry-After", "429"),
  once("429 without Retry-After", "429-without-retry-after"),
];

/** Answers that do not come. */
export const connections: readonly Fault[] = [
  once("reset before the effect", "drop-before"),
  once("reset after the effect", "drop-after"),
  once("cut in the middle", "cut-body"),
  {
    name: "connection refused",
    ends: "left",
    async strike({ account }) {
      await account.keptPlan();
      account.service.faults.arm({ fault: "refuse" });
      return told(await account.workspace.run("apply", "-json", "planned"));
    },
  },
  {
    name: "restart of the service",
    async strike(stage) {
      // Once a write of every subject is on its way: their effects come when the service is about to be there again.
      const seen = new Set<string>();
      const all = subjects.filter((subject) => has(subject, stage.operation)).length;
      stage.account.service.configure({
        latency(request) {
          const subject = subjects.find((one) => stage.isWrite(request, one))?.name;
          if (subject === undefined || seen.has(subject)) return 0;
          seen.add(subject);
          if (seen.size === all) stage.account.service.faults.arm({ fault: "restart", delay: 400 });
          return 600;
        },
      });
      return stage.apply();
    },
  },
];

/** Answers that come too late, and somebody who does not wait for them. */
export const delays: readonly Fault[] = [
  once("answered after the time-out", "slow", { delay: 3_000, provider: "request_timeout = 1" }),
  {
    name: "effect after the time-out",
    provider: "request_timeout = 1",
    async strike(stage) {
      const seen = new Set<string>();
      stage.account.service.configure({
        latency(request) {
          const subject = subjects.find((one) => stage.isWrite(request, one))?.name;
          if (subject === undefined || seen.has(subject)) return 0;
          seen.add(subject);
          return 1_500;
        },
      });
      return stage.apply();
    },
  },
  interrupted("Ctrl-C at the first request", (_, { method }) => method !== undefined),
  interrupted("Ctrl-C at the first write", (stage, request) => stage.isWrite(request)),
];

/** Ctrl-C when a certain request arrives, which is answered a moment later. */
function interrupted(
  name: string,
  isMoment: (stage: Stage, request: Parameters<Stage["isWrite"]>[0]) => boolean,
): Fault {
  return {
    name,
    ends: "either",
    strikesProcess: true,
    async strike(stage) {
      const { account } = stage;
      await account.keptPlan();
      let isStopped = false;
      account.service.configure({
        latency(request) {
          if (!isMoment(stage, request)) return 0;
          if (!isStopped) process.interrupt();
          isStopped = true;
          return 200;
        },
      });
      const process = account.start(["apply", "-json", "planned"]);
      return told(await process.finished);
    },
  };
}
