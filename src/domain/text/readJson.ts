/** Parses JSON, whose shape the caller has to check; undefined for any other text. */
export function readJson<Expected = unknown>(text: string): Expected | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
