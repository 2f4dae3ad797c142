import { messageSent } from '~/domain/messages/message';
import { paths } from '~/paths';
import { Icon } from '../primitives/icon';

export type FlashMessageProps = {
  kind: 'ok' | 'error';
  text: string;
  /** A visitor's booking, which needs a name and an address before it can be answered. */
  booking?: { about: string; subject: string };
};

/** A message: green for success, red for an error. It needs a live region around it. */
export function FlashMessage({ kind, text, booking }: FlashMessageProps) {
  return (
    <div className={kind === 'ok' ? 'message message-success' : 'message'}>
      <Icon name={kind === 'ok' ? 'check' : 'alert'} />
      <div>
        <p>{text}</p>
        {booking && (
          <p>
            <a href={paths.contact({ ...booking, category: 'sales' })}>Leave your name</a> and a way to answer you, and
            we will get back to you.
          </p>
        )}
      </div>
    </div>
  );
}

/** The live region of flash messages: present from the start, so that later messages are read out too. */
export function FlashRegion({ flash }: { flash: FlashMessageProps | null }) {
  return (
    <div className="flash" role="status" id="told">
      {flash && <FlashMessage {...flash} />}
    </div>
  );
}

/** In the page head after a message was sent, also after a reload. */
export function SentMessage({ reference }: { reference: string }) {
  return (
    <div className="message message-success" role="status">
      <Icon name="check" />
      <div>
        <p>
          <b>{messageSent}</b>
        </p>
        <p>
          Your reference number is <b>{reference}</b>.
        </p>
      </div>
    </div>
  );
}
