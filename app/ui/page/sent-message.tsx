import { messageSent } from '~/domain/messages/message-rules';
import { Icon } from '~/ui/icons/icon';

/** Told in the page head after a message was sent, also when the page is loaded again. */
export function SentMessage({ reference }: { reference: string }) {
  return (
    <div className="msg ok" role="status">
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
