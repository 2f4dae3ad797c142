import { createHash } from 'node:crypto';
import { readDonationTiers } from '~/domain/content/support-content.server';
import { readShop } from '~/domain/content/shop.server';
import { formatRupees } from '~/domain/shared/money';
import type { Runtime } from '~/http/runtime.server';
import { paths } from '~/paths';

/** A link that opens the payer's UPI app. Whole rupees; null when the payer chooses the amount. */
export function createUpiLink(
  payee: { address: string; name: string },
  amountRupees: number | null,
  note: string,
): string {
  const fields = [
    ['pa', payee.address],
    ['pn', payee.name],
    ...(amountRupees === null ? [] : [['am', amountRupees.toFixed(2)]]),
    ['cu', 'INR'],
    ['tn', note],
  ];
  // Not all UPI apps decode a plus sign as a space; all of them decode %20.
  return `upi://pay?${fields.map(([name, value = '']) => `${name}=${encodeURIComponent(value)}`).join('&')}`;
}

/** Identifies a code: a different address or amount is a different file. */
const getFileName = (tier: string, link: string): string =>
  `${tier}-${createHash('sha256').update(link).digest('hex').slice(0, 12)}.svg`;

/** The setting of the process counts before that of the desk. */
export const readUpiAddress = ({ settings, db }: Runtime): string | null =>
  settings.upiAddress ?? readShop(db).upiAddress;

/** The donation tiers (docs/product.md, "Support"); without an operator's UPI address they have no links. */
export function createDonationTiers(runtime: Runtime) {
  const upiAddress = readUpiAddress(runtime);
  const { name } = readShop(runtime.db);
  return readDonationTiers(runtime.db).map(({ id, amountRupees, label, popular }) => {
    const link = upiAddress && createUpiLink({ address: upiAddress, name }, amountRupees, label);
    const file = link && getFileName(id, link);
    return {
      id,
      amount: amountRupees === null ? 'Custom' : formatRupees(amountRupees),
      label,
      isPopular: popular,
      upi: link && file ? { link, file, codeSrc: paths.donationCode(file) } : null,
    };
  });
}

export type DonationTier = ReturnType<typeof createDonationTiers>[number];
