// The bill of materials of a build (CycloneDX 1.6): every package that is bundled in it or installed next to it.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { licenceFile } from './licences.mjs';
import { root } from './prepare.mjs';

export const sbomFile = 'sbom.cdx.json';

/**
 * Licences under which a package may be bundled or installed: all allow use and distribution in a work under
 * Apache-2.0.
 */
const allowedLicences = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/** Returns true if an SPDX expression offers an allowed licence: one of an OR, each of an AND. */
export function isAllowed(expression) {
  const bare = expression.replace(/^\((.*)\)$/, '$1');
  if (/ OR /.test(bare)) return bare.split(' OR ').some(isAllowed);
  if (/ AND /.test(bare)) return bare.split(' AND ').every(isAllowed);
  return allowedLicences.has(bare);
}

/** Returns the licence lists of the folders below `dist` that contain a bundle. */
function licenceLists(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return licenceLists(path);
    return entry.name === licenceFile ? [path] : [];
  });
}

/** Returns packages by name and version, from the headings of the lists. */
function bundledPackages(dist) {
  return licenceLists(dist).flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/^== (\S+) (\d\S*) \((.+)\)$/gm)].map(([, name, version, licence]) => ({
      name,
      version,
      licence,
    })),
  );
}

/** Returns the packages of an installation without development tools, by the lock file. */
function installedPackages(lock) {
  return Object.entries(lock.packages)
    .filter(([path, entry]) => path !== '' && entry.dev !== true && entry.devOptional !== true)
    .map(([path, entry]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version: entry.version,
      licence: entry.license ?? licenceOf(path),
    }));
}

function licenceOf(path) {
  const manifest = join(root, path, 'package.json');
  return existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).license : undefined;
}

/** Returns the lock's checksum of a package, in CycloneDX form; empty if the lock does not name it. */
function hashesOf(lock, name, version) {
  const entry = Object.entries(lock.packages).find(
    ([path, candidate]) => path.endsWith(`node_modules/${name}`) && candidate.version === version,
  )?.[1];
  const [algorithm, digest] = entry?.integrity?.split('-') ?? [];
  if (algorithm !== 'sha512' || digest === undefined) return {};
  return { hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }] };
}

/** Builds the bill as an object; the same build gives the same bill, without times or random values. */
export function makeSbom() {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const packages = new Map();
  const add = (part, scope) => {
    const purl = `pkg:npm/${part.name.replace('@', '%40')}@${part.version}`;
    if (!packages.has(purl)) packages.set(purl, { ...part, purl, scope });
  };
  for (const part of bundledPackages(join(root, 'dist'))) add(part, 'bundled');
  for (const part of installedPackages(lock)) add(part, 'installed');
  const components = [...packages.values()]
    .sort((one, other) => (one.purl < other.purl ? -1 : 1))
    .map(({ name, version, licence, purl, scope }) => ({
      type: 'library',
      'bom-ref': purl,
      name,
      version,
      purl,
      licenses: licence === undefined ? [] : [{ expression: licence }],
      ...hashesOf(lock, name, version),
      properties: [{ name: 'sightline:shipped', value: scope }],
    }));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': `pkg:npm/${own.name}@${own.version}`,
        name: own.name,
        version: own.version,
        licenses: [{ expression: own.license }],
      },
    },
    components,
  };
}

/** Writes the bill next to the bundles. @throws if a package has no licence that allows distribution */
export function writeSbom() {
  const sbom = makeSbom();
  const refused = sbom.components.filter(({ licenses }) => !isAllowed(licenses[0]?.expression ?? ''));
  if (refused.length > 0) {
    const names = refused.map(
      ({ name, version, licenses }) => `${name} ${version} (${licenses[0]?.expression ?? 'none'})`,
    );
    throw new Error(`These packages may not be shipped under their licence: ${names.join(', ')}`);
  }
  writeFileSync(join(root, 'dist', sbomFile), `${JSON.stringify(sbom, null, 2)}\n`);
}
