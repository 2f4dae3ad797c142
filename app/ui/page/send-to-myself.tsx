import { ButtonLink } from '../primitives/button';

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
