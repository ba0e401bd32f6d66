/**
 * How long a host has been listed, in the format of 3.0: `1 day <HH:MM:SS>` or `<n> days <HH:MM:SS>`
 * (docs/design/api-3.0.md#resources). Undefined if the start is unknown or cannot be parsed, such as with an unusual time zone name.
 *
 * @param firstListed date, time and time zone, as in `2026-11-08 10:24:02 GMT`
 * @param now milliseconds since 1970
 */
export function listedPeriod(firstListed: string | undefined, now: number): string | undefined {
  const since = Date.parse(firstListed ?? "");
  if (Number.isNaN(since) || since > now) return undefined;
  const seconds = Math.floor((now - since) / 1000);
  const clock = [Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60];
  const digits = clock.map((part) => String(part).padStart(2, "0"));
  const days = Math.floor(seconds / 86_400);
  return `${days} day${days === 1 ? "" : "s"} ${digits.join(":")}`;
}
