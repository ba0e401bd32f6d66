import type { FaultName } from "../../../src/emulator/faults";
import type { RecordedRequest } from "../../../src/emulator/options";
import type { Fault, Stage } from "./matrix";
import { has, subjects } from "./subjects";

/** A fault that strikes the first write of each subject. */
function once(
  name: string,
  fault: FaultName,
  more: Pick<Fault, "provider" | "isReal" | "createEnds"> & { readonly delay?: number } = {},
): Fault {
  const { delay, ...rest } = more;
  return {
    name,
    ...rest,
    async strike({ stand, service, isWrite }) {
      for (const subject of subjects)
        service.faults.arm({
          ...{ fault, matching: (request) => isWrite(request, subject) },
          ...(delay !== undefined && { delay }),
        });
      return stand.apply();
    },
  };
}

/** Answers without usable content or with unexpected content; and limits. */
export const answers: readonly Fault[] = [
  once("500 before the effect", "500-before", { createEnds: "left" }),
  once("500 after the effect", "500-after", { isReal: true }),
  once("502 with a web page", "502-html", { createEnds: "left" }),
  once("cut JSON", "cut-json"),
  once("JSON of another shape", "other-shape"),
  once("empty body", "empty"),
  once("429 with Retry-After", "429"),
  once("429 without Retry-After", "429-without-retry-after"),
  once("429 after the effect", "429-after"),
];

/** Answers that do not come. */
export const connections: readonly Fault[] = [
  once("reset before the effect", "drop-before", { createEnds: "left" }),
  once("reset after the effect", "drop-after"),
  once("cut in the middle", "cut-body"),
  {
    name: "connection refused",
    ends: "left",
    strike: ({ stand, service }) => stand.applyAfter(() => service.faults.arm({ fault: "refuse" })),
  },
  {
    name: "restart of the service",
    isReal: true,
    async strike(stage) {
      // Once a write of every subject is on its way: their effects come when the service is about to be there again.
      const all = subjects.filter((subject) => has(subject, stage.operation)).length;
      delayFirst(stage, 600, (seen) => {
        if (seen === all) stage.service.faults.arm({ fault: "restart", delay: 400 });
      });
      return stage.stand.apply();
    },
  },
];

/** Answers that come too late. */
export const delays: readonly Fault[] = [
  once("answered after the time-out", "slow", { delay: 3_000, provider: { request_timeout: 1 } }),
  {
    name: "effect after the time-out",
    isReal: true,
    provider: { request_timeout: 1 },
    async strike(stage) {
      delayFirst(stage, 1_500);
      return stage.stand.apply();
    },
  },
];

/** A user who does not wait for answers. */
export const interruptions: readonly Fault[] = [
  interrupted("Ctrl-C at the first request", (_, { method }) => method !== undefined),
  interrupted("Ctrl-C at the first write", (stage, request) => stage.isWrite(request)),
];

/** Has the first write of each subject wait, and calls back with the number of subjects that were written by then. */
function delayFirst(
  { service, isWrite }: Stage,
  milliseconds: number,
  arrived: (seen: number) => void = () => undefined,
): void {
  const seen = new Set<string>();
  service.configure({
    latency(request) {
      const subject = subjects.find((one) => isWrite(request, one))?.name;
      if (subject === undefined || seen.has(subject)) return 0;
      seen.add(subject);
      arrived(seen.size);
      return milliseconds;
    },
  });
}

/** Ctrl-C when a certain request arrives, which is answered a moment later. */
function interrupted(name: string, isMoment: (stage: Stage, request: RecordedRequest) => boolean): Fault {
  return {
    name,
    ends: "either",
    isReal: true,
    strike(stage) {
      const { stand, service } = stage;
      if (stand.applyInterrupted === undefined) throw new Error("Ctrl-C is for processes.");
      return stand.applyInterrupted((interrupt) => {
        let isStopped = false;
        service.configure({
          latency(request) {
            if (!isMoment(stage, request)) return 0;
            if (!isStopped) interrupt();
            isStopped = true;
            return 200;
          },
        });
      });
    },
  };
}
