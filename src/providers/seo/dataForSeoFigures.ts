import type { SeoCallName } from '../../domain/seo/seoReport.ts';
import type { Backlinks, RankedKeyword, SeoCallData, SeoOverview } from '../../ports/seoProvider.ts';
import { isoOfListTime } from '../dataForSeoEnvelope.ts';
import { countOf, fillRecord, numberOf, recordsOf, textOf, type WireRecord } from '../wireRecords.ts';

const deepBuckets = [
  'pos_21_30',
  'pos_31_40',
  'pos_41_50',
  'pos_51_60',
  'pos_61_70',
  'pos_71_80',
  'pos_81_90',
  'pos_91_100',
];

/** Returns the sum of counts, or null if one of them is not stated: a part is not the whole. */
function sumOf(counts: readonly (number | null)[]): number | null {
  return counts.reduce((sum, count) => (sum === null || count === null ? null : sum + count), 0);
}

function overviewOf(result: WireRecord | null): SeoOverview | null {
  const metrics = fillRecord(recordsOf(result?.items)[0]?.metrics);
  if (metrics === null) return null;
  const organic = fillRecord(metrics.organic);
  const paid = fillRecord(metrics.paid);
  return {
    organicKeywords: countOf(organic?.count),
    organicTrafficEstimate: numberOf(organic?.etv),
    organicTrafficValueUsd: numberOf(organic?.estimated_paid_traffic_cost),
    positions: {
      '1': countOf(organic?.pos_1),
      '2-3': countOf(organic?.pos_2_3),
      '4-10': countOf(organic?.pos_4_10),
      '11-20': countOf(organic?.pos_11_20),
      '21-100': sumOf(deepBuckets.map((name) => countOf(organic?.[name]))),
    },
    new: countOf(organic?.is_new),
    up: countOf(organic?.is_up),
    down: countOf(organic?.is_down),
    lost: countOf(organic?.is_lost),
    paidKeywords: countOf(paid?.count),
  };
}

/**
 * Returns keywords as received, in order. Position is the rank among organic results (`rank_group`); the provider's
 * other rank counts every element of the page and is not comparable with the overview's buckets.
 */
function rankedKeywordsOf(result: WireRecord | null): readonly RankedKeyword[] {
  return recordsOf(result?.items).flatMap((item) => {
    const data = fillRecord(item.keyword_data);
    const info = fillRecord(data?.keyword_info);
    const place = fillRecord(fillRecord(item.ranked_serp_element)?.serp_item);
    const keyword = textOf(data?.keyword);
    if (keyword === null || (place?.type !== undefined && place.type !== 'organic')) return [];
    return [
      {
        keyword,
        position: countOf(place?.rank_group),
        searchVolume: countOf(info?.search_volume),
        cpcUsd: numberOf(info?.cpc),
        url: textOf(place?.url),
      },
    ];
  });
}

function backlinksOf(result: WireRecord | null): Backlinks | null {
  if (result === null) return null;
  return {
    rank: countOf(result.rank),
    backlinks: countOf(result.backlinks),
    referringDomains: countOf(result.referring_domains),
    referringMainDomains: countOf(result.referring_main_domains),
    brokenBacklinks: countOf(result.broken_backlinks),
    spamScore: numberOf(result.backlinks_spam_score),
    firstSeenAt: isoOfListTime(result.first_seen),
  };
}

/**
 * Builds the figures of one call. A `result` that is null or without items means that the provider has no data: nulls,
 * never zeros.
 */
export function buildFigures(name: SeoCallName, result: WireRecord | null): SeoCallData {
  switch (name) {
    case 'domain_rank_overview':
      return { name, overview: overviewOf(result) };
    case 'ranked_keywords':
      return { name, rankedKeywords: rankedKeywordsOf(result) };
    case 'backlinks_summary':
      return { name, backlinks: backlinksOf(result) };
  }
}
