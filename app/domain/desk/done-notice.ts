import { formatText } from '../shared/result';

/** Sentences after a press at the desk; `{name}` stands for a value, `{count|row|rows}` for the word that fits. */
const doneTexts = {
  done: 'Done, and written in the log.',
  prices_saved: '{count} {count|price|prices} changed.',
  no_price_changed: 'No price was different.',
  stock_sold: '{count} sold.',
  stock_for_sale: '{count} for sale again.',
  stock_hidden: '{count} hidden.',
  stock_public: '{count} public.',
  stock_retired: '{count} retired.',
  samples_hidden: '{count} {count|sample|samples} hidden.',
  samples_public: '{count} {count|sample|samples} public.',
  stock_added: '{name} added.',
  draft_saved: '{name} is a draft.',
  stock_changed: '{name} changed.',
  stock_in_part: '{count} done; {left} {left|is|are} left, because of a change in the meantime.',
  stock_undone: '{count} {count|change|changes} undone.',
  items_approved: '{count} approved.',
  items_decided: '{count} done; {left} {left|was|were} changed or reported in the meantime, and {left|is|are} left.',
  answered: 'Answered {name}.',
  requests_done: '{count} done.',
  requests_assigned: '{count} changed.',
  requests_spam: '{count} away, and {count|its sender is|their senders are} blocked.',
  requests_open: '{count} {count|waits|wait} again.',
  visit_added: 'A visit of {name} is added, and confirmed.',
  visit_confirmed: 'The visit of {name} is confirmed.',
  visit_done: '{name} came.',
  visit_cancelled: 'The visit of {name} is cancelled.',
  saved: 'Saved.',
  person_forgotten: 'Forgotten: {what}. {backups}',
  reply_saved: 'The saved reply is stored.',
  backup_made: 'A backup was made.',
  backup_running: 'The backup is being made. Load this page again in a while.',
} as const;
export type DoneCode = keyof typeof doneTexts;

export const isDoneCode = (code: string): code is DoneCode => Object.hasOwn(doneTexts, code);

/** What a press at the desk did; `undo` is the form that takes it back. */
export type DoneNotice = {
  code: DoneCode;
  values?: Readonly<Record<string, string | number>> | undefined;
  undo?: { action: string; fields: Readonly<Record<string, string>> } | undefined;
};

export const formatDone = ({ code, values }: Pick<DoneNotice, 'code' | 'values'>): string =>
  formatText(doneTexts[code], values);
