/**
 * Raise it with every change of a rule: results of two versions are compared by replaying evidence, not by eye. In a
 * file of its own, so that code which only names the version need not load the analyser.
 */
export const analyzerVersion = 'checks-8';
