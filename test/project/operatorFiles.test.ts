import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { environmentSchema } from '../../src/app/config.ts';
import { statusOfCode } from '../../src/domain/errors.ts';

const textOf = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

type Container = {
  env: { name: string }[];
  resources?: { requests?: object; limits?: object };
  startupProbe?: object;
  readinessProbe?: object;
  livenessProbe?: object;
  securityContext?: { allowPrivilegeEscalation?: boolean; readOnlyRootFilesystem?: boolean };
};
type Deployment = {
  kind: string;
  metadata: { name: string };
  spec: {
    template: { spec: { securityContext: { runAsUser: unknown; runAsNonRoot: unknown }; containers: Container[] } };
  };
};

describe('the Kubernetes manifests', () => {
  const deployments = parseAllDocuments(textOf('deploy/kubernetes/sightline.yaml'))
    .map((document) => document.toJS() as Deployment)
    .filter(({ kind }) => kind === 'Deployment');

  it('run every part as a numeric user without privileges, with resource limits', () => {
    expect(deployments.map(({ metadata }) => metadata.name)).toEqual([
      'sightline-api',
      'sightline-worker',
      'sightline-watch',
    ]);
    for (const { spec } of deployments) {
      expect(spec.template.spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
      for (const container of spec.template.spec.containers) {
        expect(container.resources).toMatchObject({ requests: {}, limits: {} });
        expect(container.securityContext).toMatchObject({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
        });
      }
    }
  });

  it('probe the part that listens, and set only existing settings', () => {
    const [api] = deployments[0]?.spec.template.spec.containers ?? [];
    expect([api?.startupProbe, api?.readinessProbe, api?.livenessProbe]).not.toContain(undefined);
    const known = [...Object.keys(environmentSchema.shape), 'SIGHTLINE_URL'];
    const names = deployments.flatMap(({ spec }) =>
      spec.template.spec.containers.flatMap(({ env }) => env.map(({ name }) => name)),
    );
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
  });
});

it('the API guide lists every error code with its status', () => {
  const rows = [...textOf('docs/api.md').matchAll(/^\| `(\w+)` \| (\d{3}) \|/gm)].map(([, code, status]) => [
    code,
    Number(status),
  ]);
  expect(Object.fromEntries(rows)).toEqual(statusOfCode);
});

describe.each(['coolify.yaml', 'caprover.yml'])('the template %s', (name) => {
  type Part = { image: string; environment: string[] | Record<string, string>; volumes: string[] };
  const parts = Object.values((parse(textOf(`deploy/${name}`)) as { services: Record<string, Part> }).services);
  const settingsOf = ({ environment }: Part): Record<string, string> =>
    Array.isArray(environment)
      ? Object.fromEntries(environment.map((line) => [line.split('=')[0], line.slice(line.indexOf('=') + 1)]))
      : environment;

  it('runs the published image on its own PostgreSQL, with its data in a volume', () => {
    const [server, database] = parts;
    expect(server?.image).toMatch(/^ghcr\.io\/sightline-app\/sightline:/);
    expect(server?.volumes).toEqual([expect.stringMatching(/:\/data$/)]);
    const own = server === undefined ? {} : settingsOf(server);
    expect(Object.keys(own).filter((key) => !(key in environmentSchema.shape))).toEqual(
      name === 'coolify.yaml' ? ['SERVICE_URL_SIGHTLINE_4280'] : [],
    );
    expect(own).toMatchObject({
      TRUST_PROXY: '1',
      PUBLIC_BASE_URL: expect.anything(),
      SESSION_SECRET: expect.anything(),
    });
    const password = database === undefined ? '' : settingsOf(database).POSTGRES_PASSWORD;
    expect(own.DATABASE_URL).toContain(`sightline:${password}@`);
  });
});
