import type { AnswerCase } from './answerCase.ts';

/** Answers in the style of search engines: cards of places, linked numbers, headings that sort by kind. */
export const searchPages: readonly AnswerCase[] = [
  {
    what: 'cards of places with a picture, a rating and linked numbers',
    text: `These dentists in Lindholm are well rated.[[1]](https://stadtblatt.example/zahn)

Well-Rated Dentists in Lindholm

![](https://pictures.example/1)
Praxis Hafenblick 4.9 (212)  
Dentist  
Open Kaistr. 4  
Patients praise the calm team and short waiting times.[](https://stadtblatt.example/zahn) [[1]](https://stadtblatt.example/zahn)[[2]](https://hafenblick.example/)

![](https://pictures.example/2)
Molar, Krone & Partner 4.7 (1.4K)  
Dental clinic  
Open  
Sees emergencies at the weekend.[[1]](https://molar.example/notdienst)

![](https://pictures.example/3)
Dr. Weissmann’s Dental Studio 5.0 (8)  
Dentist  
Closed Marktgasse 11  
A small practice for families.

Key Things to Consider

- **Insurance:** Ask whether the practice bills your insurer.
- **Languages:** Not every practice speaks English.

Would you like an appointment **this week**?`,
    names: ['Praxis Hafenblick', 'Molar, Krone & Partner', 'Dr. Weissmann’s Dental Studio'],
    reasons: {
      'Praxis Hafenblick': { holds: 'calm team', lacks: '[' },
      'Molar, Krone & Partner': { holds: 'emergencies at the weekend', lacks: '1]' },
    },
  },
  {
    what: 'a copied page whose names stand above prices and ratings, with cited sites between',
    text: `You said:
small wood stove
Assistant said:
Both fit a room of 20 square metres:
Kaminza 4
1.290 €
4,6
Slim, with a window on three sides.
Stovelund Mini
990 €
4,3
Short logs only.
Room Heating Weekly
+2
Do you have a chimney?`,
    names: ['Kaminza 4', 'Stovelund Mini'],
  },
  {
    what: 'results of a map whose names stand above rows of facts',
    text: `Two locksmiths are open now:
1
Acme Keys
Open · 24 hours · 4.8
Names the price on the phone
2
Velora Locks
Open · Closes 23:00 · 4.5
Fits doors of steel
Always ask for a receipt.`,
    names: ['Acme Keys', 'Velora Locks'],
  },
  {
    what: 'one bold name below each of two headings in a script without capitals',
    text: `### 小さな店
* **みかづき会計**：スマートフォンだけで使えます。

### 二店舗以上
* **しらなみ帳簿**：在庫をまとめて管理します。

無料の期間に試してください。`,
    names: ['みかづき会計', 'しらなみ帳簿'],
  },
  {
    what: 'prose in which only linked numbers are links',
    text: `The best cheese shop in Lindholm is Käserei Wendt, which ages its wheels itself.[[1]](https://wendt.example/) Molkerei Auerhof is a good choice for goat cheese.[](https://auerhof.example/) [[2]](https://auerhof.example/)`,
    names: ['Käserei Wendt', 'Molkerei Auerhof'],
  },
  {
    what: 'headings of kinds above paragraphs and bullets that begin with a name',
    text: `The best bikes for a hilly town are these.

### Light Folding Bikes (For Trains)

Folding bikes fit below a seat.

- Tarn Pocket 9: Weighs nine kilos and folds in ten seconds.
- Kestrel Mini: The cheapest one with a lighting set.

### Sturdy Cargo Bikes

Cargo bikes carry two children.

Ferro Lastenrad: The long frame stays calm downhill.

Lindqvist Haul: A strong motor for steep streets.

### Riding Tips

- Check the brakes: Wet rims need longer.
- Wear a helmet: It is the law for children.`,
    names: ['Tarn Pocket 9', 'Kestrel Mini', 'Ferro Lastenrad', 'Lindqvist Haul'],
  },
  {
    what: 'numbered headings of kinds above paragraphs that begin with a name',
    text: `The best boats for a small lake are these:

### 1. Flat Rowing Boats

Flat boats carry a family.

Seerose 4: Built of larch, with a bench for two.

Ruhra Kahn: Light enough for one person.

### 2. Small Sailing Dinghies

Dinghies turn quickly.

Windspiel Junior: Hard to capsize.

Talvik Two: Fast in a light breeze.`,
    names: ['Seerose 4', 'Ruhra Kahn', 'Windspiel Junior', 'Talvik Two'],
  },
  {
    what: 'headings that are names in the plural, above what they offer',
    text: `Two pairs are worth a look:

### Tarn Earbuds

- Long Battery: ten hours with the case.
- Soft Tips: three sizes in the box.

### Kestrel Headphones

- Long Battery: forty hours.
- Folding Arms: they fit a coat pocket.`,
    names: ['Tarn Earbuds', 'Kestrel Headphones'],
  },
  {
    what: 'Agenturen und Lösungen, unter denen Absätze mit einem Namen beginnen',
    text: `Führende Anbieter für Werbung im Handwerk sind:

## Digitale Werbeagenturen

Nordlicht Media: Baut Webseiten für Betriebe im Norden. [0](https://nordlicht.example/)

Kupferdach: Spezialisiert auf Dachdecker und Spengler.

## Software und Planungslösungen

Gewerkplan: Plant Einsätze und schreibt Angebote. [1](https://gewerkplan.example/)

Balkenwerk: Verwaltet Aufträge und Material.`,
    names: ['Nordlicht Media', 'Kupferdach', 'Gewerkplan', 'Balkenwerk'],
  },
];
