/** How much of a registration's end is nobody's business: the serial, of one to four digits. */
const serial = /\p{Nd}{1,4}(?=\P{Nd}*$)/u;

/**
 * A registration as the public sees it when its seller asked to hide the last digits: 'MH 12 QX 4711' becomes
 * 'MH 12 QX ••••'. One without any digit is hidden whole, because nobody can say which part of it tells least.
 */
export function maskLicense(license: string): string {
  return serial.test(license) ? license.replace(serial, (digits) => '•'.repeat(digits.length)) : '••••';
}
