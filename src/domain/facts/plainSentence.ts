import type { FactKind } from './fact.ts';

/** Words of a sentence that states a value and nothing else, in the eight languages of `sentenceSigns.ts`. */
const always =
  'the a an its their it of in at for is are per der die das des den dem ein eine einen von bei im le la les l un une de du des chez est el los las una del en il lo i gli uno di da o os as um uma do na het een van w we z ze są jest s è é está to';
const answer =
  'you offer offers have has include includes support supports provide provides feature features does doesn do t not no lacks lack there bietet hat enthält unterstützt kein keine keinen keinerlei nicht fehlt offre propose inclut comprend possède ne n pas aucun aucune ofrece tiene incluye admite no carece ningún ninguna include ha supporta non nessun nessuna manca oferece tem inclui suporta não nenhum nenhuma biedt heeft bevat ondersteunt geen niet oferuje ma zawiera obsługuje posiada nie brak brakuje hold holds certified certification zertifiziert certifié certificado certificato gecertificeerd certyfikat';
const words: Readonly<Record<FactKind, string>> = {
  price:
    'has have plan plans tier subscription license costs cost price priced sells sell month monthly year yearly tarif abo lizenz kostet preis beträgt monat monatlich pro jahr je forfait abonnement offre coûte prix par mois mensuel an suscripción cuesta precio al mes año piano abbonamento costa prezzo mese anno plano assinatura custa preço por mês ano kost prijs maand jaar kosztuje cena planu miesięcznie miesiąc rocznie rok',
  number:
    'plan plans includes include allows has have offers supports tarif umfasst enthält hat bietet erlaubt forfait comprend inclut a offre incluye tiene ofrece permite include ha offre permette inclui tem oferece bevat heeft biedt zawiera ma oferuje pozwala comes with',
  date: 'was on año em werd została został year wurde am jahr a été le fue e foi em nel nell op in roku r w dnia',
  place:
    'based headquartered located address office seat sitzt sitz adresse siège adresse sede dirección indirizzo endereço gevestigd adres siedziba',
  phone:
    'you can call phone number tel on reach telefon telefonnummer unter téléphone numéro au teléfono número telefono numero telefone telefoon nummer telefoonnummer numer pod',
  hours:
    'open opens opening hours from daily uhr täglich öffnungszeiten geöffnet hat ouvert horaires à abierto horario aperto orario orari dalle aberto horário das openingstijden dagelijks uur godziny otwarcia otwarte czynne codziennie',
  feature: answer,
  certificate: answer,
};
const plain = new Map(
  Object.entries(words).map(([kind, own]) => [kind, new Set(`${always} ${own}`.split(' '))] as const),
);

/**
 * True where a sentence says nothing but its value, up to the end of the clause that holds it: "costs €49 per month",
 * and not "costs €49 per month with VAT". A word that is not known to leave the value as it is may change what it is of.
 * @param value where the value is written
 * @param named names of the website and words of the fact
 */
export function isPlain(sentence: string, kind: FactKind, value: string, named: readonly string[]): boolean {
  const at = sentence.toLowerCase().indexOf(value.toLowerCase());
  if (at < 0) return false;
  const behind = withoutNames(sentence.slice(at + value.length), named);
  const before = withoutNames(sentence.slice(0, at), named);
  const clause = behind.split(/[,;:–—]\s|[.!?]\s*$/u)[0] ?? '';
  const city = kind === 'place' ? /^\s\p{Lu}\p{L}+(?:\s\p{Lu}\p{L}+)?/u : /^$/;
  return [...`${before} ${clause.replace(city, '')}`.toLowerCase().matchAll(/\p{L}+|\d+/gu)].every(
    ([word]) => plain.get(kind)?.has(word) === true,
  );
}

function withoutNames(text: string, named: readonly string[]): string {
  return named
    .toSorted((a, b) => b.length - a.length)
    .reduce(
      (rest, name) =>
        rest.replace(new RegExp(`(?<!\\p{L})${name.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')}(?!\\p{L})`, 'giu'), ' '),
      text,
    );
}
