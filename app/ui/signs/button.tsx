import type { ComponentPropsWithoutRef, ReactNode } from 'react';
import { Icon } from '~/ui/icons/icon';
import type { IconName } from '~/ui/icons/icon-shapes';

/**
 * `go` is the yellow one, the main action, one for each region of a screen; `theme` the same on the sell screens;
 * `danger` takes something away for good; `plain` is everything else.
 */
type ButtonKind = 'go' | 'theme' | 'danger' | 'plain';

const classes: Record<ButtonKind, string> = { go: 'btn go', theme: 'btn th', danger: 'btn no', plain: 'btn' };

type Look = { kind?: ButtonKind; icon?: IconName; children: ReactNode };

type ButtonProps = Look &
  Omit<ComponentPropsWithoutRef<'button'>, 'className' | 'style' | 'children'> & {
    /** What it says while the form is on its way: 'Listing...'. Shown by the enhancement script. */
    busyText?: string;
  };

/** A button that sends its form. */
export function Button({ kind = 'plain', icon, busyText, children, ...rest }: ButtonProps) {
  return (
    <button type="submit" className={classes[kind]} data-busy={busyText} {...rest}>
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
    <a className={classes[kind]} {...rest}>
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
    <a className="ln" href={href} data-back={isBackInTime ? '' : undefined}>
      {icon && <Icon name={icon} />}
      {children}
    </a>
  );
}
