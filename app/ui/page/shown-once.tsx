import type { ReactNode } from 'react';
import { ButtonLink } from '../primitives/button';

type ShownOnceProps = {
  title: string;
  /** In groups, with a dash between two. */
  code: string;
  /** What the file says that *Save as text* stores. It needs no second request, which would show the code again. */
  file: { name: string; lines: readonly string[] };
  /** What the code is for. */
  children: ReactNode;
  /** Further ways to keep it. */
  more?: ReactNode;
};

/** A code that is shown only now, to be saved as text or printed. */
export function ShownOnce({ title, code, file, children, more }: ShownOnceProps) {
  return (
    <section className="shown-once" aria-labelledby="code">
      <h2 id="code">{title}</h2>
      <p>{children}</p>
      <code className="code-groups">
        {code.split('-').map((group, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two groups may be the same
          <span key={index}>{group} </span>
        ))}
      </code>
      <p className="row">
        <ButtonLink
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(file.lines.join('\r\n'))}`}
          download={file.name}
        >
          Save as text
        </ButtonLink>{' '}
        <button type="button" className="button" data-print="">
          Print
        </button>
      </p>
      {more}
    </section>
  );
}

type SendToMyselfProps = {
  /** Subject of the mail. */
  subject: string;
  /** What to keep: a private link or a code, with what it opens. */
  text: string;
  /** What the *Copy* button copies, and its label; it needs a script and is hidden without one. */
  copy: { text: string; label: string };
};

/** Links by which a private link or a code reaches another device of its owner; no server takes part. */
export function SendToMyself({ subject, text, copy }: SendToMyselfProps) {
  const body = encodeURIComponent(text);
  return (
    <p className="row">
      <ButtonLink icon="whatsapp" href={`https://wa.me/?text=${body}`} rel="noreferrer">
        WhatsApp
      </ButtonLink>{' '}
      <ButtonLink icon="chat" href={`sms:?&body=${body}`}>
        SMS
      </ButtonLink>{' '}
      <ButtonLink icon="mail" href={`mailto:?subject=${encodeURIComponent(subject)}&body=${body}`}>
        Mail
      </ButtonLink>{' '}
      <button type="button" className="button" data-copy={copy.text} hidden>
        {copy.label}
      </button>
    </p>
  );
}
