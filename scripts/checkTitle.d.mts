export const kinds: readonly string[];
export function problemOfTitle(title: string): string | null;
