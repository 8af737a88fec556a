import { type Notion, notions } from './notions.ts';

/** Explains a notion. Its texts are loaded when one is opened, or for print. */
export const NotionText = ({ of }: { of: Notion }) => notions[of];
