import type { ReactNode } from 'react';
import { Icon } from '../primitives/icon';
import { Tag } from '../primitives/chips';

type DetailsPanelProps = {
  title: string;
  /** The list without the panel. */
  closeHref: string;
  picture: ReactNode;
  tag?: string;
  /** A `dialog`, which the enhancement script makes modal. */
  isDialog?: boolean;
  children: ReactNode;
};

/** Details of one item of a list, which come before it. Links that open it end in `#panel`. */
export function DetailsPanel({ title, closeHref, picture, tag, isDialog = false, children }: DetailsPanelProps) {
  const Panel = isDialog ? 'dialog' : 'section';
  return (
    <Panel
      className={isDialog ? 'panel panel-floating panel-dialog' : 'panel panel-floating panel-aside'}
      id="panel"
      aria-labelledby="panel-title"
      open={isDialog || undefined}
    >
      <div className="row panel-bar">
        <h2 id="panel-title">{title}</h2>
        <a className="icon-button" href={closeHref} data-escape="" data-dialog={isDialog ? '' : undefined}>
          <Icon name="close" />
          <span className="unseen">Close</span>
        </a>
      </div>
      <div className="scene">
        {picture}
        {tag && <Tag>{tag}</Tag>}
      </div>
      <div className="stack">{children}</div>
    </Panel>
  );
}
