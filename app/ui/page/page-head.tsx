import type { ReactNode } from 'react';
import { Icon } from '../primitives/icon';
import type { IconName } from '../primitives/icon-shapes';

type PageHeadProps = {
  title: string;
  subtitle?: string;
  back?: {
    text: string;
    href: string;
    /** Links to the previous page where the enhancement script knows it; `href` is the default. */
    isBackInTime?: boolean;
  };
  /** One button, beside the title. */
  action?: ReactNode;
  /** A search, or one line of links. */
  children?: ReactNode;
};

/** The head of a screen: low, because what people came for follows it. */
export function PageHead({ title, subtitle, back, action, children }: PageHeadProps) {
  return (
    <div className="page-head">
      <div className="title-line">
        {back && (
          <a className="icon-button" href={back.href} data-back={back.isBackInTime ? '' : undefined}>
            <Icon name="back" />
            <span className="unseen">{back.text}</span>
          </a>
        )}
        <h1>{title}</h1>
        {action}
      </div>
      {subtitle && <p>{subtitle}</p>}
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
