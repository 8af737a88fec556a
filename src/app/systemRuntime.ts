import { randomBytes } from 'node:crypto';
import type { Runtime } from '../ports/runtime.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const idLength = 22;

/** The real clock and the system's random source. 22 Base62 characters carry 131 bits. */
export const systemRuntime: Runtime = {
  now: () => Date.now(),
  // For commands, which are short; a server takes its clock from its database.
  steady: () => Date.now(),
  hasPassed: (deadline) => Date.now() >= deadline,
  monotonic: () => performance.now(),
  newId(prefix) {
    let id = '';
    while (id.length < idLength) {
      for (const byte of randomBytes(idLength)) {
        // Bytes beyond the last whole multiple of 62 would favour the first letters.
        if (byte < 248 && id.length < idLength) id += alphabet[byte % 62];
      }
    }
    return `${prefix}_${id}`;
  },
  randomBytes: (length) => randomBytes(length),
  jitter: () => Math.random(),
};
