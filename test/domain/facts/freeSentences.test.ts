import { describe, expect, it } from 'vitest';
import type { FactKind } from '../../../src/domain/facts/fact.ts';
import { factQuotes } from '../../../src/domain/facts/factQuotes.ts';
import { readOwner } from '../../../src/domain/identity/owner.ts';
import { trueSentences, wrongSentences } from './freeSentences.ts';

const owner = readOwner({
  ...{ id: 'w1', url: 'https://varnlo.example/', domain: 'varnlo.example', name: 'Varnlo', aliases: [] },
  ...{ exactNames: [], others: [], settledDomains: [], learned: [], commonWords: [] },
});

/** Value and the owner's search words, separated by commas, of each kind. */
const facts: Readonly<Record<string, [FactKind, string, string]>> = {
  price: ['price', '€49 per month', 'Team,Team-Tarif,Team-Plan,Team-abonnement'],
  number: ['number', '25 users', 'Solo,Varnlo'],
  date: [
    'date',
    '2016-09-12',
    'founded,gegründet,fondée,créée,fundada,fondata,opgericht,założona,założono,launched,Varnlo',
  ],
  hours: [
    'hours',
    '09:00-18:00',
    'open,opening hours,geöffnet,Öffnungszeiten,ouvert,horaires,abierto,horario,aperto,orari,aberto,horário,openingstijden,otwarte,czynne,support',
  ],
  feature: [
    'feature',
    'yes',
    'single sign-on,SSO,offline mode,Offline-Modus,mode hors ligne,modo sin conexión,modalità offline,modo offline,offline modus,tryb offline,trybu offline',
  ],
  denied: [
    'feature',
    'no',
    'API,free plan,kostenlosen Tarif,offre gratuite,plan gratuito,piano gratuito,plano gratuito,gratis abonnement,darmowego planu,darmowy plan',
  ],
  phone: ['phone', '+49 30 1234567', 'call,phone,Telefon,téléphone,teléfono,telefono,telefone,telefoon,reach'],
  place: [
    'place',
    'Hauptstraße 1, 10115 Berlin, Germany',
    'based,headquartered,sitzt,Sitz,siège,sede,gevestigd,siedziba,address,Adresse',
  ],
  certificate: ['certificate', 'yes', 'ISO 27001,SOC 2'],
};

function judge(sentences: Readonly<Record<string, readonly string[]>>) {
  return Object.entries(sentences).flatMap(([name, ofKind]) => {
    const [kind, value, words] = facts[name] ?? ['feature', 'yes', ''];
    const version = {
      version: 1,
      value,
      sourceUrl: 'https://varnlo.example/facts',
      madeAt: '2026-01-01',
      madeBy: 'u1',
    };
    const fact = { id: name, websiteId: 'w1', kind, name, words: words.split(','), versions: [version] };
    return ofKind.map((sentence) => ({
      ...{ name, sentence },
      verdict: factQuotes(sentence, owner, [fact], [])[0]?.verdict ?? null,
    }));
  });
}

describe('natural sentences in eight languages', () => {
  it.each(judge(trueSentences))('do not contradict while they are true: $name: $sentence', ({ verdict }) => {
    expect(verdict).not.toBe('contradicts');
  });

  it('contradict in at least eight of ten if they state another value', () => {
    const wrong = judge(wrongSentences);
    const missed = wrong.filter(({ verdict }) => verdict !== 'contradicts');
    const told = missed.map(({ name, sentence, verdict }) => `${name}: ${sentence} ${verdict}`).join('\n');
    expect(missed.length / wrong.length, told).toBeLessThanOrEqual(0.2);
    expect(wrong.filter(({ verdict }) => verdict === 'agrees')).toEqual([]);
  });
});
