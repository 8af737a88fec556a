/** Particles that Korean writes after a noun without a space: "다이슨은" is still "다이슨". The longest first. */
const particles =
  /(?:에서는|에서도|에게서|으로는|으로도|이라고|이라는|이라면|한테서|에서|에게|에는|에도|으로|까지|부터|보다|처럼|만큼|마저|조차|이나|이랑|이고|이며|이란|라고|라는|라면|한테|께서|와는|과는|로는|들은|들이|들을|들의|은|는|이|가|을|를|의|에|로|와|과|도|만|나|랑|란|고|며|들)(?![\p{L}\p{N}])/uy;

/** Prefixes that Arabic and Hebrew write before a noun without a space: "and", "to", "in", "the" and their like. */
const prefixes = /(?:^| )(?:[وف]?(?:لل|[بلك]?(?:ال)?)|ו?(?:כש|[שהבלכמ]){0,2})$/u;

const hangulEnd = /\p{Script=Hangul}$/u;
const semiticStart = /^[\p{Script=Arabic}\p{Script=Hebrew}]/u;
/** Shorter ones occur inside too many other words. */
const minLength = 2;

/** True if only a particle is between this place, where a name ended, and the end of the word. */
export function endsInParticle(text: string, form: string, end: number): boolean {
  if (form.length < minLength || !hangulEnd.test(form)) return false;
  particles.lastIndex = end;
  return particles.test(text);
}

/** Is a word nothing but a particle? */
export function isParticle(word: string): boolean {
  particles.lastIndex = 0;
  return particles.exec(word)?.[0] === word;
}

/** True if only a joined article, preposition or conjunction is between the start of the word and this place. */
export function beginsInPrefix(text: string, form: string, start: number): boolean {
  // The longest run of them has five letters.
  return form.length > minLength && semiticStart.test(form) && prefixes.test(text.slice(Math.max(0, start - 6), start));
}
