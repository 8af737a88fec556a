/** Particles that Korean appends to a noun without a space: "다이슨은" is still "다이슨". Longest first. */
const particles =
  /(?:에서는|에서도|에게서|으로는|으로도|이라고|이라는|이라면|한테서|에서|에게|에는|에도|으로|까지|부터|보다|처럼|만큼|마저|조차|이나|이랑|이고|이며|이란|라고|라는|라면|한테|께서|와는|과는|로는|들은|들이|들을|들의|은|는|이|가|을|를|의|에|로|와|과|도|만|나|랑|란|고|며|들)(?![\p{L}\p{N}])/uy;

/** Prefixes that Arabic and Hebrew attach to a noun without a space: "and", "to", "in", "the" and similar. */
const prefixes = /(?:^| )(?:[وف]?(?:لل|[بلك]?(?:ال)?)|ו?(?:כש|[שהבלכמ]){0,2})$/u;

const hangulEnd = /\p{Script=Hangul}$/u;
const semiticStart = /^[\p{Script=Arabic}\p{Script=Hebrew}]/u;
/** Shorter names occur inside too many other words. */
const minLength = 2;

/** Returns true if only a particle lies between the end of a name and the end of its word. */
export function endsInParticle(text: string, form: string, end: number): boolean {
  if (form.length < minLength || !hangulEnd.test(form)) return false;
  particles.lastIndex = end;
  return particles.test(text);
}

/** Returns true if a word is only a particle. */
export function isParticle(word: string): boolean {
  particles.lastIndex = 0;
  return particles.exec(word)?.[0] === word;
}

/**
 * Returns true if only an attached article, preposition or conjunction lies between the start of the word and this
 * position.
 */
export function beginsInPrefix(text: string, form: string, start: number): boolean {
  // The longest run of such prefixes has five letters.
  return form.length > minLength && semiticStart.test(form) && prefixes.test(text.slice(Math.max(0, start - 6), start));
}
