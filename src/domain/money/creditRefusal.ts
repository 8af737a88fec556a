/**
 * Codes with which vendors refuse because the account has no money left or may spend no more: OpenAI and Perplexity,
 * Anthropic, DataForSEO (40200 payment required, 40203 its own limit of costs, 40210 insufficient funds), and the status
 * that means it everywhere.
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

/** Messages of vendors that have one code for many things. */
const words = /credit balance is too low|exceeded your current quota|insufficient (?:credits?|funds)|payment required/i;

/**
 * Returns true if a run or a call failed for lack of credit. Only of a refusal, of which nothing was bought: a later
 * message of the vendor is about something else.
 * @param error as a run keeps it: `code: message`
 */
export function saysNoCredit(error: string | null): boolean {
  if (error === null) return false;
  const code = error.slice(0, Math.max(0, error.indexOf(':')));
  return codes.includes(code) || (/Nothing was bought\.$/.test(error) && words.test(error));
}
