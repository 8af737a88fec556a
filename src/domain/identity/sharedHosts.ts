/**
 * Hosts on which many owners publish: an address there does not identify a product's owner, unless the owner registered
 * a prefix. An entry includes all subdomains. Platforms that give each owner a subdomain (such as github.io and
 * myshopify.com) need no entry: the Public Suffix List's private section contains them.
 */
const byKind = {
  code:
    'github.com gitlab.com bitbucket.org codeberg.org sourceforge.net npmjs.com pypi.org crates.io rubygems.org ' +
    'packagist.org nuget.org hub.docker.com huggingface.co wordpress.org marketplace.visualstudio.com addons.mozilla.org',
  publishing:
    'medium.com substack.com tumblr.com wordpress.com blogger.com linktr.ee issuu.com scribd.com slideshare.net ' +
    'archive.org patreon.com',
  applicationStores:
    'apps.apple.com itunes.apple.com apps.microsoft.com apps.shopify.com appexchange.salesforce.com f-droid.org',
  marketplaces:
    'amazon.com amazon.ca amazon.co.uk amazon.de amazon.fr amazon.it amazon.es amazon.nl amazon.se amazon.pl amazon.in ' +
    'amazon.co.jp amazon.com.au amazon.com.br amazon.com.mx amazon.ae amazon.sg amzn.to a.co ebay.com ebay.co.uk ebay.de ' +
    'ebay.fr ebay.it ebay.es ebay.com.au ebay.ca etsy.com walmart.com target.com bestbuy.com newegg.com aliexpress.com ' +
    'alibaba.com temu.com rakuten.com rakuten.co.jp flipkart.com mercadolibre.com mercadolivre.com.br allegro.pl ' +
    'gumroad.com kickstarter.com indiegogo.com',
  social:
    'facebook.com fb.com instagram.com threads.net threads.com x.com twitter.com t.co linkedin.com lnkd.in tiktok.com ' +
    'pinterest.com pin.it reddit.com redd.it quora.com youtube.com youtu.be vimeo.com twitch.tv snapchat.com bsky.app ' +
    'mastodon.social discord.com discord.gg t.me telegram.me whatsapp.com wa.me vk.com weibo.com stackoverflow.com ' +
    'stackexchange.com news.ycombinator.com',
  reference: 'wikipedia.org wikimedia.org wikidata.org fandom.com crunchbase.com imdb.com',
  reviews:
    'trustpilot.com g2.com capterra.com getapp.com softwareadvice.com trustradius.com producthunt.com alternativeto.net ' +
    'yelp.com tripadvisor.com glassdoor.com',
  searchAndLinks:
    'google.com goo.gl g.co bing.com duckduckgo.com yahoo.com baidu.com yandex.ru yandex.com chatgpt.com perplexity.ai ' +
    'bit.ly tinyurl.com',
} as const;

const sharedHosts: ReadonlySet<string> = new Set(Object.values(byKind).flatMap((hosts) => hosts.split(' ')));

/** `host` in lower case, without port. */
export function isSharedHost(host: string): boolean {
  for (let rest = host; rest !== ''; rest = rest.slice(rest.indexOf('.') + 1)) {
    if (sharedHosts.has(rest)) return true;
    if (!rest.includes('.')) return false;
  }
  return false;
}
