export function readAudit(printed: string): { lines: string[]; code: 0 | 1 | 2 };
