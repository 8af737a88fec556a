import type { Command } from 'commander';
import { exitCodes } from '../failures.ts';
import { print, printJson } from '../output.ts';
import { safe } from '../safe.ts';
import { serverEnvironment } from '../serverEnvironment.ts';

const signs = { ok: 'ok     ', warning: 'WARNING', failed: 'FAILED ', skipped: '-      ' } as const;

/** Adds `doctor`, which checks whether a server can work with this environment. */
export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('check configuration, database, disk and providers (free calls only); buys and changes nothing')
    .action(async (options: { json?: boolean }) => {
      const { examine } = await import('../../app/doctor.ts');
      const findings = await examine(serverEnvironment());
      const failures = findings.filter(({ state }) => state === 'failed').length;
      if (options.json === true) printJson({ ok: failures === 0, findings });
      else {
        const width = Math.max(...findings.map(({ check }) => check.length));
        for (const { check, state, message } of findings)
          print(safe(`${signs[state]}  ${check.padEnd(width)}  ${message}`));
      }
      if (failures > 0) process.exitCode = exitCodes.failure;
    });
}
