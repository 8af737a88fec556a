import { accessCampaigns } from './accessCampaigns.ts';
import type { Campaign } from './campaign.ts';
import { purchaseCampaigns } from './purchaseCampaigns.ts';
import { serviceCampaigns } from './serviceCampaigns.ts';

/** Every campaign, in the order of docs/guarantees.md. */
export const campaigns: readonly Campaign[] = [...purchaseCampaigns, ...serviceCampaigns, ...accessCampaigns];
