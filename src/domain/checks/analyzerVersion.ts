/**
 * Raise it with every change of a rule: results of two versions are compared by replaying evidence. In a separate file,
 * so that code that only needs the version does not load the analyser.
 */
export const analyzerVersion = 'checks-10';
