import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from '../../scripts/prepare.mjs';
import { startUnder, untilPrinted } from '../support/cli.ts';
import { productionFolders } from '../support/productionFolders.ts';
import { sendRaw } from '../support/rawHttp.ts';
import { mustSkip } from '../support/require.ts';
import { required } from '../support/required.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));

/** Instructions of the image's last stage, as the Dockerfile has them: no container engine is needed to follow them. */
const stages = readFileSync(join(project, 'Dockerfile'), 'utf8')
  .replaceAll('\\\n', ' ')
  .split(/^FROM .*$/m);
const instructions = (stages.at(-1) ?? '')
  .split('\n')
  .flatMap((line) => /^([A-Z]+)\s+(.*)$/.exec(line) ?? [])
  .map((text) => text.trim());
const argumentsOf = (name: string): string[] =>
  instructions.flatMap((one, at) => (one === name ? [required(instructions[at + 1])] : []));
const environment = argumentsOf('ENV').flatMap((line) => line.split(/\s+/));
const [user] = argumentsOf('USER');
const [program, ...words]: string[] = JSON.parse(required(argumentsOf('CMD')[0]));

/** Root folder of the image, with this machine's system folders in place of the base image's. */
let root: string;
const script = (): string => join(root, 'enter.sh');

beforeAll(() => {
  if (needsRoot !== null) return;
  ensureBuilt();
  // A command that ran in this process before may have made new folders private.
  process.umask(0o022);
  root = mkdtempSync(join(tmpdir(), 'sightline-image-'));
  chmodSync(root, 0o755);
  for (const folder of ['app', 'data', 'dev', 'etc', 'proc', 'tmp', 'usr']) mkdirSync(join(root, folder));
  chmodSync(join(root, 'tmp'), 0o1777);
  for (const name of ['bin', 'lib', 'lib64', 'sbin']) execFileSync('cp', ['-a', `/${name}`, join(root, name)]);
  writeFileSync(join(root, 'etc/passwd'), 'root:x:0:0::/:/bin/sh\nnode:x:1000:1000::/tmp:/bin/sh\n');
  writeFileSync(join(root, 'etc/group'), 'root:x:0:\nnode:x:1000:\n');
  cpSync(process.execPath, join(root, process.execPath), { recursive: true });
  for (const line of argumentsOf('COPY')) {
    const [from, ...paths] = line.split(/\s+/);
    expect(from).toBe('--from=build');
    for (const path of paths.slice(0, -1)) {
      const copied = path.replace('/app/', '');
      const folders = copied === 'node_modules' ? productionFolders(project) : [copied];
      for (const folder of folders) cpSync(join(project, folder), join(root, 'app', folder), { recursive: true });
    }
  }
  rmSync(join(root, 'app/dist/.compile-cache'), { recursive: true, force: true });
  // Read-only but for what deploy/compose.yml gives the container: its volume and two folders in memory.
  writeFileSync(
    script(),
    `set -e
cd ${root}
mount --bind . .
cd ${root}
for folder in usr dev proc; do mount --rbind /$folder $folder; done
mount --bind data data
if [ "$1" = 0:0 ]; then shift; exec /usr/sbin/chroot . "$@"; fi
mount --bind tmp tmp
mount -t tmpfs -o mode=1777 tmpfs app/dist/.compile-cache
mount -o remount,bind,ro .
user=$1; shift
exec /usr/sbin/chroot --userspec="$user" . /usr/bin/env -C /app "$@"
`,
  );
  for (const line of argumentsOf('RUN').filter((one) => !one.startsWith('apt-get ')))
    execFileSync('unshare', ['--mount', 'sh', script(), '0:0', '/bin/sh', '-c', `cd /app && ${line}`]);
});
afterAll(() => needsRoot === null && rmSync(root, { recursive: true, force: true }));

// Without a container engine, only root may change the root folder of a process.
const needsRoot = process.getuid?.() === 0 ? null : 'mounts need root';

it.skipIf(mustSkip('root', needsRoot))(
  'the image serves as its user on a read-only file system, passes its health check and stops on a signal',
  async () => {
    expect(program).toBe('node');
    const path = `PATH=${dirname(process.execPath)}:/usr/bin:/bin`;
    const variables = [...environment, path, 'HOST=127.0.0.1', 'PORT=0', 'LOG_LEVEL=silent'];
    const inside = ['unshare', '--mount', 'sh', script(), required(user), 'env', '-i', ...variables];
    const started = startUnder(inside, words, {});
    try {
      const [, url = ''] = await untilPrinted(started, /listening on (\S+)/);
      await untilPrinted(started, /setup: \S+/);
      const page = await sendRaw(url, ['GET / HTTP/1.1', `Host: ${new URL(url).host}`, 'Accept: text/html']);
      expect(page.status).toBe(200);
      const status = readFileSync(`/proc/${started.child.pid}/status`, 'utf8');
      expect(/^Uid:\s+(\d+)/m.exec(status)?.[1]).toBe(user?.split(':')[0]);
      const check = required(argumentsOf('HEALTHCHECK')[0]).replace('CMD ', '');
      const enter = ['--target', `${started.child.pid}`, '--mount', '--root', '--wd', 'env', '-i', path];
      execFileSync('nsenter', [...enter, `PORT=${new URL(url).port}`, 'sh', '-c', check]);
      expect(() => execFileSync('nsenter', [...enter, 'PORT=9', 'sh', '-c', check], { stdio: 'ignore' })).toThrow();
      const write = (path: string) => execFileSync('nsenter', [...enter, 'touch', path], { stdio: 'ignore' });
      expect(() => write('/app/dist/written')).toThrow();
      write('/tmp/written');
    } finally {
      started.child.kill('SIGTERM');
    }
    expect((await started.ended).code).toBe(0);
    expect(readdirSync(join(root, 'data')).length).toBeGreaterThan(0);
  },
);
