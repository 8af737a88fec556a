import { choiceOf, fractionOf, wholeOf } from './seededChoice.ts';

const subjects: readonly [string, ...string[]] = ['planner', 'checklist', 'templates', 'pricing', 'software', 'guide'];
const qualifiers: readonly [string, ...string[]] = ['best', 'simple', 'free', 'team', 'online', 'small business'];

const buckets = [
  'pos_1',
  'pos_2_3',
  'pos_4_10',
  'pos_11_20',
  'pos_21_30',
  'pos_31_40',
  'pos_41_50',
  'pos_51_60',
  'pos_61_70',
  'pos_71_80',
  'pos_81_90',
  'pos_91_100',
];

/** Invents figures of one domain, the same every time. */
export function overviewItem(domain: string): Record<string, unknown> {
  const size = wholeOf(`${domain} size`, 5, 60);
  const counts = Object.fromEntries(
    buckets.map((name, index) => [name, wholeOf(`${domain} ${name}`, index * size, (index + 1) * size)]),
  );
  const count = Object.values(counts).reduce((sum, value) => sum + value, 0);
  const etv = Math.round(count * (4 + 6 * fractionOf(`${domain} etv`)) * 10) / 10;
  return {
    se_type: 'google',
    location_code: 2840,
    language_code: 'en',
    metrics: {
      organic: {
        ...counts,
        etv,
        count,
        estimated_paid_traffic_cost: Math.round(etv * 130) / 100,
        is_new: wholeOf(`${domain} new`, 0, 30),
        is_up: wholeOf(`${domain} up`, 0, 90),
        is_down: wholeOf(`${domain} down`, 0, 70),
        is_lost: wholeOf(`${domain} lost`, 0, 20),
      },
      paid: fractionOf(`${domain} paid`) < 0.5 ? null : { count: wholeOf(`${domain} ads`, 1, 40) },
    },
  };
}

/** Invents keywords of one domain, best rank first. */
export function keywordItems(domain: string, limit: number): Record<string, unknown>[] {
  const total = Math.min(limit, wholeOf(`${domain} keywords`, 8, 20));
  return Array.from({ length: total }, (_, index) => {
    const seed = `${domain} ${index}`;
    const subject = choiceOf(`${seed} subject`, subjects);
    const rank = 1 + Math.floor(index * (1 + 2 * fractionOf(`${domain} spread`)));
    return {
      se_type: 'google',
      keyword_data: {
        keyword: `${choiceOf(`${seed} qualifier`, qualifiers)} ${subject} ${index + 1}`,
        location_code: 2840,
        language_code: 'en',
        keyword_info: {
          search_volume: wholeOf(`${seed} volume`, 1, 90) * 10,
          cpc: fractionOf(`${seed} priced`) < 0.2 ? null : wholeOf(`${seed} cpc`, 20, 900) / 100,
        },
      },
      ranked_serp_element: {
        serp_item: {
          type: 'organic',
          rank_group: rank,
          rank_absolute: rank + wholeOf(`${seed} extras`, 0, 3),
          url: `https://${domain}/${subject}`,
        },
      },
    };
  });
}

/** Invents links to one domain. */
export function backlinksResult(domain: string): Record<string, unknown> {
  const referring = wholeOf(`${domain} referring`, 3, 900);
  return {
    target: domain,
    first_seen: `20${wholeOf(`${domain} year`, 12, 24)}-03-14 09:26:53 +00:00`,
    lost_date: null,
    rank: wholeOf(`${domain} rank`, 40, 620),
    backlinks: referring * wholeOf(`${domain} links`, 2, 30),
    backlinks_spam_score: wholeOf(`${domain} spam`, 0, 40),
    broken_backlinks: wholeOf(`${domain} broken`, 0, 60),
    referring_domains: referring,
    referring_main_domains: Math.max(1, referring - wholeOf(`${domain} sub`, 0, 3)),
  };
}
