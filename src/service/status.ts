/** Whether a status word says that the object is paused, in any letter case (docs/design/open-points.md#4); unknown words do not. */
export function isPausedStatus(status: string | undefined): boolean {
  return status?.toLowerCase() === "paused";
}
