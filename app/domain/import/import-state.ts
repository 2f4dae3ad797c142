import type { ImportState, importKinds } from '~db/enums';

export type ImportKind = (typeof importKinds)[number];

export const importStateTexts: Readonly<Record<ImportState, string>> = {
  checking: 'Being read',
  checked: 'Not applied',
  applying: 'Being applied',
  applied: 'Applied',
  undoing: 'Being undone',
  undone: 'Undone',
  failed: 'Not readable',
};
