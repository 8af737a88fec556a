/**
 * Decision of a person of the workspace on one answer: it recommends the website or it does not, and at which one-based
 * position; null where they gave none. It outweighs every reading of that answer.
 */
export type OwnersWord = { recommended: boolean; position: number | null };
