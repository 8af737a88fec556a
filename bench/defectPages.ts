import type { Answering } from '../test/support/website.ts';

type Pages = (url: string) => Record<string, Answering>;

const words = 'We make lamps in a small workshop by the sea, and each of them is built, tested and packed by hand. ';
const nav =
  '<nav aria-label="Main"><a href="/lamps">Lamps for the kitchen</a> <a href="/repairs">Repairs of old lamps</a></nav>';

type Parts = { html?: string; head?: string; title?: string; description?: string; main: string };

/** Builds a page that is correct except for the markup that a defect inserts. */
function page({
  html = ' lang="en"',
  head = '',
  title = '<title>Lamps made by hand in a workshop</title>',
  description,
  main,
}: Parts): string {
  const told =
    description ??
    '<meta name="description" content="Lamps made by hand in a small workshop by the sea, with repairs.">';
  return `<!doctype html><html${html}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">${title}${told}${head}</head><body>${nav}<main><h1>Lamps made by hand</h1><p>${words.repeat(4)}</p>${main}</main></body></html>`;
}

function site(parts: Parts | ((url: string) => Parts), more: Record<string, Answering> = {}): Pages {
  return (url) => {
    const made = typeof parts === 'function' ? parts(url) : parts;
    const inner = { body: page({ main: '', title: '<title>An inner page about lamps</title>' }) };
    return { '/': { body: page(made) }, '/lamps': inner, '/repairs': inner, ...more };
  };
}

const text = { 'content-type': 'text/plain' };

/** Pages with one or a few defects each, by name; each is the home page of its own website. */
export const defectPages: Readonly<Record<string, Pages>> = {
  sound: site({ main: '' }),
  head: site({ html: '', title: '', description: '', main: '' }),
  'wrong language': site({ html: ' lang="english"', main: '<p lang="klingonisch">nuqneH</p>' }),
  noindex: site({ head: '<meta name="robots" content="noindex">', main: '' }),
  'closed by robots.txt': site(
    { main: '' },
    { '/robots.txt': { headers: text, body: 'User-agent: *\nDisallow: /\nNonsense\n' } },
  ),
  'broken robots.txt': site(
    { main: '' },
    { '/robots.txt': { headers: text, body: 'Disallow: /x\nUser-agent *\nAllow /\n<b>' } },
  ),
  links: site({
    main: '<a href="/lamps">Click here</a> <a href="javascript:void(0)">Order</a> <a onclick="go()">Send</a>',
  }),
  images: site({
    main: '<img src="/a.png" width="90" height="90"><a href="/lamps"><img src="/b.png" width="90" height="90"></a><input type="image" src="/c.png">',
  }),
  alternates: site({
    head: '<link rel="alternate" hreflang="xx-yy" href="/xx"><link rel="alternate" hreflang="de" href="relative">',
    main: '',
  }),
  canonicals: site((url) => ({
    head: `<link rel="canonical" href="${url}lamps"><link rel="canonical" href="${url}repairs">`,
    main: '',
  })),
  'unnamed controls': site({
    main: '<button></button><a href="/lamps"></a><input><select><option>1</option></select><div role="button" tabindex="0"></div><iframe src="/lamps"></iframe><div role="switch" tabindex="0" aria-checked="true"></div><div role="dialog">x</div><summary></summary><div role="meter"></div><div role="progressbar"></div><div role="combobox" tabindex="0" aria-expanded="false"></div><div role="tooltip"></div><object data="/x.svg"></object><svg role="img" width="9" height="9"></svg>',
  }),
  roles: site({
    main: '<div role="list"><div role="button">x</div></div><div role="listitem">x</div><div role="nonsense">x</div><div role="checkbox" tabindex="0">x</div><div aria-nonsense="1">x</div><div role="slider" tabindex="0" aria-label="x" aria-valuenow="many">x</div><div aria-hidden="true"><button>x</button></div><p aria-label="x">y</p><ul><div>x</div></ul><li>x</li><dl><p>x</p></dl><dt>x</dt>',
  }),
  structure: site({
    main: '<h4>Deep</h4><h2></h2><table><tr><td headers="none">1</td><th></th></tr></table><p style="color:#bbb;background:#fff">Pale words that few can read.</p><p>In a text <a href="/lamps" style="color:#111;text-decoration:none">this link</a> looks like words.</p><div tabindex="5">first</div><video src="/v.mp4" controls></video><button accesskey="s">a</button><button accesskey="s">b</button>',
  }),
  viewport: site({
    head: '<meta name="viewport" content="width=device-width, user-scalable=no, maximum-scale=1"><meta http-equiv="refresh" content="900">',
    main: '<label for="q">a</label><label for="q">b</label><input id="q"><div id="d" aria-describedby="t">x</div><span id="t">1</span><span id="t">2</span><input autocomplete="nonsense" aria-label="x">',
  }),
  'tools for agents': site(
    {
      main: '<script>navigator.modelContext?.registerTool?.({ name: "buy", inputSchema: "anything", execute() {} })</script><form toolname="order"></form>',
    },
    { '/llms.txt': { headers: text, body: 'no title and no link' } },
  ),
  gone: (url) => ({ ...site({ main: '' })(url), '/': { status: 404, body: page({ main: '' }) } }),
};
