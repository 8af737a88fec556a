import type { Plugin } from 'rolldown';

/** Replaces parts of libraries that the server never calls by functions that throw. */
export const leaveOutUnused: Plugin;
