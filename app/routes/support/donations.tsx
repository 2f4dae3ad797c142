import { Stones } from '~/ui/signs/stone';

type Tier = { amount: string; label: string; isPopular: boolean; href: string | null };

/** Four tiers as stones, each a UPI link; without an address they say plainly that they lead nowhere. */
export function Donations({ tiers, upiAddress }: { tiers: readonly Tier[]; upiAddress: string | null }) {
  return (
    <section className="rd" aria-labelledby="donate">
      <h2 id="donate">Support Us</h2>
      <p className="gap">
        {upiAddress
          ? `Each opens your UPI app with ${upiAddress} filled in; nothing is paid before you confirm it there.`
          : 'Donations are not taken at the moment: no UPI address has been set up. These are the tiers there would be.'}
      </p>
      <Stones
        stones={tiers.map(({ amount, label, isPopular, href }) => ({
          name: isPopular ? 'Popular' : 'Donate',
          value: amount,
          unit: label,
          ...(href && { href }),
        }))}
      />
    </section>
  );
}
