import { readJson } from '../text/readJson.ts';

/** Prefix of `docker compose logs` ("web-1  | ") and of Kubernetes ("2026-11-21T09:01:02.1Z stdout F "). */
const prefix = /^(?:[\w.-]{1,100} {1,60}\| |\d{4}-\S{15,40} std(?:out|err) [FP] )/;

/** Returns the line that a program in a container wrote, from a line of the container's log. */
export function withoutContainer(line: string): string {
  if (line.startsWith('{"log":"')) {
    const { log } = readJson<{ log?: unknown }>(line) ?? {};
    return typeof log === 'string' ? log.trimEnd() : line;
  }
  return line.includes(' | ') || line.includes(' std') ? line.replace(prefix, '') : line;
}
