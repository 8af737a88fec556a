/**
 * Labels the upper price of a quote. If it comes from the owner's own recent answers, it is what 95 of 100 of them cost
 * at most, while more is held, so it is not called an upper limit.
 */
export function upperPrice({ maxUsd, heldUsd }: { maxUsd: number | null; heldUsd: number | null }): {
  word: 'at most' | 'rarely above';
  heldBeyond: number | null;
} {
  return maxUsd !== null && heldUsd !== null && heldUsd > maxUsd
    ? { word: 'rarely above', heldBeyond: heldUsd }
    : { word: 'at most', heldBeyond: null };
}
