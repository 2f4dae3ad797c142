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

type Look = { kind?: ButtonKind; children: ReactNode };

type ButtonProps = Look &
  Omit<ComponentPropsWithoutRef<'button'>, 'className' | 'style' | 'children'> & {
    /** Label while the form is being sent: 'Listing...'. Shown by the enhancement script. */
    busyText?: string;
    /** Whether its form is being sent; only used in hydrated forms. */
    isBusy?: boolean;
  };

/** `Button` for what is rendered in the browser too: without an icon, hence without the table of all. */
export const PlainButton = ({ kind = 'plain', busyText, isBusy, ...rest }: ButtonProps) => (
  <button type="submit" className={classNames[kind]} data-busy={busyText} aria-busy={isBusy || undefined} {...rest} />
);

type ButtonLinkProps = Look &
  Omit<ComponentPropsWithoutRef<'a'>, 'className' | 'style' | 'children'> & { href: string };

/** A link styled as a button, for a step that changes nothing. */
export const PlainButtonLink = ({ kind = 'plain', ...rest }: ButtonLinkProps) => (
  <a className={classNames[kind]} {...rest} />
);

export const Button = ({ icon, children, ...rest }: ButtonProps & { icon?: IconName }) => (
  <PlainButton {...rest}>{icon ? [<Icon key={icon} name={icon} />, children] : children}</PlainButton>
);

export const ButtonLink = ({ icon, children, ...rest }: ButtonLinkProps & { icon?: IconName }) => (
  <PlainButtonLink {...rest}>{icon ? [<Icon key={icon} name={icon} />, children] : children}</PlainButtonLink>
);

type ActionLinkProps = {
  /** Undefined: it is only text. */
  href: string | undefined;
  icon?: IconName;
  children: ReactNode;
};

export const ActionLink = ({ href, icon, children }: ActionLinkProps) => (
  <a className="action-link" href={href}>
    {icon && <Icon name={icon} />}
    {children}
  </a>
);
