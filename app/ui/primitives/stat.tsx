import type { ReactNode } from 'react';

export type StatText = {
  /** At most two words. */
  name: string;
  /** The number as displayed: '10K+', '1,236'. */
  value: string;
  unit?: string;
  href?: string;
};

/** Below figures of listings. */
export const withoutSamples = 'Counted without samples.';

function StatBody({ name, value, unit, href }: StatText) {
  const text = (
    <>
      <span className="stat-label">{name}</span>{' '}
      <b className="figure">{unit ? [value, ' ', <small key="unit">{unit}</small>] : value}</b>
    </>
  );
  return href ? <a href={href}>{text}</a> : <div>{text}</div>;
}

/** One stat, drawn as a kilometre stone on a road. */
export function Stat(props: StatText) {
  return (
    <div className="stat">
      <StatBody {...props} />
    </div>
  );
}

type StatsProps = {
  stats: readonly StatText[];
  /** A drawing beside them on desktops. */
  vehicle?: ReactNode;
  vehicleFirst?: boolean;
};

/** Two to four stats along one road, across the page. */
export function Stats({ stats, vehicle, vehicleFirst = false }: StatsProps) {
  const joining = vehicle && (
    <div className="stat-vehicle" aria-hidden="true">
      {vehicle}
    </div>
  );
  return (
    <div className="stats" style={{ '--columns': stats.length }}>
      {vehicleFirst && joining}
      <ul>
        {stats.map((stat) => (
          <li key={stat.name} className="stat">
            <StatBody {...stat} />
          </li>
        ))}
      </ul>
      {!vehicleFirst && joining}
    </div>
  );
}
