/** Whether a status means that the object is paused, case-insensitive (docs/design/open-points.md#4). */
export function isPausedStatus(status: string | undefined): boolean {
  return status?.toLowerCase() === "paused";
}
