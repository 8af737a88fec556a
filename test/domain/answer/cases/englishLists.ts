import type { AnswerCase } from './answerCase.ts';

/** English: numbered lists, headings, bullets, cards and tables, as the engines write them. */
export const englishLists: readonly AnswerCase[] = [
  {
    what: 'numbered headings with source chips and a closing question',
    text: `If you want a CRM for a **10-person agency**, these are the ones I would shortlist:

## 1. **Quillmark CRM** — best all-rounder

Pipelines, e-mail sync and a clean mobile app. ([quillmark.example](https://quillmark.example/pricing?utm_source=openai))

- **Pricing:** from $14 per user
- **Weak spot:** reporting

## 2. **Oxelfold** — best for project work

Ties every deal to a project plan. ([crmreview.example](https://crmreview.example/oxelfold?utm_source=openai))

- **Pricing:** from $19 per user

## 3. **Vanturo** — best free plan

Three users free for ever.

---

### Quick take

* **Tight budget:** Vanturo
* **Everything in one:** Quillmark CRM

If you tell me how you bill clients, I can narrow it to one.`,
    names: ['Quillmark CRM', 'Oxelfold', 'Vanturo'],
    sources: ['https://quillmark.example/pricing', 'https://crmreview.example/oxelfold'],
    citations: {
      'Quillmark CRM': ['https://quillmark.example/pricing'],
      Oxelfold: ['https://crmreview.example/oxelfold'],
    },
    reasons: { Vanturo: { ends: 'Three users free for ever.', lacks: 'narrow it' } },
  },
  {
    what: 'Gemini bullets with bold names and a colon',
    text: `Choosing a note-taking app depends on how you work. Here are some of the strongest options:

*   **Brindlepad:** Known for its speed and its plain-text files. It works offline on every device.
*   **Notaverra:** A good choice for teams, with comments and shared folders.
*   **Tessera Notes:** Ideal for students, because handwriting is searched as well.

**Key considerations:**

*   **Price:** Brindlepad is free, the other two are subscriptions.
*   **Export:** All three export to Markdown.

Would you like a comparison of their mobile apps?`,
    names: ['Brindlepad', 'Notaverra', 'Tessera Notes'],
    reasons: {
      Brindlepad: { starts: 'Known for its speed', ends: 'on every device.' },
      'Tessera Notes': { starts: 'Ideal for students', ends: 'searched as well.' },
    },
  },
  {
    what: 'Claude sections, a heading per purpose and bold names inside',
    text: `I'd think about this in terms of what the team needs most.

## For fast set-up

**Hedrano** is the one most small shops start with. It imports orders from a spreadsheet and needs no training.

**Lumpari** is close behind; its returns screen is the clearest I know of.

## For complex stock

**Zolvane Stock** handles batches, serial numbers and several warehouses. It takes longer to learn.

I don't have current prices, so please check each vendor's site before deciding.`,
    names: ['Hedrano', 'Lumpari', 'Zolvane Stock'],
    reasons: { 'Zolvane Stock': { ends: 'It takes longer to learn.', lacks: 'current prices' } },
  },
  {
    what: 'Perplexity marks after every sentence',
    text: `The best podcast hosts for beginners are:

- **Podwick** offers unlimited uploads and a simple editor[1][3]. It starts at $5 a month[1].
- **Earlanto** has the most detailed listener statistics[2].
- **Murmurhost** is free up to two hours a month[2][4].

For most beginners the free tier of Murmurhost is enough to try the format[4].`,
    names: ['Podwick', 'Earlanto', 'Murmurhost'],
    annotations: [
      ['https://podwick.example/', '[1]'],
      ['https://hostreview.example/list', '[2]'],
    ],
    citations: { Podwick: ['https://podwick.example/'], Earlanto: ['https://hostreview.example/list'] },
  },
  {
    what: '"Name – Best Overall" headings',
    text: `# Best standing desks in 2026

### Altrova Desk 2 – Best Overall

Stable at full height, five-year warranty.

### Kestrigo Lift – Best Budget

Slow motor, but half the price.

### Fjordalo Pro XL – Best for Tall People

Goes up to 135 cm.

### Plankwell – Most Compact

Fits under a window sill.

## How we chose

We looked at stability, noise and warranty.`,
    names: ['Altrova Desk 2', 'Kestrigo Lift', 'Fjordalo Pro XL', 'Plankwell'],
    reasons: { Plankwell: { ends: 'Fits under a window sill.' } },
  },
  {
    what: '"Best overall: Name" lines without a list',
    text: `My short answer:

Best overall: Altrova Desk 2
Best budget: Kestrigo Lift
Best for small rooms: Plankwell

All three have quiet motors.`,
    names: ['Altrova Desk 2', 'Kestrigo Lift', 'Plankwell'],
  },
  {
    what: 'bold categories before bold names',
    text: `**Best overall:** **Drumlin Audio One** – balanced sound and 40 hours of battery.

**Best for sport:** **Stridebuds 4+** – they stay in place.

**Best cheap pair:** **Okavo Mini** – fine for podcasts.

**Bottom line:** buy the Drumlin Audio One unless you run.`,
    names: ['Drumlin Audio One', 'Stridebuds 4+', 'Okavo Mini'],
    reasons: { 'Okavo Mini': { ends: 'fine for podcasts.' } },
  },
  {
    what: 'an honourable mention as a heading',
    text: `## Top picks

1. **Plinthio** – templates for every trade.
2. **Sitewren** – the quickest editor.

## Honorable Mention: Bildago

Cheap hosting included, but fewer templates.`,
    names: ['Plinthio', 'Sitewren', 'Bildago'],
  },
  {
    what: 'honourable mentions inside a sentence',
    text: `1. **Plinthio** – templates for every trade.
2. **Sitewren** – the quickest editor.
3. **Casavio** – shops and bookings.

Honorable mentions: **Bildago**, **Webfennel** and **Pagelark**.`,
    names: ['Plinthio', 'Sitewren', 'Casavio', 'Bildago', 'Webfennel', 'Pagelark'],
  },
  {
    what: 'plain inline honourable mentions',
    text: `Here are my top three password managers:

1. Vaultrix – audited every year.
2. Keyhollow – best family plan.
3. Lockmere – open source.

Honourable mentions: Passanto, Cryptowl.`,
    names: ['Vaultrix', 'Keyhollow', 'Lockmere', 'Passanto', 'Cryptowl'],
  },
  {
    what: 'a table with the names in the second column',
    text: `| Rank | Tool | Best for | Price |
|---|---|---|---|
| 1 | Rankolo | agencies | $49 |
| 2 | Serpwise | freelancers | $19 |
| 3 | Keylume | in-house teams | $99 |

Rankolo is the safest choice if you report to clients.`,
    names: ['Rankolo', 'Serpwise', 'Keylume'],
  },
  {
    what: 'a table with the purpose first and the name second',
    text: `| Need | My pick | Why |
| --- | --- | --- |
| Best overall | **Rankolo** | complete and reliable |
| Best on a budget | **Serpwise** | does one thing well |
| Best for content | **Keylume** | writes good briefs |`,
    names: ['Rankolo', 'Serpwise', 'Keylume'],
  },
  {
    what: 'a table with the products as columns',
    text: `Here is how the three options that I recommend compare:

| Feature | Trundla | Boxwillow | Parcelino |
|---|---|---|---|
| Price per parcel | $4.10 | $3.95 | $4.60 |
| Pick-up at the door | yes | no | yes |
| Returns portal | yes | yes | no |`,
    names: ['Trundla', 'Boxwillow', 'Parcelino'],
  },
  {
    what: 'a table before the same names explained',
    text: `| Tool | Price | Rating |
|---|---|---|
| Invoxa | $9 | 4.7 |
| Billmoor | $12 | 4.5 |
| Ledgerling | free | 4.2 |

### Invoxa

Sends reminders by itself and takes card payments. ([invoxa.example](https://invoxa.example/features))

### Billmoor

Made for builders: quotes become invoices on site.

### Ledgerling

Open source and hosted by yourself.

In the end all three do the job; start with a trial.`,
    names: ['Invoxa', 'Billmoor', 'Ledgerling'],
    sources: ['https://invoxa.example/features'],
    citations: { Invoxa: ['https://invoxa.example/features'] },
    reasons: {
      Invoxa: { holds: 'Sends reminders by itself' },
      Billmoor: { holds: 'quotes become invoices on site.' },
      Ledgerling: { ends: 'hosted by yourself.', lacks: 'start with a trial' },
    },
  },
  {
    what: 'product cards first, then explained in another order',
    text: `[Drumlin Audio One]()
$199 · 4.6 (1.2K reviews)

[Okavo Mini]()
$39 · 4.3 (9K reviews)

[Stridebuds 4+]()
$129 · 4.4 (600 reviews)

**Why these?**

- **Stridebuds 4+** – hooks keep them in place when you run. ([soundlab.example](https://soundlab.example/stridebuds))
- **Drumlin Audio One** – the most balanced sound, and the best microphones for calls.
- **Okavo Mini** – cheap enough to lose.

Prices change daily, so check before you buy.`,
    names: ['Drumlin Audio One', 'Okavo Mini', 'Stridebuds 4+'],
    sources: ['https://soundlab.example/stridebuds'],
    citations: { 'Stridebuds 4+': ['https://soundlab.example/stridebuds'] },
    reasons: {
      'Drumlin Audio One': { holds: 'the most balanced sound' },
      'Okavo Mini': { ends: 'cheap enough to lose.', lacks: 'check before you buy' },
    },
  },
  {
    what: 'local cards with opening hours and stars',
    text: `Here are some well-rated plumbers near the old town:

**Harlow & Finch Plumbing**
Open now · Plumber · 4.7 (212 reviews)
Quick with emergencies, also at night.

**Pipewright Bros.**
Closed · Plumber · 4.9 (88 reviews)
Good for bathrooms.

**Dripstop 24/7**
Open · Plumber · 4.4 (301 reviews)
The cheapest call-out fee.

Call ahead, because opening hours may differ on holidays.`,
    names: ['Harlow & Finch Plumbing', 'Pipewright Bros.', 'Dripstop 24/7'],
    reasons: { 'Dripstop 24/7': { ends: 'The cheapest call-out fee.', lacks: 'Call ahead' } },
  },
  {
    what: 'local cards, address and phone below the name',
    text: `1. **Maple Gate Dental**
   4.8 ★ · Dentist
   12 Orchard Lane · (555) 010-0199
   Gentle with nervous patients.

2. **Dr. Ilse Varnholt**
   5.0 ★ · Dentist
   3 Bridge Street · (555) 010-0142
   Same-day appointments.`,
    names: ['Maple Gate Dental', 'Dr. Ilse Varnholt'],
  },
  {
    what: 'source titles above the names they support',
    text: `**The 9 Best Email Tools of 2026 | Inbox Weekly**

- **Mailorra** – the simplest editor.
- **Sendquill** – strong automation.

**Email Marketing Software Compared - Toolscout**

- **Letterfin** – the best free plan.`,
    names: ['Mailorra', 'Sendquill', 'Letterfin'],
  },
  {
    what: 'labels that join names',
    text: `Apps for talking to guests in another language:

1. **Saytwo / Vokalo / Parlanta** – two-way conversation on one screen.
2. **Transbird** – works offline.

For written texts, use **Lingomoor / Wordferry**.`,
    names: ['Saytwo', 'Vokalo', 'Parlanta', 'Transbird', 'Lingomoor', 'Wordferry'],
  },
  {
    what: 'a name with a slash that joins nothing',
    text: `1. **Dripstop 24/7** – always answers the phone.
2. **AC/Volt Electric** – rewires old houses.
3. **Pipewright** – bathrooms.`,
    names: ['Dripstop 24/7', 'AC/Volt Electric', 'Pipewright'],
  },
  {
    what: 'names with plus, ampersand, dots, apostrophes, digits and small letters',
    text: `- **Grow+Tend** – reminders for every plant
- **Marl & Moss** – delivers soil
- **leaf.ly'd** – the community is friendly
- **O'Dellan's** – rare seeds
- **7plots** – plans beds by season
- **eGardenr** – measures moisture
- **petalo** – one-word, one-job app
- **N.E.S.T. Planner** – for balconies`,
    names: ['Grow+Tend', 'Marl & Moss', "leaf.ly'd", "O'Dellan's", '7plots', 'eGardenr', 'petalo', 'N.E.S.T. Planner'],
  },
  {
    what: 'domain names as names',
    text: `1. **bookmyfern.example** – lowest fees
2. **Stayloft.example** – flexible dates
3. **roomio** – good for groups`,
    names: ['bookmyfern.example', 'Stayloft.example', 'roomio'],
  },
  {
    what: 'a leading "Yes —"',
    text: `Yes — **Tidemark Sync** does exactly that, and it is free for two devices.

Two more that are worth a look:

- **Foldbridge** – syncs over the local network only.
- **Cirrano** – encrypted, but paid.`,
    names: ['Tidemark Sync', 'Foldbridge', 'Cirrano'],
  },
  {
    what: 'a leading "Yes —" in bold',
    text: `**Yes — a few services do this.** The ones I would try:

1. **Tidemark Sync** – free for two devices
2. **Foldbridge** – local network only`,
    names: ['Tidemark Sync', 'Foldbridge'],
  },
  {
    what: 'a code fence with a list inside',
    text: `I recommend two libraries:

- **parsewell** – small and strict
- **Tokenmoss** – faster on large files

Install them like this:

\`\`\`sh
# 1. **Installer Kit**
- npm install parsewell
- npm install tokenmoss
\`\`\`

Both are maintained.`,
    names: ['parsewell', 'Tokenmoss'],
    reasons: { Tokenmoss: { starts: 'faster on large files', lacks: 'npm install' } },
  },
  {
    what: 'image markup in front of the names',
    text: `![Front view of the Altrova Desk 2](https://img.example/altrova.jpg)
**Altrova Desk 2** – stable at full height.

![Product photo](https://img.example/kestrigo.jpg)
**Kestrigo Lift** – half the price.`,
    names: ['Altrova Desk 2', 'Kestrigo Lift'],
  },
  {
    what: 'pros and cons below every name',
    text: `### 1. Heronbay Mattress
**Pros:**
- Soft edges
- 200 nights to try it

**Cons:**
- Heavy

### 2. Slumberoak
**Pros:**
- Firm support

**Cons:**
- Short trial

### Final verdict
For side sleepers the Heronbay Mattress is the better buy.`,
    names: ['Heronbay Mattress', 'Slumberoak'],
    reasons: { Slumberoak: { ends: 'Short trial', lacks: 'side sleepers' } },
  },
  {
    what: 'a numbered list, a second list of tips',
    text: `Top translation agencies:

1. Lingomoor – legal texts
2. Wordferry – medicine
3. Glossaire House – literature

Tips before you sign:

1. Ask for a sample
2. Check who proofreads
3. Agree on the price per word`,
    names: ['Lingomoor', 'Wordferry', 'Glossaire House'],
    reasons: { 'Glossaire House': { starts: 'literature', lacks: 'sample' } },
  },
  {
    what: 'criteria first, names after',
    text: `### What to look for

1. **Noise level:** below 40 dB.
2. **Filter life:** at least a year.

### Recommended air purifiers

1. **Breezewick 300** – quiet, and cheap to run.
2. **Aerlume S** – best against smoke.`,
    names: ['Breezewick 300', 'Aerlume S'],
  },
  {
    what: 'names in bullets, with the maker below',
    text: `- **Breezewick 300**
  by Breezewick Home
  Quiet at night.
- **Aerlume S**
  by Norrfläkt AB
  Good against smoke.`,
    names: ['Breezewick 300', 'Aerlume S'],
  },
  {
    what: 'a countdown',
    text: `3. **Aerlume S** – good against smoke.
2. **Purlo Air** – small and pretty.
1. **Breezewick 300** – the best of the test.`,
    names: ['Breezewick 300', 'Purlo Air', 'Aerlume S'],
  },
  {
    what: 'names with prices and links as headings',
    text: `### [Heronbay Mattress](https://heronbay.example/) — $899

Soft edges.

### [Slumberoak](https://slumberoak.example/) — from $749

Firm support.`,
    names: ['Heronbay Mattress', 'Slumberoak'],
  },
  {
    what: 'running text with inline names and a company only used as a comparison',
    text: `For a small bakery I would start with **Tillbird**: it prints labels and works when the internet is down. If you also sell online, **Storrano** keeps both stocks in step. Both cost far less than what chains pay for Megapoint.`,
    names: ['Tillbird', 'Storrano'],
  },
  {
    what: 'plain prose without marks',
    text: `For a small bakery I would recommend Tillbird, because it prints labels. Storrano is another good option if you also sell online. You could also look at Kassetto.`,
    names: ['Tillbird', 'Storrano', 'Kassetto'],
  },
  {
    what: 'a final verdict that repeats names in another order',
    text: `1. **Lunggo Bikes** – light frames.
2. **Pedalora** – strong motors.
3. **Veloquist** – comfortable seats.

## Final verdict

Buy **Pedalora** if you have hills, **Veloquist** for long tours, and **Lunggo Bikes** for the city.`,
    names: ['Lunggo Bikes', 'Pedalora', 'Veloquist'],
    reasons: { Veloquist: { starts: 'comfortable seats.' } },
  },
  {
    what: 'an introduction that names the list in another order',
    text: `Veloquist, Pedalora and Lunggo Bikes come up in most tests. In order of value:

1. **Lunggo Bikes** – light frames.
2. **Pedalora** – strong motors.
3. **Veloquist** – comfortable seats.`,
    names: ['Lunggo Bikes', 'Pedalora', 'Veloquist'],
  },
  {
    what: 'a list of names with sources beneath it',
    text: `1. **Lunggo Bikes** – light frames
2. **Pedalora** – strong motors

**Sources**

- The best e-bikes of the year – Cycle Courier
- E-bike test – Wheelwatch`,
    names: ['Lunggo Bikes', 'Pedalora'],
    reasons: { Pedalora: { starts: 'strong motors', lacks: 'Cycle Courier' } },
  },
  {
    what: 'names as one sentence with commas',
    text: `The most reliable VPN services are Tunnelfox, Veilo, and Harborcloak. Tunnelfox is the fastest of them.`,
    names: ['Tunnelfox', 'Veilo', 'Harborcloak'],
  },
  {
    what: 'alternatives to a product that is not recommended',
    text: `Good alternatives to Grandsuite:

1. **Officenna** – opens the same files.
2. **Draftly Suite** – runs in the browser.`,
    names: ['Officenna', 'Draftly Suite'],
  },
];
