/** Parts of libraries that the server never calls: schema compilers (Zod checks), a test client, a list of files. */
const unused = ['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler', 'light-my-request', 'glob'];

/** Replaces them in a bundle by functions that throw. */
export const leaveOutUnused = {
  name: 'leave-out-unused',
  resolveId: (id) => (unused.includes(id) ? `\0unused:${id}` : null),
  load: (id) =>
    id.startsWith('\0unused:')
      ? `module.exports = () => () => { throw new Error('${id.slice(8)} is not part of the build'); };`
      : null,
};
