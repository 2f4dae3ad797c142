import type { ComponentPropsWithoutRef, ReactNode } from 'react';
import { Icon } from './icon';
import type { IconName } from './icon-shapes';

/**
 * `primary` is the yellow main action, one for each region of a screen; `theme` the same on the sell screens; `danger`
 * deletes permanently; `plain` is everything else.
 */
type ButtonKind = 'primary' | 'theme' | 'danger' | 'plain';

const classNames: Record<ButtonKind, string> = {
  primary: 'button button-primary',
  theme: 'button button-theme',
  danger: 'button button-danger',
  plain: 'button',
};

type Look = { kind?: ButtonKind; icon?: IconName; children: ReactNode };

type ButtonProps = Look &
  Omit<ComponentPropsWithoutRef<'button'>, 'className' | 'style' | 'children'> & {
    /** Label while the form is being sent: 'Listing...'. Shown by the enhancement script. */
    busyText?: string;
    /** Whether its form is being sent; only used in hydrated forms. */
    isBusy?: boolean;
  };

export function Button({ kind = 'plain', icon, busyText, isBusy, children, ...rest }: ButtonProps) {
  return (
    <button type="submit" className={classNames[kind]} data-busy={busyText} aria-busy={isBusy || undefined} {...rest}>
      {icon ? (
        <>
          <Icon name={icon} />
          {children}
        </>
      ) : (
        children
      )}
    </button>
  );
}

type ButtonLinkProps = Look &
  Omit<ComponentPropsWithoutRef<'a'>, 'className' | 'style' | 'children'> & { href: string };

/** A link styled as a button, for a step that changes nothing. */
export function ButtonLink({ kind = 'plain', icon, children, ...rest }: ButtonLinkProps) {
  return (
    <a className={classNames[kind]} {...rest}>
      {icon && <Icon name={icon} />}
      {children}
    </a>
  );
}

type ActionLinkProps = {
  /** Undefined: it is only text. */
  href: string | undefined;
  icon?: IconName;
  children: ReactNode;
};

export function ActionLink({ href, icon, children }: ActionLinkProps) {
  return (
    <a className="action-link" href={href}>
      {icon && <Icon name={icon} />}
      {children}
    </a>
  );
}
