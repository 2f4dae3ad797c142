import type { ReactNode } from 'react';
import { WayLink } from '~/ui/signs/button';

type PageHeadProps = {
  title: string;
  /** One line. */
  subtitle?: string;
  back?: { text: string; href: string; isBackInTime?: boolean };
  /** At most two buttons. */
  actions?: ReactNode;
  /** A search, or a button that has no room beside a long title; nothing longer. */
  children?: ReactNode;
};

/** The board over the road that opens every screen without a scene of its own. */
export function PageHead({ title, subtitle, back, actions, children }: PageHeadProps) {
  const words = (
    <>
      <h1>{title}</h1>
      {subtitle && <p>{subtitle}</p>}
    </>
  );
  return (
    <div className="lead">
      {back && (
        <p>
          <WayLink href={back.href} icon="back" isBackInTime={back.isBackInTime}>
            {back.text}
          </WayLink>
        </p>
      )}
      {actions ? (
        <div className="head">
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
