import { honeypotName } from '~/domain/messages/message';

/**
 * Honeypot: hidden from people and filled in by bots. Input by autofill or in a text browser loses nothing: the message
 * is only set apart for review.
 */
export function HoneypotField() {
  return (
    <p className="unseen" aria-hidden="true">
      <label>
        Please leave this field empty <input name={honeypotName} tabIndex={-1} autoComplete="off" />
      </label>
    </p>
  );
}
