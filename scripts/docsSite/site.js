import MiniSearch from './minisearch.js';

const { documentElement: root } = document;
const base = root.dataset.base;

const button = document.querySelector('#theme');
const isDark = () =>
  (root.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';
const nameTheme = () => {
  button.textContent = isDark() ? 'Light theme' : 'Dark theme';
};
button.addEventListener('click', () => {
  root.dataset.theme = isDark() ? 'light' : 'dark';
  localStorage.setItem('docs-theme', root.dataset.theme);
  nameTheme();
});
nameTheme();

const input = document.querySelector('#search input');
const found = document.querySelector('#found');
let index;
/** The index is fetched when somebody begins to search. */
const readIndex = async () => {
  const response = await fetch(`${base}search.json`);
  return MiniSearch.loadJSON(await response.text(), {
    fields: ['heading', 'text'],
    storeFields: ['heading', 'page', 'address'],
  });
};
input.addEventListener('focus', () => {
  index ??= readIndex();
});
input.addEventListener('input', async () => {
  index ??= readIndex();
  const query = input.value.trim();
  const results =
    query === '' ? [] : (await index).search(query, { prefix: true, fuzzy: 0.1, boost: { heading: 3 } }).slice(0, 12);
  if (input.value.trim() !== query) return;
  found.hidden = query === '';
  found.replaceChildren(
    ...results.map(({ heading, page, address }) => {
      const link = Object.assign(document.createElement('a'), { href: base + address, textContent: heading });
      link.append(Object.assign(document.createElement('small'), { textContent: page }));
      const item = document.createElement('li');
      item.append(link);
      return item;
    }),
  );
  if (results.length === 0) found.textContent = 'Nothing found.';
});
document.querySelector('#search').addEventListener('submit', (event) => {
  event.preventDefault();
  found.querySelector('a')?.click();
});
input.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') found.hidden = true;
});

/** Versions stand beside each other; a page that another version lacks leads to its first page. */
const select = document.querySelector('#version');
const site = new URL(base, location.href);
const response = await fetch(new URL('../versions.json', site)).catch(() => null);
if (response?.ok) {
  const current = select.value;
  const versions = await response.json();
  select.replaceChildren(...versions.map((version) => new Option(version, version, false, version === current)));
}
select.addEventListener('change', async () => {
  const other = new URL(`../${select.value}/`, site);
  const page = new URL(location.pathname.slice(site.pathname.length), other);
  const answer = await fetch(page, { method: 'HEAD' }).catch(() => null);
  location.assign(answer?.ok ? page : new URL('index.html', other));
});
