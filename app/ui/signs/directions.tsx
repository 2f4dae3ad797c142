import { Icon } from '~/ui/icons/icon';

type Direction = { text: string; href: string };

type DirectionsProps = {
  ways: readonly Direction[];
  /** Two columns on desks too, where the board has half the width. */
  isNarrow?: boolean;
};

/** The green board with arrows: where to go from here. */
export function Directions({ ways, isNarrow = false }: DirectionsProps) {
  return (
    <ul className={isNarrow ? 'board dir two2' : 'board dir'}>
      {ways.map(({ text, href }) => (
        <li key={href}>
          <a href={href}>
            {`${text} `}
            <Icon name="go" />
          </a>
        </li>
      ))}
    </ul>
  );
}

type Distance = { name: string; value: string; href?: string };

/** The rows of a distance board: a name, and at the right the number it has. Stands inside a board. */
export function Distances({ rows }: { rows: readonly Distance[] }) {
  return (
    <ul className="dir km">
      {rows.map(({ name, value, href }) => (
        <li key={name}>
          {href ? (
            <a href={href}>
              {`${name} `}
              <b>{value}</b>
            </a>
          ) : (
            <div>
              {`${name} `}
              <b>{value}</b>
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}
