import { describe, expect, it } from 'vitest';
import { readAnswer } from '../../../src/domain/answer/readAnswer.ts';
import { frozenAnswer, namesIn } from './frozen.ts';

const three = ['Acme Pad 3', 'Bolt Tab', 'Cargo Slate Mini'];

describe('recommended names', () => {
  it.each([
    ['a numbered list', 'Here are my picks:\n\n1. Acme Pad 3\n2. Bolt Tab\n3. Cargo Slate Mini'],
    [
      'a numbered list in bold with properties below',
      '1. **Acme Pad 3**\n   * Price: $99\n   * Screen: 10 inch\n2. **Bolt Tab**\n   * Price: $199\n3. **Cargo Slate Mini**\n   * Price: $49',
    ],
    [
      'numbered headings',
      '### 1. **Acme Pad 3**\n\n* **Pros:** light\n\n### 2. **Bolt Tab**\n\n* **Pros:** cheap\n\n### 3. **Cargo Slate Mini**\n\n* **Pros:** small',
    ],
    [
      'bold names in bullets',
      'Top options:\n\n- **Acme Pad 3** – light\n- **Bolt Tab** – cheap\n- **Cargo Slate Mini** – small',
    ],
    [
      'names with a colon',
      'Top options:\n\n- Acme Pad 3: light and bright.\n- Bolt Tab: cheap.\n- Cargo Slate Mini: small.',
    ],
    [
      'a list in HTML',
      '<p>My picks:</p><ol><li><strong>Acme Pad 3</strong> – light</li><li><b>Bolt Tab</b> – cheap</li><li class="x"><b>Cargo Slate Mini</b> – small</li></ol>',
    ],
    [
      'a list beside a comment that no reader of the page sees',
      '1. **Acme Pad 3** – light\n2. **Bolt Tab** – cheap\n3. **Cargo Slate Mini** – small\n\n<!--\n4. **Dart Book** – hidden\n-->',
    ],
    [
      'headings that are names',
      '## Best tablets\n\n### Acme Pad 3\n\nLight.\n\n### Bolt Tab\n\nCheap.\n\n### Cargo Slate Mini\n\nSmall.',
    ],
    [
      'headings with medals',
      '### 🥇 Acme Pad 3\n\nLight.\n\n### 🥈 Bolt Tab\n\nCheap.\n\n### 🥉 Cargo Slate Mini\n\nSmall.',
    ],
    [
      'numbers made of pictures',
      '1️⃣ **Acme Pad 3** – light\n\n2️⃣ **Bolt Tab** – cheap\n\n3️⃣ **Cargo Slate Mini** – small',
    ],
    [
      'inline links',
      '1. [Acme Pad 3](https://acme.com/pad)\n2. [Bolt Tab](https://bolt.com/)\n3. [Cargo Slate Mini](https://cargo.com/)',
    ],
    [
      'reference links',
      '1. [Acme Pad 3][1]\n2. [Bolt Tab][2]\n3. [Cargo Slate Mini][1]\n\n[1]: https://acme.com/ "Acme"\n[2]: https://bolt.com/ "Bolt"',
    ],
    [
      'empty links and a price',
      '**1. [Acme Pad 3]() – $99.00**\n\n* **Specs:** 10 inch\n\n**2. [Bolt Tab]() – from €199**\n\n**3. [Cargo Slate Mini]() (around $49)**',
    ],
    [
      'a table',
      '| Product | Price |\n| --- | --- |\n| Acme Pad 3 | $99 |\n| **Bolt Tab** | $199 |\n| [Cargo Slate Mini](https://cargo.com) | $49 |',
    ],
    [
      'a table that counts its rows',
      '| # | Name | Price |\n|---|---|---|\n| 1 | Acme Pad 3 | $99 |\n| 2 | Bolt Tab | $199 |\n| 3 | Cargo Slate Mini | $49 |',
    ],
    [
      'categories that name their winner',
      '### **Best overall: Acme Pad 3**\n\nLight.\n\n### **Best value: Bolt Tab**\n\nCheap.\n\n### **Best for travel: Cargo Slate Mini**\n\nSmall.',
    ],
    [
      'category titles above one name each',
      '## Best overall\n\n1. **Acme Pad 3** – light\n\n## Best for gaming\n\n1. **Bolt Tab** – quick\n\n## Also consider\n\n* **Cargo Slate Mini** – small',
    ],
    [
      'cards with a tag line and a price',
      '### [Acme Pad 3]()\n\n#### Bright Screen\n\n*$99.00*\n\n### [Bolt Tab]()\n\n#### Budget-Friendly\n\n*$199.00*\n\n### [Cargo Slate Mini]()\n\n*$49.00*',
    ],
    [
      'prose',
      'I would recommend Acme Pad 3 for most people. Bolt Tab is also a great choice. If space is tight, consider Cargo Slate Mini.',
    ],
    [
      'bold names in prose',
      '**Acme Pad 3** is the one I would buy.\n\n**Bolt Tab** costs less, and **Cargo Slate Mini** fits a pocket.',
    ],
  ])('are found in %s', (_what, text) => {
    expect(namesIn(text)).toEqual(three);
  });

  const list = '1. **Acme Pad 3** – light\n2. **Bolt Tab** – cheap\n3. **Cargo Slate Mini** – small';

  it.each([
    [
      'what to look for',
      `${list}\n\n### What to look for\n\n* **Screen:** Bright enough for the garden.\n* **Weight:** Below 500 g.`,
    ],
    [
      'tips in bold',
      `${list}\n\n**Tips for choosing:**\n\n- **Storage Space** – take twice what you need\n- **Warranty Terms** – two years`,
    ],
    [
      'questions back',
      `${list}\n\n### What is your budget?\n\n* Do you prefer **Android**?\n* Or **Long Battery Life**?`,
    ],
    ['a summary that repeats', `${list}\n\n## Summary\n\n* **Best overall:** Acme Pad 3\n* **Best value:** Bolt Tab`],
    [
      'a summary that repeats names with a colon',
      'Top options:\n\n- **Acme Pad 3:** light\n- **Bolt Tab:** cheap\n- **Cargo Slate Mini:** small\n\n## Final verdict\n\n- **Acme Pad 3:** for most\n- **Bolt Tab:** for few',
    ],
    [
      'a comparison table that repeats',
      `${list}\n\n### Comparison\n\n| Model | Price |\n|---|---|\n| Acme Pad | $99 |\n| Bolt Tab | $199 |`,
    ],
    [
      'remarks after the list',
      `${list}\n\n---\n\n* **Budget**: With less than $100 the choice is small.\n* **Durability**: All three survive a fall.`,
    ],
    [
      'criteria before the list',
      `Keep these key factors in mind:\n\n1. **Screen Size:** 10 inch is enough.\n2. **Battery Life:** A day at least.\n\n### Recommended tablets\n\n${list}`,
    ],
    [
      'a list of sources',
      `${list}\n\n[1]: https://a-review.com/ "Tablet Review Weekly"\n[2]: https://b-review.com/ "Best Tablets"`,
    ],
    [
      'shops and labels below a name',
      list.replace(
        'light',
        'light\n   * **Where to buy:** [Mega Shop](https://mega-shop.com/x)\n   * **Best for:** Families',
      ),
    ],
    ['advice at the end', `${list}\n\nLet me know if you want more about Acme Pad 3 or Bolt Tab!`],
  ])('leave out %s', (_what, text) => {
    expect(namesIn(text)).toEqual(three);
  });

  it.each([
    ['asks back', 'What is your budget? Do you prefer a large screen?\n\n* Do you need **4G**?\n* Should it be light?'],
    ['explains only', 'A tablet is a flat computer without a keyboard. It is used for reading and for films.'],
  ])('are empty if the answer %s', (_what, text) => {
    expect(namesIn(text)).toEqual([]);
  });

  it('are the bullets if titles only group them', () => {
    const text =
      '### **Light and Bright**\n\n* **Acme Pad 3** – light.\n* **Bolt Tab** – cheap.\n\n### **Small**\n\n* **Cargo Slate Mini** – small.';
    expect(namesIn(text)).toEqual(three);
  });

  it('lose a price, marks and escapes but keep their own words', () => {
    expect(namesIn('1. **R\\&D Pad+ (2nd Gen)** 🚀 – \\$99\n2. **"Bolt" Tab™**: ~$50')).toEqual([
      'R&D Pad+ (2nd Gen)',
      '"Bolt" Tab™',
    ]);
  });

  it('may be domains or lower-case words if a list sets them apart', () => {
    expect(namesIn('1. acme-pads.com – light\n2. **bolttab** – cheap')).toEqual(['acme-pads.com', 'bolttab']);
  });

  it('are distinguished from labels in any language by how labels repeat', () => {
    const text =
      '- **Acme Pad 3**\n  - Gewicht: 400 g\n- **Bolt Tab**\n  - Gewicht: 500 g\n\n**Worauf es ankommt:**\n\n- **Gewicht:** Leicht soll es sein.';
    expect(namesIn(text)).toEqual(['Acme Pad 3', 'Bolt Tab']);
  });

  it('may be part of one another within a list', () => {
    expect(namesIn('1. **Acme Pad**\n2. **Acme Pad Pro**\n3. **Acme Pad Pro Max**')).toHaveLength(3);
  });
});

it('a numbered list whose items end in links keeps its written numbers as the order, however long its lines are', () => {
  const { mentions, evidence } = readAnswer(
    frozenAnswer(
      [
        'Here are the best options:',
        '',
        '1. **Alder Desk** - great for agencies. [alder.example](https://alder.example/)',
        '2. **Birch Desk** - simple. [birch.example](https://www.birch.example/)',
        '3. **Cedar Desk** - cheap. https://cedar.example',
      ].join('\n'),
    ),
  );
  expect(mentions.map(({ name }) => name)).toEqual(['Alder Desk', 'Birch Desk', 'Cedar Desk']);
  expect(evidence.map(({ orderBasis }) => orderBasis)).toEqual(['explicit_rank', 'explicit_rank', 'explicit_rank']);
});
