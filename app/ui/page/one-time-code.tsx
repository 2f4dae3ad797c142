import type { ReactNode } from 'react';
import { ButtonLink } from '../primitives/button';

type OneTimeCodeProps = {
  title: string;
  /** In groups separated by dashes. */
  code: string;
  /**
   * Text of the file that *Save as text* stores. It is part of the page, because a second request would not contain the
   * code.
   */
  file: { name: string; lines: readonly string[] };
  children: ReactNode;
  more?: ReactNode;
};

export function OneTimeCode({ title, code, file, children, more }: OneTimeCodeProps) {
  return (
    <section className="one-time-code" aria-labelledby="code">
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

type SendToOwnDeviceProps = {
  subject: string;
  text: string;
  copy: { text: string; label: string };
};

/** Links that send a private link or a code to another device of its owner, without a server. */
export function SendToOwnDevice({ subject, text, copy }: SendToOwnDeviceProps) {
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
