/** Returns today's UTC date, as `2026-11-20`. */

export const today = (): string => new Date().toISOString().slice(0, 10);

export function daysBefore(iso: string, days: number): string {
  return new Date(Date.parse(`${iso}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);
}
