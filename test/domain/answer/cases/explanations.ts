import { type AnswerCase, mentioned } from './answerCase.ts';

/** Answers that explain rather than list, and pairs of answers whose headings are topics or names. */
export const explanations: readonly AnswerCase[] = [
  {
    what: 'headings in capitals that only explain',
    text: `How Sourdough Rises

## The Basic Idea

A starter holds wild yeast, and yeast makes gas.

- **Warm Kitchen** → quick rise
- **Cold Kitchen** → slow rise, more flavour

## Flour and Water Balance

Wet doughs rise faster, because water moves sugar to the yeast.

## Common Problems

- **Slow Dough** - the starter was too young
- **Early Heat** - the dough went in too soon

Watch the dough and not the clock, because every kitchen differs.`,
    nobody: true,
  },
  {
    what: 'criteria for the best options, none of which is named',
    text: `My data end some time ago, so I cannot say what is sold today. These points should help you to find the best options available:

1. **Cooling Performance**: Look for strong cooling performance in a hot room.

2. **Energy Efficiency Rating**: A good rating keeps the energy bill low.

3. **Warranty and Customer Service**: Choose a maker that answers quickly and gives a long warranty.

4. **Additional Features**: A timer, a filter light or remote control may be worth the price.`,
    nobody: true,
  },
  {
    what: 'costs with a product and an office named in passing',
    text: `A heat pump for a small house costs between 9,000 and 16,000 with everything.

### Cost Breakdown by System

Prices depend on the system and the house.

- 6kW Air System (Single Unit)
  - Cost: 9,000 to 11,000 in total.
  - Details: Common units include the Lindqvist Polar or what the installer keeps in store.
- 9kW Ground System (With Borehole)
  - Cost: 14,000 to 16,000 in total.
  - Details: Needs a permit from the Lindholm Water Office.

### Technical & Legal Requirements

- Electrical Connection: A system of this size needs a line of its own.
- Noise Limits: Keep three metres between the unit and the next window.

### Subsidies and Rebates

- National Subsidies: The state pays a third of the price.
- Local Rebates: Some towns add a rebate of their own.`,
    nobody: true,
  },
  {
    what: 'kinds of things recommended, with their initials',
    text: `For short trips a Light Cargo Bike (LCB) is the best choice, and without a garage a Folding Bike is the practical runner-up.

### 1. The Best Choice: Light Cargo Bike (LCB)

- No Parking Trouble: A cargo bike stands anywhere.
- Low Running Cost: It needs no fuel.

### 2. The Practical Runner-Up: Folding Bikes

A folding bike fits below a desk.

- Easy Storage: It folds in ten seconds.
- Simple Repair: Every shop has the parts.`,
    nobody: true,
  },
  {
    what: 'an answer that cannot know what is new',
    text: `I'm sorry, but I can't provide real-time information, because my training data only includes what was written until last year. Please look at recent tests and at the pages of the makers.`,
    nobody: true,
  },
  {
    what: 'one name called the best, then headings that praise it, then others',
    text: `For a first workshop the **Ferro Bench 2** is widely considered the best choice this year.

### ✅ **No Tools Required**
It stands in ten minutes, while most rivals (the Tarn Workbench among them) need a drill.

### ✅ **Excellent Load Capacity**
It carries 300 kilos.

### ✅ **Simple, Foldable Frame**
The frame folds flat against the wall.

### Other Good Options for Beginners:
- **Tarn Workbench**: Great for those who have a drill already.
- **Kestrel Trestle Pro**: Light, and a little less stable.`,
    names: ['Ferro Bench 2', 'Tarn Workbench', 'Kestrel Trestle Pro'],
  },
  {
    what: 'paragraphs that run from a name into its description',
    text: `The boats that suit a family are sorted by kind below.

### Flat Rowing Boats (For Lakes)

These are easy to board and carry four people. [1] [2]

Ruhra Kahn Equipped with two broad benches and a flat floor. The low side makes it easy for children to climb in.

Seerose 4 A quiet larch boat that two people can carry. It fits a small trailer and needs no winter shelter. [2]

### Small Sailing Dinghies

Dinghies turn quickly and are fun in a light wind. [3]

Windspiel Junior Features a soft boom and a sail that children can hoist. The hull floats even when it is full of water.

Talvik Two The lake district's most sold dinghy. Despite its short hull it carries two adults without any trouble.`,
    names: ['Ruhra Kahn', 'Seerose 4', 'Windspiel Junior', 'Talvik Two'],
  },
  {
    what: 'one company judged by what review pages say of it',
    text: `Based on many reviews on platforms like [Sternwart](https://sternwart.example/kranich), Lobpost, and [Meinholz](https://meinholz.example/kranich), Kranich Umzüge is generally considered a **reliable and careful** mover in the north.

**Key Takeaways:**

- **High Ratings:** Customers praise the punctual teams.
- **Long Experience:** The company has moved families for thirty years.

**Considerations:**

- **Cost:** Some found the price high.`,
    names: ['Kranich Umzüge'],
  },
  {
    what: 'a list of names in which one is made of common words',
    text: `Three cafés near the station are worth a visit:

1. **Morning Coffee House**: coffee from a roaster in town, opens at six.
2. **Zellmanns**: the best cake.
3. **Café Ottilie**: quiet in the morning, with a garden.`,
    names: ['Morning Coffee House', 'Zellmanns', 'Café Ottilie'],
  },
  {
    what: 'companies of common words that sentences name as companies',
    text: `People ask for Bright Harbor Movers and for Family Transport Group most often.

- **Bright Harbor Movers**: moves pianos, and offers transport for a family on any day.
- **Family Transport Group**: a bright group of movers at the harbor.`,
    names: ['Bright Harbor Movers', 'Family Transport Group'],
  },
  {
    what: 'further picks with everyday words for names, beside a linked one',
    text: `Several movers come to the harbor at night.

Other Emergency Options

- **First Step Moving:** open until eleven on some days.
- **NO Moving Service:** a service with one van.
- **[Kranich](https://kranich.example/):** all night. [[1]](https://kranich.example/)

Important Tips for Moving at Night

- **Ask for the price:** Some movers want more at night.`,
    names: ['First Step Moving', 'NO Moving Service', 'Kranich'],
  },
  {
    what: 'a plain first sentence that names the one to take, above what speaks for it',
    text: `The Tarn Kahn e-WAVE is the highly recommended boat for a small lake with many stops. [1] [2]

### Why the Tarn Kahn e-WAVE Suits a Small Lake

- Compact Hull: It turns on the spot and fits every jetty.
- Instant Power: The motor pulls from the first moment, and needs no gears.
- Quiet Drive: Nobody on the shore hears it.`,
    names: ['Tarn Kahn e-WAVE'],
  },
  {
    what: 'two names of one family in one label',
    text: `Boats for a family, sorted by kind:

### Flat Rowing Boats (For Lakes)

Ruhra Kahn and Ruhra Kanu: Two boats with one hull and different seats.

Seerose 4: A quiet boat that two people can carry.

### Small Sailing Dinghies

Windspiel Junior: Hard to capsize, and easy to hoist.`,
    names: ['Ruhra Kahn', 'Ruhra Kanu', 'Seerose 4', 'Windspiel Junior'],
  },
  {
    what: 'terms compared in a table',
    text: `A boat can be paid for by a Club Share (Teilhabe) or by a Season Rental. Both keep the monthly cost low.

### Direct Comparison: Club Share vs. Season Rental

| Feature | Club Share | Season Rental |
| --- | --- | --- |
| What the Fee Covers | The berth and the repair of the boat. | The boat for one season. |
| Ownership | You own a part of the boat. | The boat goes back in autumn. |

### How to Compare Them

- Calculate the Hidden Costs: Add the berth and the insurance.
- Inspect the Contract: Ask who pays for damage, and how you can leave.`,
    nobody: true,
  },
  {
    what: 'a subsidy for what the question already names',
    text: `The state pays for electric boats through a fund that is administered by the [Lindholm Boat Fund Office](https://bootsfonds.example/). [0]

### Who Can Apply

- Buyer Status: People and clubs with an address in the country may apply for the subsidy.
- Holding Period: The boat stays with its buyer for three years.

### Application to Ruhra Boats in Lindholm

The boats of the yard score well, because their motors are made nearby.

### Stackability with Local Subsidies

- The Lindholm Advantage: The town adds a subsidy of its own for every boat.
- The Final Price: Both together pay a third.`,
    nobody: true,
  },
  {
    what: 'a product that only measures the others',
    text: `Alternatives to the Lumora Lamp are easy to find, and these are the best ones:

1. **Talvik Glow**: warm light, no subscription.
2. **Kestrel Beam**: brighter, and cheaper than the Lumora Lamp.`,
    names: ['Talvik Glow', 'Kestrel Beam'],
    others: [],
  },
];

export const reviewPages: readonly AnswerCase[] = [
  {
    what: 'pages that rate, listed before the company that is recommended',
    text: `According to **Lobpost** the best mover in the north is **Kranich Umzüge**, which has thirty years of experience.`,
    names: ['Kranich Umzüge'],
    others: [mentioned('Lobpost')],
  },
];
