/** The part of a registration number that is masked: the serial at its end, one to four digits. */
const serial = /\p{Nd}{1,4}(?=\P{Nd}*$)/u;

/**
 * Masks a registration number for the public when the seller chose to hide the last digits: 'MH 12 QX 4711' becomes 'MH
 * 12 QX ••••'. One without digits is masked completely, because it is unknown which part of it is least revealing.
 */
export function maskLicense(license: string): string {
  return serial.test(license) ? license.replace(serial, (digits) => '•'.repeat(digits.length)) : '••••';
}
