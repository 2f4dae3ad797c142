import type { ReactNode } from 'react';
import { formatCount } from '~/domain/shared/money';
import { Icon, IconWithLabel } from '../primitives/icon';
import type { IconName } from '../primitives/icon-shapes';

type KindLinksProps = {
  label: string;
  kinds: readonly { text: string; count: number; href: string; isCurrent: boolean }[];
};

/** Filters as links with their numbers, at most five; the chosen one leads back to all. */
export function KindLinks({ label, kinds }: KindLinksProps) {
  return (
    <nav className="kinds" aria-label={label}>
      {kinds.map(({ text, count, href, isCurrent }) => (
        <a key={text} href={href} aria-current={isCurrent ? 'true' : undefined}>
          <b>{formatCount(count)}</b> {text}
        </a>
      ))}
    </nav>
  );
}

/** The kind of a row as a sign. */
export function KindSign({ icon, label }: { icon: IconName; label: string }) {
  return (
    <span className="kind-sign">
      <IconWithLabel name={icon} label={label} />
    </span>
  );
}

/** The link of a row, which is pressed anywhere on it. */
export function RowLink({ href, isCurrent, children }: { href: string; isCurrent?: boolean; children: ReactNode }) {
  return (
    <a className="row-link one-line" href={href} aria-current={isCurrent ? 'true' : undefined}>
      {children}
    </a>
  );
}

type TickProps = { value: string; of: string; isChecked?: boolean; id?: string | undefined };

/** The tick of a row; `of` is what it chooses. Errors link to the first by its id. */
export function Tick({ value, of, isChecked = false, id }: TickProps) {
  return (
    <label className="tick">
      <input id={id} type="checkbox" name="chosen" value={value} defaultChecked={isChecked} />
      <span className="unseen">{`Choose ${of}`}</span>
    </label>
  );
}

/** What stands above the link of its row, so that it can be pressed itself. */
export function AboveLink({ children }: { children: ReactNode }) {
  return <span className="above-link row">{children}</span>;
}

/** The head of a list: whether all are meant, and how it is narrowed. */
export function ListTools({ all, children }: { all: string; children: ReactNode }) {
  return (
    <div className="tools">
      <label className="pick-all">
        <input type="checkbox" name="all" value="1" /> {all}
      </label>
      <div className="row">{children}</div>
    </div>
  );
}

/** What can be done with the ticked rows: it stands last in the form of its list. */
export function BulkBar({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="bulk-bar">
      <legend className="unseen">{legend}</legend>
      {children}
    </fieldset>
  );
}

type AlarmProps = { title: string; text: string; children?: ReactNode };

/** What is lost or wrong, with what to do about it. */
export function Alarm({ title, text, children }: AlarmProps) {
  return (
    <section className="alarm" aria-label={title}>
      <Icon name="alert" />
      <h2>{title}</h2>
      <p>{text}</p>
      {children && <div className="row">{children}</div>}
    </section>
  );
}

/** A state that is well, in one quiet line. */
export function Well({ children }: { children: ReactNode }) {
  return (
    <p className="well">
      <Icon name="check" />
      <span>{children}</span>
    </p>
  );
}

type DeskEmptyProps = { title: string; text?: string; children?: ReactNode };

/** In place of a list in which nothing waits. */
export function DeskEmpty({ title, text, children }: DeskEmptyProps) {
  return (
    <div className="desk-empty">
      <span className="step-number" aria-hidden="true">
        0
      </span>
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {children && <p className="row">{children}</p>}
    </div>
  );
}
