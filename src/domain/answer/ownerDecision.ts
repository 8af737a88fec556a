/**
 * Decision of a workspace member on one answer: whether it recommends the website, and at which one-based position;
 * null if they gave none. It outweighs every reading of that answer.
 */
export type OwnerDecision = { recommended: boolean; position: number | null };
