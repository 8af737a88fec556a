const utcTime = new Intl.DateTimeFormat(undefined, {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});
const utcDay = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
const shortDay = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const localTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'long' });

/** `20 Nov 2026`, of a date or a time, in UTC. */
export const day = (iso: string): string => utcDay.format(new Date(iso.length === 10 ? `${iso}T00:00:00Z` : iso));
export const dayMonth = (iso: string): string => shortDay.format(new Date(`${iso.slice(0, 10)}T00:00:00Z`));
export const utc = (iso: string): string => `${utcTime.format(new Date(iso))} UTC`;
export const today = (): string => new Date().toISOString().slice(0, 10);

export function daysBefore(iso: string, days: number): string {
  return new Date(Date.parse(`${iso}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);
}

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** `3 minutes ago`. Under a minute: `just now`. */
export function ago(iso: string, now = Date.now()): string {
  const seconds = Math.max(0, (now - Date.parse(iso)) / 1000);
  for (const [unit, size] of steps) if (seconds >= size) return relative.format(-Math.floor(seconds / size), unit);
  return 'just now';
}

export function duration(milliseconds: number | null): string {
  if (milliseconds === null) return '–';
  const seconds = milliseconds / 1000;
  return seconds < 60
    ? `${Math.round(seconds * 10) / 10} s`
    : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/** A time in UTC; the reader's own time is told on hover. `age` says how long ago instead, with both on hover. */
export function Time({ iso, age = false }: { iso: string; age?: boolean }) {
  const local = localTime.format(new Date(iso));
  return (
    <time dateTime={iso} title={age ? `${utc(iso)}; here ${local}` : `here ${local}`} className="whitespace-nowrap">
      {age ? ago(iso) : utc(iso)}
    </time>
  );
}
