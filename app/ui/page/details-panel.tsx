import type { ReactNode } from 'react';
import { Icon } from '~/ui/icons/icon';
import { Tag } from '~/ui/signs/tag';

type DetailsPanelProps = {
  title: string;
  /** The list without the panel. */
  closeHref: string;
  /** A drawing or a photo. */
  picture: ReactNode;
  tag?: string;
  children: ReactNode;
};

/**
 * One item's details beside its list: at the right on desks, above the list on phones. Links that open it end in
 * `#panel`. It stands before the list in a `Split`.
 */
export function DetailsPanel({ title, closeHref, picture, tag, children }: DetailsPanelProps) {
  return (
    <section className="panel up" id="panel" aria-labelledby="panel-title">
      <div className="row bar">
        <h2 id="panel-title">{title}</h2>
        <a className="sq" href={closeHref} aria-label="Close" data-escape="">
          <Icon name="close" />
        </a>
      </div>
      <div className="scene">
        {picture}
        {tag && <Tag>{tag}</Tag>}
      </div>
      <div className="stack">{children}</div>
    </section>
  );
}

/** A list, and beside it the panel of what is open. */
export function Split({ children }: { children: ReactNode }) {
  return <div className="split">{children}</div>;
}
