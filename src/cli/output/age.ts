const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How long a time lasted, in its largest useful unit: `5 min`, `3 h`, `12 d`. Less than a minute is `0 min`. */
export function ageText(milliseconds: number): string {
  if (milliseconds >= 2 * day) return `${Math.floor(milliseconds / day).toLocaleString("en")} d`;
  if (milliseconds >= 2 * hour) return `${Math.floor(milliseconds / hour)} h`;
  return `${Math.max(0, Math.floor(milliseconds / minute))} min`;
}
