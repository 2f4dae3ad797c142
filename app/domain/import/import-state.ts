import type { ImportState } from '~db/enums';

export const importStateTexts: Readonly<Record<ImportState, string>> = {
  checking: 'Being read',
  checked: 'Not applied',
  applying: 'Being applied',
  applied: 'Applied',
  undoing: 'Being undone',
  undone: 'Undone',
  failed: 'Not readable',
};
