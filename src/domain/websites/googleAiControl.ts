export const googleAiSettings = ['included', 'excluded'] as const;
export type GoogleAiSetting = (typeof googleAiSettings)[number];

/**
 * Statement of an owner about Search Console's switch for Google's generative answers: whether they may use the website.
 * The switch cannot be seen from outside.
 */
export type GoogleAiControl = { setting: GoogleAiSetting; saidBy: string; saidAt: string };
