export const googleAiSettings = ['included', 'excluded'] as const;
export type GoogleAiSetting = (typeof googleAiSettings)[number];

/**
 * An owner's statement about Search Console's control for Google's generative answers: whether they may use the
 * website. The control is not visible from outside.
 */
export type GoogleAiControl = { setting: GoogleAiSetting; saidBy: string; saidAt: string };
