import { momentText } from '~/domain/dates';
import type { LoggedDeed } from '~/domain/desk/operator-log.server';

/** A line of the log as it is shown. */
export const shownDeed = ({ id, operatorName, title, deed, reason, createdAt }: LoggedDeed) => ({
  id,
  who: operatorName,
  title,
  deed,
  reason,
  when: momentText(new Date(createdAt)),
});

export type ShownDeed = ReturnType<typeof shownDeed>;
