import type { PageFacts } from './citedPage.ts';

export const unreadFacts: PageFacts = {
  outcome: 'unreachable',
  status: null,
  finalUrl: '',
  title: null,
  language: null,
  date: null,
  author: null,
  contactUrl: null,
  textDigest: null,
  simhash: null,
  words: 0,
  reserved: false,
  interrupted: false,
};
