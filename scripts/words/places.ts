/** Folders and pages that must follow docs/words.json. */
export const places: readonly string[] = [
  'src',
  'web/src',
  'docs',
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CODE_OF_CONDUCT.md',
];
