/**
 * Raise it with every change of a rule: results of two versions are compared by replaying evidence, not by eye. In a separate file, so that code that only names the version does not load the analyser.
 */
export const analyzerVersion = 'checks-8';
