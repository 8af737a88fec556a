import type { AnswerCase } from './answerCase.ts';
import { mentioned, rejected } from './answerCase.ts';

/** English answers about local businesses, trade services and institutions, in the shapes that engines use for them. */
export const localAndTrade: readonly AnswerCase[] = [
  {
    what: 'short answer, then a table whose first column is an area',
    text: `**Short answer:** For a small clinic I would start with **Harbour IT**, then compare two others.

| District | Company | Focus | Notes |
|---|---|---|---|
| City centre | **Harbour IT** | Managed IT, backups | 24/7 desk. ([harbourit.test](https://harbourit.test/)) |
| City centre | **Lumen & Sons** | Office networks | Long waiting list. ([lumen.test](https://lumen.test/)) |
| North | **Nordlicht Systems** | Cloud migration | Fixed prices. ([nordlicht.test](https://nordlicht.test/)) |

Prices change, so ask for a written quote.`,
    names: ['Harbour IT', 'Lumen & Sons', 'Nordlicht Systems'],
  },
  {
    what: 'numbered headings with praise before the colon',
    text: `Asking for "the best" bakery depends on what you crave. The names that come up most:

### 1. The Local Favourite: Millstone Bread (Old Town)
Dark crusts and a queue on Saturdays.

### 2. The Classic Pâtisserie: Maison Orval (Riverside)
Croissants with real butter.

### 3. Best for Cakes: The Sugar Loft (Hillside)
Order two days ahead.

### Honorable Mention Outside the City: A Grain of Salt (Westerby)
Worth the drive.

**In short:** for bread go to Millstone Bread, for cakes to The Sugar Loft.`,
    names: [
      'Millstone Bread (Old Town)',
      'Maison Orval (Riverside)',
      'Sugar Loft (Hillside)',
      'A Grain of Salt (Westerby)',
    ],
  },
  {
    what: 'criteria as numbered sections before the recommended list',
    text: `A few things to weigh before you choose a dehumidifier:

### 1. **Room Size**:
* **Small rooms**: 20 pints are enough.
* **Large rooms**: take 50 pints or more.

### 2. **Noise Level**:
* **Bedrooms**: under 45 dB.

### 3. **Energy Efficiency**:
* Look for **Energy Star** models.

### Recommended Dehumidifiers:
1. **DryAir 50-Pint Pro**:
   * Quiet and efficient.
2. **Aerovane Basement 70**:
   * Pump included.
3. **Tidewell Mini**:
   * For closets.`,
    names: ['DryAir 50-Pint Pro', 'Aerovane Basement 70', 'Tidewell Mini'],
  },
  {
    what: 'bold headings in numbers with features, then considerations',
    text: `Choosing depends on the size of the space. Here are some top recommendations for both types of rooms:

### **1. DryAir Compact 30**

* **Best for:** Small rooms
* **Features:**

  * Removes 30 pints per day.
  * Quiet operation.

### **2. Aerovane Cellar 70**

* **Best for:** Cellars
* **Features:**

  * Removes 70 pints per day.
  * Pump included.

### **Considerations Before Buying:**

* **Size of the space:** Measure first.
* **Drainage options:** A hose saves work.
* **Portability:** Wheels help.

Do any of these sound right?`,
    names: ['DryAir Compact 30', 'Aerovane Cellar 70'],
  },
  {
    what: 'a legal answer with dates and fines in bold names nobody',
    text: `**Short answer: No.** As of **12 March 2026** the sale is prohibited under the **Tobacco Control Act 2019**.

- **Buying online is an offence too.** The fine is **up to $10,000**.
- **Importing is treated more seriously**: up to **9 years** in prison.

If you already ordered one, the safest course is to cancel the order.`,
    nobody: true,
  },
  {
    what: 'local cards in bullets with a star rating and a street',
    text: `Here are some highly rated plumbers in Kelmont:

* **Blue Valve Plumbing** – 4.9 ★ (212 reviews) · 14 Mill Lane
  Emergency calls within the hour.
* **R. Hendry & Daughters** – 4.8 ★ (97 reviews) · 3 Quay Street
  Family business since 1988.
* **QuickPipe 24/7** – 4.6 ★ (403 reviews) · Ring Road 5
  Open on Sundays.

Tip: ask whether the call-out fee is credited.`,
    names: ['Blue Valve Plumbing', 'R. Hendry & Daughters', 'QuickPipe 24/7'],
  },
  {
    what: 'names in bold with the address in brackets and labelled sub-bullets',
    text: `Based on reviews, these dentists in Ostbury stand out:

- **Ostbury Dental Care** (High Street 12)
  - Known for: gentle root canals
  - Hours: Mon–Fri 8–18
  - Phone: 555 0101
- **Dr. Mara Ellison, DDS** (Park Row 3)
  - Known for: children
  - Hours: Tue–Sat
- **SmileWorks Ostbury** (Station Sq.)
  - Known for: implants
  - Hours: Mon–Sun`,
    names: ['Ostbury Dental Care', 'Dr. Mara Ellison, DDS', 'SmileWorks Ostbury'],
  },
  {
    what: 'lawyers: firm in the table, practice area first',
    text: `| Practice area | Law firm | Why |
| --- | --- | --- |
| Employment | Crane Abbott LLP | Acts for employees only |
| Immigration | Okafor & Lindqvist | Fixed fees |
| Family | Weston Family Law | Mediation first |`,
    names: ['Crane Abbott LLP', 'Okafor & Lindqvist', 'Weston Family Law'],
  },
  {
    what: 'schools with prose lead-ins and no list',
    text: `For a bilingual primary school in Marburg I'd look at three places.

**Linden International School** is the largest and teaches half of all lessons in English. It has a waiting list.

**Kleeblatt Primary** is smaller and cheaper, with a strong music programme.

**Saint Brendan's** suits families who want a religious school.

If you tell me your district, I can narrow it down.`,
    names: ['Linden International School', 'Kleeblatt Primary', "Saint Brendan's"],
  },
  {
    what: 'agencies below sections by need, closing with a pick',
    text: `## For startups
- **Tinroof Studio** — brand and web in six weeks
- **Paperplane Works** — product design on retainer

## For enterprises
- **Halden Group** — global roll-outs
- **Norrsken & Vale** — research-led

## How to choose
- **Portfolio:** look for your industry.
- **Team:** ask who does the work.

**My pick:** Tinroof Studio for speed.`,
    names: ['Tinroof Studio', 'Paperplane Works', 'Halden Group', 'Norrsken & Vale'],
  },
  {
    what: 'a bank comparison with rate and fee columns',
    text: `Best business accounts right now:

| Account | Monthly fee | Best for |
|---|---:|---|
| **Fernbank Business Basic** | €0 | Freelancers |
| **Corvo Pro** | €9 | Small teams |
| **Stadtbank Premium Business** | €25 | Cash deposits |

**Recommendation:** For most freelancers, Fernbank Business Basic is enough.`,
    names: ['Fernbank Business Basic', 'Corvo Pro', 'Stadtbank Premium Business'],
  },
  {
    what: 'vendor names with a product in brackets and citations by number',
    text: `Leading vendors for warehouse robots include [1][2]:

1. **Kestrel Robotics (Kestrel K4)** – goods to person [1]
2. **Ambula** – pallet movers [2][3]
3. **Forge & Field Automation** – retrofits for old halls [4]

These vendors differ mostly in service.`,
    names: ['Kestrel Robotics (Kestrel K4)', 'Ambula', 'Forge & Field Automation'],
  },
  {
    what: 'hotels as headings with pros and cons',
    text: `# Best hotels in Port Aven

## Hotel Meridiana
**Pros:** sea view, pool
**Cons:** expensive

## The Old Customs House
**Pros:** character
**Cons:** stairs

## Aven Budget Inn
**Pros:** cheap
**Cons:** thin walls

## Final Thoughts
Book early in July.`,
    names: ['Hotel Meridiana', 'The Old Customs House', 'Aven Budget Inn'],
  },
  {
    what: 'run-in sentences: name in bold opens each bullet sentence',
    text: `A few clinics are mentioned again and again:

- **Greenlake Physio** is the one most locals name first; sessions cost 70.
- **Motion Lab** has sports doctors on site.
- **Back & Balance** works without referral.

I would avoid **CureFast Centre**, which has many complaints.`,
    names: ['Greenlake Physio', 'Motion Lab', 'Back & Balance'],
    others: [rejected('CureFast Centre')],
  },
  {
    what: 'a label of criteria in bullets after the names',
    text: `Top picks:
1. **Ardent Movers**
2. **Two Sisters Removals**
3. **VanGo**

Compare them on:
- **Insurance**
- **Price**
- **Availability**
- **Customer Reviews**`,
    names: ['Ardent Movers', 'Two Sisters Removals', 'VanGo'],
  },
  {
    what: 'my ranking with medals and a dash',
    text: `My ranking:

🥇 **Solace Spa** – quiet, no children
🥈 **Thermae Nova** – biggest pools
🥉 **Bathhouse No. 9** – cheapest

Runner-up: **Lakeside Sauna**, if you have a car.`,
    names: ['Solace Spa', 'Thermae Nova', 'Bathhouse No. 9', 'Lakeside Sauna'],
  },
  {
    what: 'an insurer table with the insurer second and its plan third',
    text: `| Need | Insurer | Plan |
|---|---|---|
| Low premium | Alder Mutual | Basic 500 |
| Travel | Compass Cover | Globe Plus |
| Families | Hearth Insurance | Family One |`,
    names: ['Alder Mutual', 'Compass Cover', 'Hearth Insurance'],
  },
  {
    what: 'questions back with an example in brackets',
    text: `I can help, but I need to know more:

1. **Location** – which city?
2. **Budget** – per month?
3. **Language** – English or German?

Once you tell me, I'll suggest tutors.`,
    nobody: true,
  },
  {
    what: 'perplexity: headed groups, citations behind each bullet',
    text: `The best coworking spaces in Lindholm are Foundry Desk and The Loft 22, depending on budget.[1][2]

## Top choices
- **Foundry Desk**: central, day passes from 20.[1]
- **The Loft 22**: quiet floors, meeting rooms.[2][4]
- **Hive&Co**: cheapest monthly plan.[3]

## What to check
- Opening hours and access at night.[5]
- Notice period.`,
    names: ['Foundry Desk', 'The Loft 22', 'Hive&Co'],
  },
  {
    what: 'claude: bold lead-ins with trade-offs at the end',
    text: `A few solid options, depending on what matters most:

**Quillpost** — the safest default. Good deliverability, dull editor.

**Mailbarn** — cheaper once you pass 10k contacts. Support is slow.

**Letterwise** — made for writers. No automation to speak of.

The trade-off is really price versus automation. If you're unsure, start with Quillpost and move later.`,
    names: ['Quillpost', 'Mailbarn', 'Letterwise'],
  },
  {
    what: 'a comparison of two with a verdict in the last line',
    text: `**Quillpost vs Mailbarn**

| | Quillpost | Mailbarn |
|---|---|---|
| Price | $29 | $19 |
| Support | Fast | Slow |

**Verdict:** choose **Quillpost** for most teams.`,
    names: ['Quillpost'],
    others: [mentioned('Mailbarn')],
  },
  {
    what: 'restaurant bullets with cuisine in italics',
    text: `For a date night in Velmora:

* **Osteria Nove** — *Italian, €€€* — tasting menu by candlelight
* **Kumo** — *Japanese, €€* — counter seats
* **Café Ébène** — *French, €€* — terrace
* **La Ñora** — *Spanish, €* — tapas

Reserve ahead on weekends.`,
    names: ['Osteria Nove', 'Kumo', 'Café Ébène', 'La Ñora'],
  },
  {
    what: 'names in headings with a place behind a dash',
    text: `### 1. Barrow Street Coffee – Downtown
Single origin, no wifi.

### 2. Slow Pour – East End
Two machines and a garden.

### 3. Bean There – Harbour
Open at six.

### Tips for visiting
- Go before nine.
- Bring cash.`,
    names: ['Barrow Street Coffee', 'Slow Pour', 'Bean There'],
  },
  {
    what: 'steps to complain, with an authority named in passing',
    text: `Here is what to do:

1. **Write to the company** and keep a copy.
2. **Wait 14 days** for an answer.
3. **File a complaint** with the ombudsman.
4. **Go to court** if nothing helps.`,
    nobody: true,
  },
  {
    what: 'names that open like a category among other names',
    text: `Where to get a haircut in Lindholm:

1. **Great Snips** – walk-in, cheap
2. **Kamm & Schere** – classic cuts
3. **Best Locks Salon** – colour
4. **Studio Ferro** – by appointment
5. **Best Value** – ask about student prices`,
    names: ['Great Snips', 'Kamm & Schere', 'Best Locks Salon', 'Studio Ferro'],
  },
  {
    what: 'numbered headings, one of which opens like a title',
    text: `### 1. Nordmarkt Electronics
Good prices.

### 2. Best Watt
Fast delivery.

### 3. Volt & Co
Repairs on site.

### 4. Best Value Tips
Wait for the sales.`,
    names: ['Nordmarkt Electronics', 'Best Watt', 'Volt & Co'],
  },
];
