import type { ReactNode } from 'react';
import { Icon, IconWithLabel } from '../primitives/icon';
import type { IconName } from '../primitives/icon-shapes';

type FoldProps = {
  title: string;
  icon?: IconName;
  /** What is inside, in a word: 'none'. */
  note?: string | undefined;
  isOpen?: boolean;
  children: ReactNode;
};

/** Content that is opened by a press, without a script. */
export function Fold({ title, icon, note, isOpen = false, children }: FoldProps) {
  return (
    <details className="fold" open={isOpen}>
      <summary>
        {icon && <Icon name={icon} />}
        {title}
        {note && <small>{note}</small>}
        <Icon name="down" />
      </summary>
      <div>{children}</div>
    </details>
  );
}

/** The rarely needed actions of a row: links and buttons. The menus of one page close each other. */
export function MoreActions({ of, children }: { of: string; children: ReactNode }) {
  return (
    <details className="more-actions" name="more">
      <summary>
        <IconWithLabel name="dots" label={`More for ${of}`} />
      </summary>
      <div>{children}</div>
    </details>
  );
}

/** Fields beside each other, as many as fit; one with the class `whole-line` has a line of its own. */
export function FieldGrid({ children }: { children: ReactNode }) {
  return <div className="field-grid">{children}</div>;
}

/** A field or text on a line of its own in a `FieldGrid`. */
export function WholeLine({ children }: { children: ReactNode }) {
  return <div className="whole-line">{children}</div>;
}

/** The buttons of a long form, in view above the navigation. */
export function SaveBar({ children }: { children: ReactNode }) {
  return <div className="save-bar">{children}</div>;
}

/** A small picture of a row. Empty `alt` where its name stands beside it. */
export function Thumb({ src, alt = '' }: { src: string; alt?: string }) {
  return <img className="thumb" src={src} width={72} height={54} alt={alt} loading="lazy" />;
}
