import { compilePattern, matchablePath, matchesPath } from '../checks/robotsPattern.ts';

/** Path of a website's file that reserves text and data mining (TDM Reservation Protocol). */
export const reservationPath = '/.well-known/tdmrep.json';

const maxRules = 200;

/**
 * Returns true if the website's file reserves text and data mining of a page. The longest matching rule decides, as in
 * robots.txt; an unreadable file reserves nothing.
 */
export function isReservedBy(file: string | null, url: string): boolean {
  const path = matchablePath(url);
  if (file === null || path === null) return false;
  const rules = readRules(file).filter(({ location }) => matchesPath(compilePattern(location), path));
  const longest = Math.max(...rules.map(({ location }) => location.length));
  return rules.some(({ location, reserved }) => location.length === longest && reserved);
}

function readRules(file: string): { location: string; reserved: boolean }[] {
  try {
    const parsed: unknown = JSON.parse(file);
    return (Array.isArray(parsed) ? parsed : [parsed]).slice(0, maxRules).flatMap((rule: unknown) => {
      const { location, 'tdm-reservation': reservation } = (rule ?? {}) as Record<string, unknown>;
      if (typeof location !== 'string' || location.length > 2000) return [];
      return { location: location.startsWith('/') ? location : `/${location}`, reserved: Number(reservation) === 1 };
    });
  } catch {
    return [];
  }
}
