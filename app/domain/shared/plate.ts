/** Number of digits at the end of a number plate that a seller may hide. */
const hiddenDigits = 4;

/** What people read as a digit: of any script, in a circle, raised, or as a fraction. */
const digit = /\p{N}/u;

/** 'MH 12 QX 47 11' becomes 'MH 12 QX •• ••'. A plate without digits is masked completely. */
export function maskLicense(license: string): string {
  if (!digit.test(license)) return '••••';
  const signs = [...license];
  const digits = signs.flatMap((sign, at) => (digit.test(sign) ? [at] : []));
  for (const at of digits.slice(-hiddenDigits)) signs[at] = '•';
  return signs.join('');
}

const officeLength = 4;

/** @param license as the public sees it: nothing after the first hidden digit is searchable */
export const getPlateOffice = (license: string): string =>
  license.replace(/•.*/su, '').replace(/[\s-]/g, '').slice(0, officeLength);

/** Removes what cannot be seen, such as U+200B, and gives the plate single spaces. */
export const toPlateText = (license: string): string =>
  license
    .replace(/[\s\u00a0\u2800]+/gu, ' ')
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Co}\p{Cs}]/gu, '')
    .normalize('NFC')
    .trim();
