import { deskPaths } from '~/paths';
import type { DeskQuery } from './desk-parts';

/** Where the sections are that the desk had while it was a tab of the dashboard. */
const moved: Partial<Record<DeskQuery['show'], (query: DeskQuery) => string>> = {
  today: () => deskPaths.today(),
};

/** @returns null for a section that is still here */
export const findMovedSection = (query: DeskQuery): string | null => moved[query.show]?.(query) ?? null;
