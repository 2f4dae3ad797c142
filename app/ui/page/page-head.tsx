import type { ReactNode } from 'react';
import { ActionLink } from '../primitives/button';
import { Icon } from '../primitives/icon';
import type { IconName } from '../primitives/icon-shapes';

type PageHeadProps = {
  title: string;
  subtitle?: string;
  back?: { text: string; href: string; isBackInTime?: boolean };
  /** At most two buttons. */
  actions?: ReactNode;
  /** For a screen that consists of its list: the title, the Back arrow and the search in one row. */
  isSlim?: boolean;
  children?: ReactNode;
};

export function PageHead({ title, subtitle, back, actions, isSlim = false, children }: PageHeadProps) {
  const words = (
    <>
      {back && isSlim && (
        <a className="icon-button" href={back.href}>
          <Icon name="back" />
          <span className="unseen">{back.text}</span>
        </a>
      )}
      <h1>{title}</h1>
      {subtitle && <p>{subtitle}</p>}
    </>
  );
  return (
    <div className={isSlim ? 'page-head page-head-slim' : 'page-head'}>
      {back && !isSlim && (
        <p>
          <ActionLink href={back.href} icon="back" isBackInTime={back.isBackInTime}>
            {back.text}
          </ActionLink>
        </p>
      )}
      {actions ? (
        <div className="section-head">
          {words}
          <p className="row">{actions}</p>
        </div>
      ) : (
        words
      )}
      {children}
    </div>
  );
}

type SectionHeadProps = {
  id: string;
  title: string;
  more?: { text: string; href: string };
};

export function SectionHead({ id, title, more }: SectionHeadProps) {
  return (
    <div className="section-head">
      <h2 id={id}>{title}</h2>
      {more && (
        <a href={more.href}>
          {`${more.text} `}
          <Icon name="go" />
        </a>
      )}
    </div>
  );
}

type HeadCard = { title: string; value: string; note?: string; href?: string | undefined; icon: IconName };

export function HeadCards({ cards }: { cards: readonly HeadCard[] }) {
  return (
    <ul className="link-cards">
      {cards.map(({ title, value, note, href, icon }) => (
        <li key={title}>
          <a href={href}>
            <Icon name={icon} />
            <b>{title}</b> <span className="note">{value}</span> {note && <span className="note">{note}</span>}
          </a>
        </li>
      ))}
    </ul>
  );
}
