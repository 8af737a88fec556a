import { type Shape, shapesIn } from './shape.ts';

const en = shapesIn('en');

export const englishShapes: readonly Shape[] = [
  en(
    'categories in headings, names in bullets',
    `### 1. Highly rated plumbers
* **Tuvaro Plumbing:** open at night, fair prices.
* **Harrowmill Pipes:** family business since 1998.

### 2. Emergency services
* **Quellmark Rescue:** arrives within an hour.`,
    { listed: ['Tuvaro Plumbing', 'Harrowmill Pipes', 'Quellmark Rescue'] },
  ),
  en(
    'a numbered category over bullets',
    `1. **Family hotels**
   - **Velora Inn:** large rooms and a pool.
   - **Nordal House:** breakfast for children.
2. **Quiet hotels**
   - **Kestrix Lodge:** no bar, no traffic.`,
    { listed: ['Velora Inn', 'Nordal House', 'Kestrix Lodge'] },
  ),
  en(
    'a label before a bold name',
    `- **Best:** **Fagora Total** because it is thick.
- **Cheapest:** **Milkana**
- **Without lactose:** **Oatrin**`,
    { listed: ['Fagora Total', 'Milkana', 'Oatrin'] },
  ),
  en(
    'code-formatted libraries',
    `For parsing dates in Node I would look at these:

- \`dayrix\` – tiny, immutable
- \`chronolite\` – has time zones
- \`tempora-js\` – the old standard`,
    { listed: ['dayrix', 'chronolite', 'tempora-js'] },
  ),
  en(
    'owner and name of repositories',
    `Good open-source options:

1. **vellum/paperdesk** – stars are growing fast
2. **osk-lab/notefield** – plain files
3. **harbor-io/quill** – end-to-end encrypted`,
    { listed: ['vellum/paperdesk', 'osk-lab/notefield', 'harbor-io/quill'] },
  ),
  en(
    'joined names in one head',
    `1. **Velora & Nordal** – both have free plans.
2. **Kestrix** – paid, but fast.`,
    { listed: ['Velora', 'Nordal', 'Kestrix'], undecided: ['Kestrix'] },
  ),
  en(
    'a sentence with three picks',
    `For a small shop I'd go with Kestrix, Petsy or Lumora. All three have a free trial.`,
    { listed: ['Kestrix', 'Petsy', 'Lumora'] },
  ),
  en(
    'bold details in bullets',
    `- **Brightwell** is the easiest. Look for the **Starter plan** and the **two-year warranty**.
- **Ostrand** costs less but has **no app**.
- **Mirello** ships **next day**.`,
    { listed: ['Brightwell', 'Ostrand', 'Mirello'] },
  ),
  en(
    'names followed by an area',
    `Dentists near you:

- **Pearl & Pine Dental** (Brookside) – open Saturdays
- **Lumin Smiles** (Old Town) – gentle with children
- **Carrow Dental Care** ($$) – implants`,
    { listed: ['Pearl & Pine Dental', 'Lumin Smiles', 'Carrow Dental Care'] },
  ),
  en(
    'the name in the second column',
    `| Use | Tool | Price |
|---|---|---|
| Small teams | Tandoro | $5 |
| Agencies | Plexmill | $19 |
| Enterprises | Grandio | $49 |`,
    { listed: ['Tandoro', 'Plexmill', 'Grandio'] },
  ),
  en(
    'a yes and no column',
    `| Product | Recommended? | Why |
|---|---|---|
| Cleanora | ✅ Yes | quiet and strong |
| Dustrix | ❌ No | breaks after a year |
| Swivo | ✅ Yes | light |`,
    { listed: ['Cleanora', 'Swivo'], rejected: ['Dustrix'] },
  ),
  en(
    'a flattened numbered list',
    `Here are the best CRM tools for small teams: 1. Pipelane – simple and cheap. Great for two people. 2. Dealora – strong automation, but pricey. 3. Contrix – best for e-mail. Let me know if you need more details.`,
    { listed: ['Pipelane', 'Dealora', 'Contrix'] },
  ),
  en(
    'product cards run together',
    `Norvex AirLight 2 $129.00 4.6 (1,203) Best overall Quiet and light. Norvex store
Zephra Mini $59.99 4.3 (804) Budget pick Small rooms. MegaShop
Aerodan Pro $249.00 4.8 (95) Premium Large rooms. MegaShop`,
    {
      listed: ['Norvex', 'Zephra', 'Aerodan'],
      mentioned: ['MegaShop'],
      undecided: ['Norvex', 'Zephra', 'Aerodan', 'MegaShop', 'Zorbento'],
    },
  ),
  en(
    'a warning after the name',
    `1. **Hostella** – fast and cheap.
2. **Webrook** – great support.
3. **Domainix** – has a bad record with refunds. I would stay away from it.`,
    { listed: ['Hostella', 'Webrook'], rejected: ['Domainix'] },
  ),
  en('neither nor', `Neither Quorra nor Belltide is a good choice for this. Use Tandoro instead.`, {
    listed: ['Tandoro'],
    rejected: ['Quorra', 'Belltide'],
    undecided: ['Zorbento'],
  }),
  en(
    'choose one, otherwise another',
    `If you need offline use, choose Carnetto. Otherwise, Plumeline is the better fit.`,
    { listed: ['Carnetto', 'Plumeline'] },
  ),
  en(
    'unlike another',
    `1. **Tandoro** – unlike Plexmill, it has no limit on projects.
2. **Grandio** – for large firms.`,
    { listed: ['Tandoro', 'Grandio'], mentioned: ['Plexmill'] },
  ),
  en(
    'integrations of an item',
    `1. **Pipelane** – works with Mailora and Slackish.
2. **Dealora** – exports to Sheetly.`,
    { listed: ['Pipelane', 'Dealora'], mentioned: ['Mailora', 'Slackish', 'Sheetly'] },
  ),
  en(
    'drawbacks of an item',
    `### Pipelane
**Pros**
- Simple
- Cheap

**Cons**
- No Mailora support
- Slow reports

### Dealora
**Pros**
- Strong automation

**Cons**
- Pricey`,
    { listed: ['Pipelane', 'Dealora'], mentioned: ['Mailora'] },
  ),
  en(
    'alternatives to the one asked about',
    `Here are some alternatives to Photorix:

- **Pixelune** – free and open
- **Affinio** – one-time price
- **Krayon** – for painting`,
    { listed: ['Pixelune', 'Affinio', 'Krayon'], mentioned: ['Photorix'] },
  ),
  en(
    'sources at the end',
    `The best option is **Brightwell**, followed by **Ostrand**.

Sources: TechReview Weekly, Gadgetora, brightwell.com`,
    { listed: ['Brightwell', 'Ostrand'], mentioned: ['TechReview Weekly', 'Gadgetora'] },
  ),
  en(
    'according to a source',
    `According to Gadgetora, the quietest models are:

1. Zephra Mini
2. Aerodan Pro
3. Norvex AirLight`,
    { listed: ['Zephra', 'Aerodan', 'Norvex'], mentioned: ['Gadgetora'] },
  ),
  en(
    'a versus without a verdict',
    `Tandoro vs Plexmill

Tandoro is cheaper and simpler. Plexmill has more reports. It depends on the size of your team.`,
    { listed: [], mentioned: ['Tandoro', 'Plexmill'], undecided: ['Zorbento'] },
  ),
  en(
    'a versus with a verdict',
    `Tandoro vs Plexmill: Tandoro is cheaper and simpler, Plexmill has more reports.

**Verdict:** I'd choose Tandoro for a small team.`,
    { listed: ['Tandoro'], mentioned: ['Plexmill'] },
  ),
  en(
    'a section of names to avoid',
    `**Recommended**
- Brightwell
- Ostrand

**Avoid**
- Cheapster
- Dodgeline`,
    { listed: ['Brightwell', 'Ostrand'], rejected: ['Cheapster', 'Dodgeline'] },
  ),
  en(
    'honorable mentions',
    `1. **Brightwell** – the best.
2. **Ostrand** – the cheapest.

Honorable mentions: Mirello and Swivo.`,
    { listed: ['Brightwell', 'Ostrand', 'Mirello', 'Swivo'] },
  ),
  en(
    'best overall lines',
    `**Best overall:** Brightwell X2
**Best budget:** Ostrand Go
**Best for travel:** Mirello Fold`,
    { listed: ['Brightwell', 'Ostrand', 'Mirello'] },
  ),
  en(
    'picks behind a dash',
    `## Brightwell X2 – Best overall
Great battery.
## Ostrand Go – Best budget
Cheap and cheerful.`,
    { listed: ['Brightwell', 'Ostrand'] },
  ),
  en(
    'one recommendation in prose',
    `Honestly, for your case I would recommend Lumora. It is simple, cheap and runs everywhere.`,
    { listed: ['Lumora'] },
  ),
  en(
    'prose with a supplier',
    `I would recommend Lumora. It was founded by former engineers of Oraxis and runs on Cloudera Nine.`,
    { listed: ['Lumora'], mentioned: ['Oraxis', 'Cloudera Nine'] },
  ),
  en(
    'steps with a tool',
    `1. Export your list as a file.
2. Clean it with Sheetly.
3. Import it into your shop.`,
    { listed: [], undecided: ['Zorbento'] },
  ),
  en(
    'your current provider',
    `If you already use Bankora, stay logged in while you switch. My top picks:

- **Finlo** – no fees
- **Cashmere Bank** – best app`,
    { listed: ['Finlo', 'Cashmere Bank'], mentioned: ['Bankora'] },
  ),
  en(
    'a closed business',
    `- **Trattoria Nonna Bella** – handmade pasta
- **Osteria Vento** – great wine
- ~~Casa Pepe~~ – permanently closed`,
    { listed: ['Trattoria Nonna Bella', 'Osteria Vento'], rejected: ['Casa Pepe'] },
  ),
  en(
    'hedged prose',
    `It is hard to say without your budget, but Kestrix could be a good fit, and Lumora is worth a look as well.`,
    { listed: ['Kestrix', 'Lumora'] },
  ),
  en(
    'bullets without any mark',
    `Some popular meal kits:
- FreshNest
- GreenCrate
- PlateJoyful
They all deliver to your area.`,
    { listed: ['FreshNest', 'GreenCrate', 'PlateJoyful'] },
  ),
  en(
    'names with prose paragraphs',
    `**Brightwell**
The most reliable choice. It has a long battery life.

**Ostrand**
Cheaper. The app lags behind the one of Brightwell.

**Bottom line:** Brightwell if you can afford it.`,
    { listed: ['Brightwell', 'Ostrand'] },
  ),
  en(
    'links as names',
    `- [Finlo](https://finlo.example/) – no fees ([moneyweek](https://moneyweek.example/a))
- [Cashmere](https://cashmere.example/) – best app ([Bankwatch](https://bankwatch.example/b))`,
    { listed: ['Finlo', 'Cashmere'], mentioned: ['Bankwatch'] },
  ),
  en(
    'a table of facts, then a verdict',
    `| | Tandoro | Plexmill |
|---|---|---|
| Price | $5 | $19 |
| Reports | few | many |

I'd pick Plexmill for the reports.`,
    { listed: ['Plexmill'], mentioned: ['Tandoro'] },
  ),
  en(
    'reviews on platforms',
    `- **Pearl & Pine Dental** – 4.9 stars on Reviewly
- **Lumin Smiles** – 4.7 stars on Reviewly`,
    { listed: ['Pearl & Pine Dental', 'Lumin Smiles'], mentioned: ['Reviewly'] },
  ),
  en('a question at the end', `My picks are Finlo and Cashmere. Would you like me to compare them with Bankora?`, {
    listed: ['Finlo', 'Cashmere'],
    mentioned: ['Bankora'],
  }),
  en(
    'a copied page with chips',
    `The quietest purifier is the Zephra Mini, which reaches 19 dB.
Gadgetora
+2
For large rooms the Aerodan Pro is better.
TechReview
+1`,
    { listed: ['Zephra', 'Aerodan'], mentioned: ['Gadgetora', 'TechReview'], undecided: ['Zephra', 'Aerodan'] },
  ),
  en(
    'tab-separated table',
    `Tool\tBest for\tPrice
Tandoro\tSmall teams\t$5
Plexmill\tAgencies\t$19
Grandio\tEnterprises\t$49`,
    { listed: ['Tandoro', 'Plexmill', 'Grandio'] },
  ),
  en(
    'I do not know',
    `I don't have reliable information about Vellora Dental, so I can't say whether it is good. Please check recent reviews.`,
    { listed: [], mentioned: ['Vellora Dental'], undecided: ['Zorbento'] },
  ),
  en('the answer asks back', `Happy to help! Are you moving away from Bankora, and what is your budget?`, {
    listed: [],
    mentioned: ['Bankora'],
  }),
  en(
    'option headings',
    `**Option A: Tandoro**
Cheap and simple.

**Option B: Plexmill**
More reports.

**Option C: Grandio**
For large firms.`,
    { listed: ['Tandoro', 'Plexmill', 'Grandio'] },
  ),
];
