import { createHash } from 'node:crypto';
import { supportContent } from '~/domain/content/support-content.server';
import { formatRupees } from '~/domain/shared/money';
import { site } from '~/domain/shared/site';
import type { Settings } from '~/http/settings.server';
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

/** The donation tiers (docs/product.md, "Support"); without an operator's UPI address they have no links. */
export function createDonationTiers({ upiAddress }: Pick<Settings, 'upiAddress'>) {
  return supportContent.donationTiers.map(({ id, amountRupees, label, popular }) => {
    const link = upiAddress && createUpiLink({ address: upiAddress, name: site.name }, amountRupees, label);
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
