import type { ComponentPropsWithoutRef, ReactNode } from 'react';
import { Icon } from './icon';
import type { IconName } from './icon-shapes';

/**
 * `go` is the yellow one, the main action, one for each region of a screen; `theme` the same on the sell screens;
 * `danger` takes something away for good; `plain` is everything else.
 */
type ButtonKind = 'go' | 'theme' | 'danger' | 'plain';

const classNames: Record<ButtonKind, string> = {
  go: 'button button-primary',
  theme: 'button button-theme',
  danger: 'button button-danger',
  plain: 'button',
};

type Look = { kind?: ButtonKind; icon?: IconName; children: ReactNode };

type ButtonProps = Look &
  Omit<ComponentPropsWithoutRef<'button'>, 'className' | 'style' | 'children'> & {
    /** What it says while the form is on its way: 'Listing...'. Shown by the enhancement script. */
    busyText?: string;
  };

/** A button that sends its form. */
export function Button({ kind = 'plain', icon, busyText, children, ...rest }: ButtonProps) {
  return (
    <button type="submit" className={classNames[kind]} data-busy={busyText} {...rest}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

type ButtonLinkProps = Look &
  Omit<ComponentPropsWithoutRef<'a'>, 'className' | 'style' | 'children'> & { href: string };

/** A link that looks like a button, for a step that changes nothing. */
export function ButtonLink({ kind = 'plain', icon, children, ...rest }: ButtonLinkProps) {
  return (
    <a className={classNames[kind]} {...rest}>
      {icon && <Icon name={icon} />}
      {children}
    </a>
  );
}

type WayLinkProps = {
  href: string;
  icon?: IconName;
  /** To the page one came from, where the enhancement script knows it; `href` is where that usually is. */
  isBackInTime?: boolean;
  children: ReactNode;
};

/** A quiet way on or back: text with an icon before it. */
export function WayLink({ href, icon, isBackInTime, children }: WayLinkProps) {
  return (
    <a className="action-link" href={href} data-back={isBackInTime ? '' : undefined}>
      {icon && <Icon name={icon} />}
      {children}
    </a>
  );
}

type Direction = { text: string; href: string };

type DirectionsProps = {
  ways: readonly Direction[];
  /** Two columns on desks too, where the board has half the width. */
  isNarrow?: boolean;
};

/** The green board with arrows: where to go from here. */
export function Directions({ ways, isNarrow = false }: DirectionsProps) {
  return (
    <ul className={isNarrow ? 'callout link-list link-list-narrow' : 'callout link-list'}>
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
    <ul className="link-list figure-list">
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
