import type { CSSProperties, ReactNode } from 'react';

export type StatText = {
  /** At most two words. */
  name: string;
  /** The number as displayed: '10K+', '1,236'. */
  value: string;
  unit?: string;
  href?: string;
};

function StatBody({ name, value, unit, href }: StatText) {
  const text = (
    <>
      <span className="stat-label">{name}</span>{' '}
      <b className="figure">{unit ? [value, ' ', <small key="unit">{unit}</small>] : value}</b>
    </>
  );
  return href ? <a href={href}>{text}</a> : <div>{text}</div>;
}

export function Stat(props: StatText) {
  return (
    <div className="stat">
      <StatBody {...props} />
    </div>
  );
}

type StatsProps = {
  stats: readonly StatText[];
  vehicle?: ReactNode;
  vehicleFirst?: boolean;
};

export function Stats({ stats, vehicle, vehicleFirst = false }: StatsProps) {
  const drawing = vehicle && (
    <div className="stat-vehicle" aria-hidden="true">
      {vehicle}
    </div>
  );
  return (
    <div className="stats" style={{ '--columns': stats.length }}>
      {vehicleFirst && drawing}
      <ul>
        {stats.map((stat) => (
          <li key={stat.name} className="stat">
            <StatBody {...stat} />
          </li>
        ))}
      </ul>
      {!vehicleFirst && drawing}
    </div>
  );
}

/** A part of a whole: `amount` is its length, `text` its label. */
export type Share = { name: string; amount: number; text: string; colour: string };

const getShareStyle = ({ amount, colour }: Share): CSSProperties => ({ '--share': amount, '--colour': colour });
const getColourStyle = (colour: string): CSSProperties => ({ '--colour': colour });

export function ShareBar({ shares }: { shares: readonly Share[] }) {
  return (
    <div className="share-bar" role="img" aria-label={shares.map(({ name, text }) => `${name} ${text}`).join(', ')}>
      {shares
        .filter(({ amount }) => amount > 0)
        .map((share) => (
          <span key={share.name} style={getShareStyle(share)} />
        ))}
    </div>
  );
}

type ShareLegendProps = { shares: readonly Share[]; total?: Pick<Share, 'name' | 'text'> };

export function ShareLegend({ shares, total }: ShareLegendProps) {
  return (
    <dl className="share-legend">
      {shares.map(({ name, text, colour }) => (
        <div key={name} style={getColourStyle(colour)}>
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
