import { expect, it } from 'vitest';
import { namesIn } from './frozen.ts';

const three = ['Acme Pad 3', 'Bolt Tab', 'Cargo Slate Mini'];
const intro =
  "If you're looking for a tablet for the whole family, here are the ones that reviewers like most this year: ";

/** Answers that lost their line breaks, with and without their Markdown marks. */
it.each([
  [
    'a marked numbered list',
    '1. **Acme Pad 3** * Price: $99 * Screen: 10 inch 2. **Bolt Tab** * Price: $199 * Screen: 11 inch 3. **Cargo Slate Mini** * Price: $49 Do you want more?',
  ],
  [
    'a bare numbered list with labels',
    '1. Acme Pad 3 Price: $99 Screen: bright 2. Bolt Tab Price: $199 Screen: dull 3. Cargo Slate Mini Price: $49 Screen: small',
  ],
  [
    'a bare numbered list with sentences',
    '1. Acme Pad 3 Great screen with deep colours 2. Bolt Tab Lightweight, and cheap for what it does 3. Cargo Slate Mini Known for its small size',
  ],
  [
    'an unknown label that repeats',
    '1. Acme Pad 3 Frame Alloy: steel 2. Bolt Tab Frame Alloy: tin 3. Cargo Slate Mini Frame Alloy: none',
  ],
  [
    'marked headings',
    '### 1. **Acme Pad 3** * **Pros:** light --- ### 2. **Bolt Tab** * **Pros:** cheap --- ### 3. **Cargo Slate Mini** * **Pros:** small ### What to look for: * **Screen:** bright',
  ],
  [
    'bold numbered lines',
    '--- **1. [Acme Pad 3]() – $99** * **Specs:** light **2. [Bolt Tab]() – $199** * **Specs:** cheap **3. [Cargo Slate Mini]() – $49** * **Specs:** small',
  ],
  [
    'bold bullets with plain bullets below',
    '* **Acme Pad 3** * light * bright * **Bolt Tab** * cheap * **Cargo Slate Mini** * small',
  ],
  [
    'bare bullets with a reason',
    '* Acme Pad 3: Known for its screen. * Bolt Tab: A good choice for travel. * Cargo Slate Mini: Fits a pocket.',
  ],
  [
    'names with a colon and no marks',
    'Acme Pad 3: Known for its screen and its weight. Bolt Tab: A good choice for travel. Cargo Slate Mini: Fits a pocket.',
  ],
  [
    'names with a dash and no marks',
    'Here they are. Acme Pad 3 – light and bright. Bolt Tab – cheap for what it does. Cargo Slate Mini – small enough for a pocket.',
  ],
  [
    'categories with their winner',
    'Best Overall: Acme Pad 3 * Pros: light Best Value: Bolt Tab * Pros: cheap. Best for Travel: Cargo Slate Mini * Pros: small.',
  ],
  [
    'medals',
    '🥇 Acme Pad 3 Best for: families Price: $99 🥈 Bolt Tab Best for: travel Price: $199 🥉 Cargo Slate Mini Best for: children Price: $49',
  ],
  [
    'cards and a summary that repeats them',
    '### [Acme Pad 3]() #### Bright Screen *$99.00* ### [Bolt Tab]() #### Best Value *$199.00* ### [Cargo Slate Mini]() *$49.00* **Top Picks Summary:** * **[Acme Pad 3]()**: bright. * **[Bolt Tab]()**: cheap.',
  ],
  [
    'link definitions at the end',
    '1. **Acme Pad 3** – light ([Review][1]) 2. **Bolt Tab** – cheap 3. **Cargo Slate Mini** – small [1]: https://a-review.com/ "Best - Tablets: The List" [2]: https://b-review.com/ "Tablets"',
  ],
  [
    'a table',
    '| Tablet | Price | Screen | |---|---|---| | Acme Pad 3 | $99 | bright | | [Bolt Tab](https://bolt.com) | $199 | dull | | Cargo Slate Mini | $49 | small | Ask me for more.',
  ],
  [
    'sentences that open with a bold name',
    '**Acme Pad 3** is the brightest. **Bolt Tab** costs half as much. **Cargo Slate Mini** fits a pocket.',
  ],
])('recommended names in a text without line breaks are found in %s', (_what, text) => {
  expect(namesIn(intro + text)).toEqual(three);
});

it.each([
  [
    'a numbered list',
    'My picks:\n\n1. Acme Pad 3\n\nPrice: $99\nScreen: bright\n\n2. Bolt Tab\n\nPrice: $199\nScreen: dull\n\n3. Cargo Slate Mini\n\nPrice: $49',
  ],
  [
    'cards',
    'Here are some options:\n\nAcme Pad 3\n\nBright Screen\n\n$99.00\n\nBolt Tab\n\nBest Value\n\n$199.00\n\nCargo Slate Mini\n\n$49.00',
  ],
  ['lines with a dash', 'My picks:\n\nAcme Pad 3 – light and bright.\nBolt Tab – cheap.\nCargo Slate Mini – small.'],
  [
    'titles above one name each',
    'Best Overall\n\nAcme Pad 3\nThis tablet is bright.\n\nBest Value\n\nBolt Tab\nThis one is cheap.\n\nBest for Travel\n\nCargo Slate Mini\nIt fits a pocket.',
  ],
  [
    'a numbered list behind pictures',
    '📱 1. Acme Pad 3\n\nPrice: $99\n\n📱 2. Bolt Tab\n\nPrice: $199\n\n📱 3. Cargo Slate Mini\n\nPrice: $49',
  ],
])('recommended names in a text without marks are found in %s', (_what, text) => {
  expect(namesIn(text)).toEqual(three);
});
