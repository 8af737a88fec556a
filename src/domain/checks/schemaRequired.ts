import { asList, isRecord, type JsonLdNode, textOf } from '../html/jsonLd.ts';

/**
 * Required properties by type; alternatives are joined by `|`. From Google's structured data documentation, to be
 * checked again.
 */
const required: Readonly<Record<string, readonly string[]>> = {
  AggregateRating: ['ratingValue', 'ratingCount|reviewCount'],
  BreadcrumbList: ['itemListElement'],
  Course: ['name', 'description'],
  Dataset: ['name', 'description'],
  DiscussionForumPosting: ['author', 'datePublished', 'text|image|video'],
  Event: ['name', 'startDate', 'location'],
  JobPosting: ['title', 'description', 'datePosted', 'hiringOrganization', 'jobLocation|applicantLocationRequirements'],
  LocalBusiness: ['name', 'address'],
  Movie: ['name', 'image'],
  Product: ['name', 'offers|review|aggregateRating'],
  ProfilePage: ['mainEntity'],
  QAPage: ['mainEntity'],
  Recipe: ['name', 'image'],
  Review: ['author', 'reviewRating'],
  SoftwareApplication: ['name', 'offers', 'aggregateRating|review'],
  VideoObject: ['name', 'thumbnailUrl', 'uploadDate'],
};

function isPresent(value: unknown): boolean {
  return asList(value).some((each) =>
    isRecord(each) ? Object.keys(each).length > 0 : textOf(each) !== null || each === true,
  );
}

/**
 * Lists missing required properties. Null if no type of the node has any, or the node only refers to another (`@id`
 * alone).
 */
export function missingProperties(node: JsonLdNode): { type: string; missing: string[] } | null {
  const type = node.types.find((each) => Object.hasOwn(required, each));
  if (type === undefined) return null;
  const own = Object.keys(node.properties).filter((key) => !key.startsWith('@'));
  if (own.length === 0 && node.properties['@id'] !== undefined) return null;
  const missing = (required[type] ?? []).filter(
    (item) => !item.split('|').some((name) => isPresent(node.properties[name])),
  );
  return { type, missing };
}
