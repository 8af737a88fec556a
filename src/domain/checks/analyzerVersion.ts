/**
 * Raise it with every change of a rule: results of two versions are compared by replaying evidence, not by eye. It stands
 * by itself, so that who only names the version need not load the analyser.
 */
export const analyzerVersion = 'checks-5';
