/**
 * Measures processor time of this thread, in milliseconds: the total of `work`, and the longest turn of the event loop,
 * during which no other caller is served. Unlike clock time, it is independent of other work of the machine.
 */
export async function turnsOf(work: () => Promise<unknown>): Promise<{ longestMs: number; totalMs: number }> {
  const began = spentMs();
  let turnBegan = began;
  let longestMs = 0;
  let isOver = false;
  const turn = (): void => {
    const now = spentMs();
    longestMs = Math.max(longestMs, now - turnBegan);
    turnBegan = now;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  isOver = true;
  turn();
  return { longestMs, totalMs: spentMs() - began };
}

function spentMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
