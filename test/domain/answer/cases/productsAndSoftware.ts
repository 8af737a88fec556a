import type { AnswerCase } from './answerCase.ts';
import { rejected } from './answerCase.ts';

/** English answers about products and software, in the shapes that engines of 2026 use. */
export const productsAndSoftware: readonly AnswerCase[] = [
  {
    what: 'a table of needs with a column that says what to choose',
    text: `**Short answer:** it depends on your team.

| If you need… | Choose | Why |
|---|---|---|
| Simple boards | **Kanbanista** | Free for ten people |
| Reports | **Gantthill Pro** | Best charts |
| Open source | **OpenTasker** | Self-hosted |

If you tell me your team size, I can be more specific.`,
    names: ['Kanbanista', 'Gantthill Pro', 'OpenTasker'],
  },
  {
    what: 'arrows from a need to a name',
    text: `Quick picks:

- Small flat → **Sweepo S1**
- Pet hair → **Furminator X200**
- Two floors → **Sweepo Max+**

All three can mop.`,
    names: ['Sweepo S1', 'Furminator X200', 'Sweepo Max+'],
  },
  {
    what: 'best-for labels with linked names behind the colon',
    text: `My shortlist for 2026:

- **Best overall:** [Nimbus Desk 3](https://nimbus.test/desk) — steady at any height.
- **Best budget:** [Plank One](https://plank.test) — no memory keys.
- **Best for tall people:** [Giraffe XL](https://giraffe.test/xl) — up to 132 cm.

I'd go with the Nimbus unless money is tight.`,
    names: ['Nimbus Desk 3', 'Plank One', 'Giraffe XL'],
  },
  {
    what: 'tiers as headings with names in bullets',
    text: `## Tier 1 – enterprise
- **Vaultline**: audit logs, SSO
- **Secretary One**: on-premises

## Tier 2 – small teams
- **Keyring.io**: cheap and quick
- **Passmoth**: open source

## What I'd avoid
- **FreeLock**: breached twice`,
    names: ['Vaultline', 'Secretary One', 'Keyring.io', 'Passmoth'],
    others: [rejected('FreeLock')],
  },
  {
    what: 'card headings that hold a pipe, each with a tag and a price',
    text: `### [Doze | Cloud Hybrid | Queen](https://shop.test/doze)

#### Innovative Design

*$755.00*

### [Lull Classic Firm](https://shop.test/lull)

#### Great Value

*$499.00*

### [Slumberland Ultra](https://shop.test/slumber)

#### Cooling Technology

*$899.00*

Each of these mattresses suits another sleeper.`,
    names: ['Doze | Cloud Hybrid | Queen', 'Lull Classic Firm', 'Slumberland Ultra'],
  },
  {
    what: 'numbers in brackets and plain names before a dash',
    text: `1) Tonewave Studio — best noise cancelling
2) Earlight 5 — lightest
3) Bassment Go — cheapest

Honourable mention: Quietude 2, if you find it on sale.`,
    names: ['Tonewave Studio', 'Earlight 5', 'Bassment Go', 'Quietude 2'],
  },
  {
    what: 'a pros and cons table below each name',
    text: `### Brewmeister 400
| Pros | Cons |
|---|---|
| Fast | Loud |

### Kaffa Slim
| Pros | Cons |
|---|---|
| Small | No timer |

### Verdict
The Brewmeister 400 is the better machine.`,
    names: ['Brewmeister 400', 'Kaffa Slim'],
  },
  {
    what: 'a sentence lists the names in bold before the details repeat them',
    text: `The strongest options right now are **Formly**, **Askwell** and **Polldesk**.

**Formly**
Branching logic and payments.

**Askwell**
Best for research panels.

**Polldesk**
Live polls in meetings.`,
    names: ['Formly', 'Askwell', 'Polldesk'],
  },
  {
    what: 'product names that are common words',
    text: `Note apps people like:

1. **Bear Cave** – tags and links
2. **Slate** – drawing
3. **Drafts & Co** – text first`,
    names: ['Bear Cave', 'Slate', 'Drafts & Co'],
  },
  {
    what: 'features of one product asked about, then alternatives',
    text: `Pagewright is a good choice if you write long documents.

**Key features**
- Version history
- Footnotes
- Export to PDF

**Alternatives to Pagewright**
- **Scriptorium** – cheaper
- **Longform Pro** – for Mac`,
    names: ['Scriptorium', 'Longform Pro'],
  },
  {
    what: 'names with versions, plus signs and lower case',
    text: `Top text-to-speech tools:

* **voxa.ai** – most natural
* **ReadAloud+** – browser extension
* **iSpeak 3** – offline
* **Murmur (beta)** – free`,
    names: ['voxa.ai', 'ReadAloud+', 'iSpeak 3', 'Murmur (beta)'],
  },
  {
    what: 'shopping advice only, with budget ranges',
    text: `Before you buy a used bike, check:

- **Frame size:** stand over it.
- **Brakes:** they should not squeal.
- **Price:** 200–400 is fair.
- **Tyres:** look for cracks.

What is your height and budget?`,
    nobody: true,
  },
  {
    what: 'ranked by price bands in bold lines',
    text: `**Under $50**
- **Mugwarm Mini** – keeps tea hot
- **Ember Dot** – battery

**$50–$100**
- **Heatwell Pro** – app control

**Over $100**
- **Thermos Royal Edition** – steel and glass`,
    names: ['Mugwarm Mini', 'Ember Dot', 'Heatwell Pro', 'Thermos Royal Edition'],
  },
  {
    what: 'winner sentence first, runners-up after it',
    text: `The best CRM for a two-person agency is **Leadbarn**. It is simple, has email sync, and costs 12 a month.

Other good options:
- **Pipewright** — better reports
- **ContactHive** — free tier

I would skip **MegaCRM Enterprise** at your size.`,
    names: ['Leadbarn', 'Pipewright', 'ContactHive'],
    others: [rejected('MegaCRM Enterprise')],
  },
  {
    what: 'citations as site names with numbers between name and text',
    text: `1. **Alpinist 45** ([gearpages.test](https://gearpages.test/a)) — carries 20 kg well. ([trail.test](https://trail.test/b))
2. **Trekhorn Light** ([trail.test](https://trail.test/c)) — under a kilo.`,
    names: ['Alpinist 45', 'Trekhorn Light'],
  },
  {
    what: 'a table with rank, product and score',
    text: `| # | Product | Score | Price |
|--:|---|--:|--:|
| 1 | Solara 12 | 9.1 | $210 |
| 2 | Windup Pro | 8.7 | $180 |
| 3 | Beam & Co Lantern | 8.0 | $60 |`,
    names: ['Solara 12', 'Windup Pro', 'Beam & Co Lantern'],
  },
  {
    what: 'a flat page dump of bold names with colons',
    text: `Here are some of the best options for streaming music to several rooms: * **Sonance Five:** A full speaker with deep bass and easy setup. * **RoomTone Duo:** Two small speakers that pair in seconds. * **Choir One:** Works with every service and costs less. When choosing, consider: * **Room size:** Larger rooms need more power. * **Budget:** Prices start at $99.`,
    names: ['Sonance Five', 'RoomTone Duo', 'Choir One'],
  },
  {
    what: 'a flat dump of numbered names and their labels',
    text: `The top password managers for families are: 1. Vaultline Family - Price: $5 a month - Best for: sharing - Pros: audit log 2. Passmoth Home - Price: free - Best for: tinkerers - Pros: open source 3. Keyring Plus - Price: $3 a month - Best for: phones - Pros: quick`,
    names: ['Vaultline Family', 'Passmoth Home', 'Keyring Plus'],
  },
  {
    what: 'names in headings with the maker in brackets and specs as plain lines',
    text: `## 1. AirBrick 20 (Lumo)
Weight: 3 kg
Noise: 32 dB

## 2. Zephyr Tower (Norvent)
Weight: 5 kg
Noise: 29 dB

## Things to consider
Filters cost extra.`,
    names: ['AirBrick 20 (Lumo)', 'Zephyr Tower (Norvent)'],
  },
  {
    what: 'open questions at the end are no names',
    text: `Three tents come up most:

- **Ridgeback 2** – storms
- **Featherlite Solo** – weight
- **Basecamp 6** – families

**To narrow it down:**
- **Season:** summer only?
- **People:** how many?
- **Budget:** under 300?`,
    names: ['Ridgeback 2', 'Featherlite Solo', 'Basecamp 6'],
  },
];
