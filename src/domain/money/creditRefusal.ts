/**
 * Codes with which vendors refuse because the account has no credit left or reached its spending limit: OpenAI and
 * Perplexity, Anthropic, DataForSEO (40200 payment required, 40203 its own cost limit, 40210 insufficient funds), and
 * the HTTP status with that meaning everywhere.
 */
const codes = [
  'insufficient_quota',
  'credit_balance_exhausted',
  'billing_hard_limit_reached',
  'billing_not_active',
  'billing_error',
  'http_402',
  '40200',
  '40203',
  '40210',
];

/** Messages of vendors that use one code for many refusals. */
const words = /credit balance is too low|exceeded your current quota|insufficient (?:credits?|funds)|payment required/i;

/**
 * Returns true if a run or a call was refused for lack of credit, so that nothing was bought. A vendor's
 * message counts only in an error that says so.
 * @param error as saved with a run: `code: message`
 */
export function saysNoCredit(error: string | null): boolean {
  if (error === null) return false;
  const code = error.slice(0, Math.max(0, error.indexOf(':')));
  return codes.includes(code) || (/Nothing was bought\.$/.test(error) && words.test(error));
}
