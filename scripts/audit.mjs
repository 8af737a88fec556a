// npm run audit: what the registry knows of flaws in the packages that are installed or bundled, or that it could not say.
import { spawnSync } from 'node:child_process';
import { root } from './prepare.mjs';

const severities = ['critical', 'high', 'moderate', 'low', 'info'];

/**
 * Returns lines to print and the exit code, from the output of `npm audit --json`: 0 no known flaws, 1 known flaws, 2
 * no result. The server's libraries are bundled, so all packages are audited and not only those installed next to it.
 */
export function readAudit(printed) {
  let answer;
  try {
    answer = JSON.parse(printed);
  } catch {
    answer = { message: 'npm printed nothing that can be read' };
  }
  const counts = answer.metadata?.vulnerabilities;
  if (counts === undefined) {
    const why = String(answer.message ?? answer.error?.summary ?? 'no reason given').split('\n')[0];
    return {
      lines: [`The audit could not be had: ${why}`, 'So nothing is known about flaws in the packages.'],
      code: 2,
    };
  }
  const looked = `${answer.metadata.dependencies?.total ?? 'all'} packages looked at`;
  if (!(counts.total > 0)) return { lines: [`No known flaws (${looked}).`], code: 0 };
  const sums = severities.filter((level) => counts[level] > 0).map((level) => `${counts[level]} ${level}`);
  const lines = [`Known flaws: ${sums.join(', ')} (${looked}).`];
  for (const { name, severity, range } of Object.values(answer.vulnerabilities ?? {})) {
    lines.push(`  ${severity}: ${name} ${range}`);
  }
  return { lines, code: 1 };
}

if (import.meta.main) {
  const { stdout } = spawnSync('npm', ['audit', '--json'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    shell: process.platform === 'win32',
  });
  const { lines, code } = readAudit(stdout ?? '');
  process.stdout.write(`${lines.join('\n')}\n`);
  process.exitCode = code;
}
