import type { Plugin } from 'vite';

export const licenceFile: string;
export function licenceText(folders: readonly string[], names?: readonly string[]): string;
export function shipLicences(also?: readonly string[]): Plugin;
export function licencesOfPrebuilt(mapPaths: readonly string[], owner: string): string;
