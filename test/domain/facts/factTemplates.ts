/** Sentences, written for these tests, about an invented company: `{us}` is its name, `{v}` the value as written in the language. */
export type Template = { language: string; sentence: string };

export const templates: Readonly<Record<string, readonly Template[]>> = {
  price: [
    { language: 'en', sentence: 'The Team plan of {us} costs {money} per month.' },
    { language: 'de', sentence: 'Der Team-Tarif von {us} kostet {money} pro Monat.' },
    { language: 'fr', sentence: 'Le forfait Team de {us} coûte {money} par mois.' },
    { language: 'es', sentence: 'El plan Team de {us} cuesta {money} al mes.' },
    { language: 'it', sentence: 'Il piano Team di {us} costa {money} al mese.' },
    { language: 'pt', sentence: 'O plano Team da {us} custa {money} por mês.' },
    { language: 'nl', sentence: 'Het Team-abonnement van {us} kost {money} per maand.' },
    { language: 'pl', sentence: 'Plan Team w {us} kosztuje {money} miesięcznie.' },
  ],
  number: [
    { language: 'en', sentence: '{us} Solo includes {number} users.' },
    { language: 'de', sentence: '{us} Solo umfasst {number} Nutzer.' },
    { language: 'fr', sentence: '{us} Solo comprend {number} utilisateurs.' },
    { language: 'es', sentence: '{us} Solo incluye {number} usuarios.' },
    { language: 'it', sentence: '{us} Solo include {number} utenti.' },
    { language: 'pt', sentence: '{us} Solo inclui {number} usuários.' },
    { language: 'nl', sentence: '{us} Solo bevat {number} gebruikers.' },
    { language: 'pl', sentence: '{us} Solo zawiera {number} użytkowników.' },
  ],
  date: [
    { language: 'en', sentence: '{us} was founded in {year}.' },
    { language: 'en', sentence: 'Founded on {enDate}, {us} builds planners.' },
    { language: 'de', sentence: '{us} wurde {year} gegründet.' },
    { language: 'de', sentence: '{us}, gegründet am {deDate}, baut Planer.' },
    { language: 'fr', sentence: '{us} a été fondée en {year}.' },
    { language: 'es', sentence: '{us}, fundada en {year}, crea agendas.' },
    { language: 'it', sentence: '{us}, fondata nel {year}, crea agende.' },
    { language: 'pt', sentence: 'A {us}, fundada em {year}, cria agendas.' },
    { language: 'nl', sentence: '{us} is opgericht in {year}.' },
    { language: 'pl', sentence: '{us} założono w {year} roku.' },
  ],
  feature: [
    { language: 'en', sentence: '{us} offers single sign-on.' },
    { language: 'en', sentence: '{us} supports single sign-on, and its mobile app works offline.' },
    { language: 'de', sentence: '{us} bietet Single Sign-on.' },
    { language: 'fr', sentence: "{us} propose l'authentification unique." },
    { language: 'es', sentence: '{us} ofrece inicio de sesión único.' },
    { language: 'it', sentence: '{us} offre accesso unico.' },
    { language: 'pt', sentence: 'A {us} oferece login único.' },
    { language: 'nl', sentence: '{us} biedt eenmalige aanmelding.' },
    { language: 'pl', sentence: '{us} oferuje logowanie jednokrotne.' },
  ],
  denied: [
    { language: 'en', sentence: '{us} does not offer single sign-on.' },
    { language: 'de', sentence: '{us} bietet kein Single Sign-on.' },
    { language: 'fr', sentence: "{us} ne propose pas l'authentification unique." },
    { language: 'es', sentence: '{us} no ofrece inicio de sesión único.' },
    { language: 'it', sentence: '{us} non offre accesso unico.' },
    { language: 'pt', sentence: 'A {us} não oferece login único.' },
    { language: 'nl', sentence: '{us} biedt geen eenmalige aanmelding.' },
    { language: 'pl', sentence: '{us} nie oferuje logowanie jednokrotne.' },
  ],
  phone: [
    { language: 'en', sentence: 'Call {us} at {phone}.' },
    { language: 'de', sentence: 'Telefon von {us}: {phone}.' },
    { language: 'fr', sentence: 'Téléphone de {us} : {phone}.' },
    { language: 'es', sentence: 'Teléfono de {us}: {phone}.' },
    { language: 'it', sentence: 'Telefono di {us}: {phone}.' },
    { language: 'pt', sentence: 'Telefone da {us}: {phone}.' },
    { language: 'nl', sentence: 'Telefoon van {us}: {phone}.' },
    { language: 'pl', sentence: 'Telefon {us}: {phone}.' },
  ],
  hours: [
    { language: 'en', sentence: '{us} opening hours: {hours}.' },
    { language: 'de', sentence: '{us} Öffnungszeiten: {hours} Uhr.' },
    { language: 'fr', sentence: '{us} horaires : {hours}.' },
    { language: 'es', sentence: '{us} horario: {hours}.' },
    { language: 'it', sentence: '{us} orario: {hours}.' },
    { language: 'pt', sentence: '{us} horário: {hours}.' },
    { language: 'nl', sentence: '{us} openingstijden: {hours} uur.' },
    { language: 'pl', sentence: '{us} godziny otwarcia: {hours}.' },
  ],
};

export const words: Readonly<Record<string, readonly string[]>> = {
  price: ['Team plan', 'Team-Tarif', 'forfait Team', 'plan Team', 'piano Team', 'plano Team', 'Team-abonnement'],
  number: ['Solo'],
  date: ['founded', 'gegründet', 'fondée', 'fundada', 'fondata', 'opgericht', 'założono'],
  feature: [
    'single sign-on',
    'authentification unique',
    'inicio de sesión único',
    'accesso unico',
    'login único',
    'eenmalige aanmelding',
    'logowanie jednokrotne',
  ],
  phone: ['call', 'Telefon', 'Téléphone', 'Teléfono', 'Telefono', 'Telefone', 'Telefoon'],
  hours: [
    'opening hours',
    'Öffnungszeiten',
    'horaires',
    'horario',
    'orario',
    'horário',
    'openingstijden',
    'godziny otwarcia',
  ],
};

/** Formats an amount in a language. */
export function moneyIn(language: string, amount: number): string {
  const [whole = '', cents] = String(amount.toFixed(2)).split('.');
  const isPlain = cents === '00';
  if (language === 'en') return `€${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${isPlain ? '' : `.${cents}`}`;
  const thousands = language === 'fr' || language === 'pl' ? '\u00a0' : '.';
  return `${whole.replace(/\B(?=(\d{3})+$)/g, thousands)}${isPlain ? '' : `,${cents}`}\u00a0€`;
}
