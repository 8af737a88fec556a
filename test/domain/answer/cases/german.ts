import { type AnswerCase, mentioned, rejected } from './answerCase.ts';

export const german: readonly AnswerCase[] = [
  {
    what: 'eine nummerierte Liste mit Quellen',
    text: `Für kleine Handwerksbetriebe kommen vor allem diese Programme in Frage:

1. **Rechnungsfuchs** – schreibt Angebote und Mahnungen von selbst. ([rechnungsfuchs.example](https://rechnungsfuchs.example/funktionen))
2. **Belegwerk Pro** – die beste Anbindung an den Steuerberater.
3. **Zunftbüro** – läuft auch ohne Internet.

Wenn Sie mir sagen, wie viele Rechnungen Sie im Monat schreiben, kann ich genauer raten.`,
    names: ['Rechnungsfuchs', 'Belegwerk Pro', 'Zunftbüro'],
    sources: ['https://rechnungsfuchs.example/funktionen'],
    citations: { Rechnungsfuchs: ['https://rechnungsfuchs.example/funktionen'] },
    reasons: { Zunftbüro: { starts: 'läuft auch ohne Internet.', lacks: 'genauer raten' } },
  },
  {
    what: 'Überschriften mit Kategorie',
    text: `## Testsieger: Lärchenbett Natur

Weich an den Schultern, fest im Becken.

## Preis-Leistungs-Sieger: Schlafkontor 7

Zehn Jahre Garantie.

## Für Allergiker: Milbenfrei Plus

Der Bezug lässt sich kochen.

## Fazit

Am meisten überzeugt das Lärchenbett Natur.`,
    names: ['Lärchenbett Natur', 'Schlafkontor 7', 'Milbenfrei Plus'],
    reasons: { 'Milbenfrei Plus': { ends: 'lässt sich kochen.' } },
  },
  {
    what: 'Stichpunkte mit Eigenschaften darunter',
    text: `*   **Wolkenhort:** Der Anbieter speichert nur in Deutschland.
    *   **Vorteile:** schnell, günstig
    *   **Nachteile:** keine App
*   **Datenkate:** Verschlüsselt schon auf dem Gerät.
    *   **Vorteile:** sehr sicher
    *   **Nachteile:** teurer`,
    names: ['Wolkenhort', 'Datenkate'],
  },
  {
    what: 'ein Fließtext mit Empfehlung',
    text: `Für Ihre Zwecke würde ich **Wolkenhort** empfehlen. Eine gute Alternative ist **Datenkate**, wenn Ihnen Verschlüsselung wichtiger ist als der Preis.`,
    names: ['Wolkenhort', 'Datenkate'],
  },
  {
    what: 'ein Vergleich ohne Urteil',
    text: `**Wolkenhort** und **Datenkate** unterscheiden sich vor allem im Preis. Wolkenhort ist günstiger, Datenkate sicherer. Welcher Anbieter besser passt, hängt von Ihren Anforderungen ab.`,
  },
  {
    what: 'Abraten',
    text: `Empfehlenswert sind:

- **Wolkenhort**
- **Datenkate**

Nicht empfehlenswert ist **Gratisbox**, weil der Anbieter Daten verkauft. Auch von **Speicherli** rate ich ab.`,
    names: ['Wolkenhort', 'Datenkate'],
    others: [rejected('Gratisbox'), rejected('Speicherli')],
  },
  {
    what: 'ein eingestellter Dienst',
    text: `1. **Fahrtenheft** – erkennt Fahrten von selbst.
2. **Kilometra** – exportiert fürs Finanzamt.

Der Dienst Tachobuch wurde im Sommer eingestellt.`,
    names: ['Fahrtenheft', 'Kilometra'],
    others: [rejected('Tachobuch')],
  },
  {
    what: 'keine Empfehlung möglich',
    text: `Leider kann ich Ihnen keine bestimmte Kanzlei empfehlen. Mir liegen keine verlässlichen Angaben zu Anwälten in Ihrer Stadt vor.

Die Anwaltskammer führt ein Verzeichnis, in dem Sie nach Fachgebieten suchen können.`,
    nobody: true,
  },
  {
    what: 'eine Tabelle mit dem Namen in der zweiten Spalte',
    text: `| Platz | Anbieter | Preis im Monat |
|---|---|---|
| 1 | Stromlinde | 62 € |
| 2 | Ökokraft Süd | 66 € |
| 3 | e.volta | 71 € |

Die Preise gelten für 2.500 kWh im Jahr.`,
    names: ['Stromlinde', 'Ökokraft Süd', 'e.volta'],
  },
  {
    what: 'Betriebe am Ort',
    text: `**Bäckerei Morgenroth & Söhne**
Geöffnet · Bäckerei · 4,7 (310)
Sauerteig aus dem Holzofen.

**Backstube Lindenhof**
Geschlossen · Bäckerei · 4,5 (120)
Gute Laugenbrezeln.`,
    names: ['Bäckerei Morgenroth & Söhne', 'Backstube Lindenhof'],
  },
  {
    what: 'ein Name, den der Text nur zum Vergleich nennt',
    text: `Statt **Bürokoloss** würde ich **Schreibgut** nehmen: gleiche Funktionen, halber Preis.`,
    names: ['Schreibgut'],
    others: [mentioned('Bürokoloss')],
  },
];
