import entriesScript from 'virtual:entries-script';
import { compareFull } from '~/domain/compare/compare-list';
import { messageSent, type SentToBusiness } from '~/domain/messages/message';
import { paths } from '~/paths';
import { useSite } from '../document';
import { useDocument } from '../document';
import { Icon } from '../primitives/icon';
import { SendToOwnDevice } from './one-time-code';

export type FlashMessageProps = {
  kind: 'ok' | 'error';
  text: string;
  /** A next step: a link, and the rest of its sentence. */
  next?: { href: string; link: string; text: string };
};

/** A message: green for success, red for an error. It needs a live region around it. */
export function FlashMessage({ kind, text, next }: FlashMessageProps) {
  return (
    <div className={kind === 'ok' ? 'message message-success' : 'message'}>
      <Icon name={kind === 'ok' ? 'check' : 'alert'} />
      <div>
        <p>{text}</p>
        {next && (
          <p>
            <a href={next.href}>{next.link}</a>
            {next.text}
          </p>
        )}
      </div>
    </div>
  );
}

/**
 * The live region of flash messages: present from the start, so that later messages are read out too. After a success,
 * the script that keeps what is entered removes what was sent.
 */
export function FlashRegion({ flash }: { flash: FlashMessageProps | null }) {
  const { savesData } = useDocument();
  return (
    <>
      <div className="flash" role="status" id="told">
        {flash && <FlashMessage {...flash} />}
      </div>
      {flash?.kind === 'ok' && !savesData && <script type="module" async src={entriesScript} data-stored="" />}
    </>
  );
}

/**
 * Shown below the page head after a message to the business was sent, also after a reload: its reference number, and where
 * the reply will appear.
 */
export function SentMessage({ sent: { reference, subject, conversationHref, privateLink } }: { sent: SentToBusiness }) {
  const site = useSite();
  return (
    <div className="message message-success" role="status">
      <Icon name="check" />
      <div>
        <p>
          <b>{messageSent}</b>
        </p>
        <p>
          Your reference number is <b className="reference">{reference}</b>.{' '}
          <a href={paths.status({ reference })}>See its status</a>
        </p>
        {conversationHref && (
          <p>
            {privateLink
              ? 'You read the answer, and write again, at your '
              : 'You read the answer, and write again, in '}
            <a href={conversationHref}>{privateLink ? 'private link' : 'your messages'}</a>.
            {privateLink &&
              ' This browser finds it under Messages; elsewhere the link is the only way. Do not share it.'}
          </p>
        )}
        {privateLink && (
          <SendToOwnDevice
            subject={`My message: ${subject}`}
            text={`My message to ${site.name}, reference ${reference}: ${privateLink}`}
            copy={{ text: privateLink, label: 'Copy the link' }}
          />
        )}
      </div>
    </div>
  );
}

/** For a screen that shows several vehicles. @param gone number of those that are gone */
export function GoneVehiclesMessage({ isTooLong, gone }: { isTooLong: boolean; gone: number }) {
  if (!isTooLong && gone === 0) return null;
  const text =
    gone === 1 ? 'One of these vehicles is no longer listed.' : `${gone} of these vehicles are no longer listed.`;
  return (
    <div role="status">
      <FlashMessage kind="error" text={isTooLong ? compareFull : text} />
    </div>
  );
}
