import type { ReactNode } from 'react';

export type StoneText = {
  /** At most two words. */
  name: string;
  /** The number that matters, as it is shown: '10K+', '1,236'. */
  value: string;
  unit?: string;
  href?: string;
};

function StoneBody({ name, value, unit, href }: StoneText) {
  const text = (
    <>
      <span className="k">{name}</span>{' '}
      <b className="n">{unit ? [value, ' ', <small key="unit">{unit}</small>] : value}</b>
    </>
  );
  return href ? <a href={href}>{text}</a> : <div>{text}</div>;
}

/** One kilometre stone on a piece of road. */
export function Stone(props: StoneText) {
  return (
    <div className="stone">
      <StoneBody {...props} />
    </div>
  );
}

type StonesProps = {
  stones: readonly StoneText[];
  /** A drawing that joins them on desks. */
  vehicle?: ReactNode;
  vehicleFirst?: boolean;
};

/** Two to four stones along one road, across the page. */
export function Stones({ stones, vehicle, vehicleFirst = false }: StonesProps) {
  const joining = vehicle && (
    <div className="mv" aria-hidden="true">
      {vehicle}
    </div>
  );
  return (
    <div className="stones" style={{ '--n': stones.length }}>
      {vehicleFirst && joining}
      <ul>
        {stones.map((stone) => (
          <li key={stone.name} className="stone">
            <StoneBody {...stone} />
          </li>
        ))}
      </ul>
      {!vehicleFirst && joining}
    </div>
  );
}
