// A signal sent to npm ends only the shell in which npm runs a script.
const everyMs = 500;

/**
 * Forwards this process's signals to the child, so that it can finish its current work, and ends it as well if the
 * process that started this one is gone.
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
