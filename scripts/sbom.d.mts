type Component = {
  name: string;
  version: string;
  purl: string;
  licenses: { expression: string }[];
  hashes?: { alg: string; content: string }[];
  properties: { name: string; value: 'bundled' | 'installed' }[];
};
export declare const sbomFile: string;
export declare function isAllowed(expression: string): boolean;
export declare function makeSbom(): { bomFormat: string; specVersion: string; components: Component[] };
export declare function writeSbom(): void;
