import { type CurrentVisibility, currentVisibility } from '../visibility/currentVisibility.ts';
import { type PromptVisibility, promptVisibility } from '../visibility/promptVisibility.ts';
import { type TopCitations, topCitations } from '../visibility/sources/topCitations.ts';
import { type OverviewScope, type VisibilityOverview, visibilityOverview } from '../visibility/visibilityOverview.ts';
import {
  type RecommendationScope,
  type VisibilityRecommendations,
  visibilityRecommendations,
} from '../visibility/visibilityRecommendations.ts';

export type Reports = {
  current: CurrentVisibility;
  overview: VisibilityOverview;
  citations: TopCitations;
  prompts: PromptVisibility;
  recommendations: VisibilityRecommendations;
};

/** The five reports of one period. */
export function computeReports(inputs: OverviewScope & RecommendationScope): Reports {
  return {
    current: currentVisibility(inputs),
    overview: visibilityOverview(inputs),
    citations: topCitations(inputs),
    prompts: promptVisibility(inputs),
    recommendations: visibilityRecommendations(inputs),
  };
}
