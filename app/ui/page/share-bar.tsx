import type { CSSProperties } from 'react';

/** A part of a whole: `amount` is its length, `text` its label. */
export type Share = { name: string; amount: number; text: string; colour: string };

/** Data for the stylesheet, not style. */
type CustomProperties = CSSProperties & Record<`--${string}`, string | number>;

const lengthOf = ({ amount, colour }: Share): CustomProperties => ({ '--share': amount, '--colour': colour });
const colouredIn = (colour: string): CustomProperties => ({ '--colour': colour });

/** The parts of a whole as a bar, with a legend. Stylesheet `share-bar`. */
export function ShareBar({ shares }: { shares: readonly Share[] }) {
  return (
    <div className="share-bar" role="img" aria-label={shares.map(({ name, text }) => `${name} ${text}`).join(', ')}>
      {shares
        .filter(({ amount }) => amount > 0)
        .map((share) => (
          <span key={share.name} style={lengthOf(share)} />
        ))}
    </div>
  );
}

type ShareKeyProps = { shares: readonly Share[]; total?: Pick<Share, 'name' | 'text'> };

/** The legend: each part with its colour and amount, and the total. */
export function ShareKey({ shares, total }: ShareKeyProps) {
  return (
    <dl className="share-legend">
      {shares.map(({ name, text, colour }) => (
        <div key={name} style={colouredIn(colour)}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
      {total && (
        <div className="share-total">
          <dt>{total.name}</dt>
          <dd>{total.text}</dd>
        </div>
      )}
    </dl>
  );
}
