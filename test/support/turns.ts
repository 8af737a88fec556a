/**
 * Processor time of this thread, in milliseconds: what `work` takes in all, and what its longest turn of the event loop
 * takes, during which nobody else is served. It is no time of the clock, so other work of the machine does not count.
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
