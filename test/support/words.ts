/** Returns the words of a text, for long lists. */
export const words = (text: string): string[] => text.trim().split(/\s+/);
