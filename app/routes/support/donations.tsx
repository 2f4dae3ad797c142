import { Stats } from '~/ui/primitives/stat';
import type { DonationTier } from './donations.server';

type DonationsProps = { tiers: readonly DonationTier[]; upiAddress: string | null };

/** Four tiers, each a UPI link; without an address they say that donations are not possible. */
export function Donations({ tiers, upiAddress }: DonationsProps) {
  return (
    <section className="divided" aria-labelledby="donate">
      <h2 id="donate">Support Us</h2>
      <p className="donation-intro">
        {upiAddress
          ? `Each opens your UPI app with ${upiAddress} filled in; nothing is paid before you confirm it there.`
          : 'Donations are not taken at the moment: no UPI address has been set up. These are the tiers there would be.'}
      </p>
      <Stats
        stats={tiers.map(({ amount, label, isPopular, upi }) => ({
          name: isPopular ? 'Popular' : 'Donate',
          value: amount,
          unit: label,
          ...(upi && { href: upi.link }),
        }))}
      />
      {upiAddress && <Codes tiers={tiers} />}
    </section>
  );
}

/** The same links as QR codes, for a UPI app on another device. */
function Codes({ tiers }: Pick<DonationsProps, 'tiers'>) {
  return (
    <>
      <h3>Your UPI app is on another phone?</h3>
      <p>Scan one of these with it.</p>
      <ul className="donation-codes">
        {tiers.map(
          ({ id, amount, upi }) =>
            upi && (
              <li key={id}>
                <img src={upi.codeSrc} alt={`QR code: donate, ${amount}`} width="160" height="160" loading="lazy" />
                <b>{amount}</b>
              </li>
            ),
        )}
      </ul>
    </>
  );
}
