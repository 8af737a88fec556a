import type { SavedView } from '../../domain/websites/savedView.ts';
import { mapColumns } from '../database/columns.ts';
import { createRecords } from '../database/records.ts';

const columns = mapColumns<SavedView>()({ plain: 'id name path savedBy savedAt' });

/** Saved views of a workspace, earliest first. */
export const savedViews = createRecords<SavedView>('saved_views', columns, { at: 'saved_at', newestFirst: false });
