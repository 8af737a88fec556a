// A signal sent to npm ends the shell in which npm runs a script, and nothing below that.
const everyMs = 500;

/**
 * Hands this process's signals on to the child, so that it can finish what is under way, and ends it as well when whoever
 * started this process has gone.
 */
export function passSignals(child) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  const starter = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === starter) return;
    clearInterval(watch);
    child.kill('SIGTERM');
  }, everyMs);
  watch.unref();
}
