// Licences of the packages bundled into a build: most of them require that their text is included.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './prepare.mjs';

/** File that names every package bundled beside it, with its licence. */
export const licenceFile = 'third-party-licences.txt';

/** Returns the folder of the installed package that a module belongs to; null for our own. */
function packageFolder(moduleId) {
  const at = moduleId.lastIndexOf('/node_modules/');
  if (at < 0) return null;
  const [first, second] = moduleId.slice(at + '/node_modules/'.length).split('/');
  return `${moduleId.slice(0, at)}/node_modules/${first.startsWith('@') ? `${first}/${second}` : first}`;
}

function authorOf({ author }) {
  return typeof author === 'object' && author !== null ? author.name : author;
}

/** Returns a heading, then the texts in the package. */
function sectionOf(folder) {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const texts = readdirSync(folder)
    .filter((name) => /^(licen[sc]e|copying|notice)([.-]|$)/i.test(name) && !/\.(js|json|ts)$/.test(name))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').trim());
  const by = authorOf(manifest);
  const licence = manifest.license ?? 'licence not named';
  if (texts.length === 0) {
    texts.push(`Its package brings no text of its licence${by === undefined ? '' : `; by ${by}`}.`);
  }
  return `== ${manifest.name} ${manifest.version} (${licence})\n\n${texts.join('\n\n')}\n`;
}

/**
 * Returns the file's text for these folders of installed packages, and for names of packages that are not installed.
 */
export function licenceText(folders, names = []) {
  const sections = [...new Set(folders)].map(sectionOf);
  for (const name of names) sections.push(`== ${name}\n\nBundled by another package; not installed here itself.\n`);
  return `Packages bundled here, and their licences.\n\n${[...new Set(sections)].sort().join('\n')}`;
}

/** For Rolldown and Vite: writes the licences of all modules of the build, and of `also` by name, beside the build. */
export function shipLicences(also = []) {
  return {
    name: 'ship-licences',
    generateBundle() {
      // Modules that a bundler creates have a prefix and a query suffix.
      const paths = [...this.getModuleIds()].map((id) => id.split('?')[0].replace(/^\0/, ''));
      const folders = paths.map(packageFolder).filter((folder) => folder !== null && existsSync(folder));
      folders.push(...also.map((name) => join(root, 'node_modules', name)));
      if (folders.length > 0) this.emitFile({ type: 'asset', fileName: licenceFile, source: licenceText(folders) });
    },
  };
}

/**
 * Returns the licences of the content of prebuilt files, by their source maps. `owner` is the package they come from:
 * parts of its own repository, which have no folder in a node_modules, have its licence.
 */
export function licencesOfPrebuilt(mapPaths, owner) {
  const sources = mapPaths.flatMap((mapPath) => JSON.parse(readFileSync(mapPath, 'utf8')).sources);
  const names = new Set(sources.map((source) => packageFolder(`/${source}`)).filter((found) => found !== null));
  const bare = [...names].map((folder) => folder.slice(folder.lastIndexOf('/node_modules/') + '/node_modules/'.length));
  const folderOf = (name) => join(root, 'node_modules', name);
  const isInstalled = (name) => existsSync(folderOf(name));
  return licenceText(
    [owner, ...bare].filter(isInstalled).map(folderOf),
    bare.filter((name) => !isInstalled(name)),
  );
}
