import { z } from 'zod';

/** Wire shapes of the five visibility reads. */
const head = {
  website: z.strictObject({ id: z.string(), domain: z.string() }),
  coverage: z.looseObject({ truncated: z.boolean() }),
};

export const currentVisibilitySchema = z.looseObject(head).meta({ id: 'CurrentVisibility' });
export const visibilityOverviewSchema = z.looseObject(head).meta({ id: 'VisibilityOverview' });
export const topCitationsSchema = z.looseObject(head).meta({ id: 'TopCitations' });
export const promptVisibilitySchema = z.looseObject(head).meta({ id: 'PromptVisibility' });
export const recommendationsSchema = z.looseObject(head).meta({ id: 'VisibilityRecommendations' });
