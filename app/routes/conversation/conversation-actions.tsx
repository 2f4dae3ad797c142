import type { ReactNode } from 'react';
import type { ContactKind } from '~/domain/conversations/conversation';
import { createPhoneHref } from '~/domain/shared/phone';
import { paths } from '~/paths';
import { AdviceList } from '~/ui/page/text-blocks';
import { SendToOwnDevice } from '~/ui/page/one-time-code';
import { Button } from '~/ui/primitives/button';
import { Icon } from '~/ui/primitives/icon';
import type { IconName } from '~/ui/primitives/icon-shapes';
import type { ConversationScreen } from './route.server';

const labels: Readonly<Record<ContactKind, string>> = { phone: 'Phone', email: 'Email' };

export type ConversationPartProps = { screen: ConversationScreen };

type CollapsibleProps = { id?: string; icon: IconName; title: string; isOpen?: boolean; children: ReactNode };

function Collapsible({ id, icon, title, isOpen = false, children }: CollapsibleProps) {
  return (
    <details className="conversation-action" open={isOpen}>
      <summary>
        <Icon name={icon} />
        <h2>{title}</h2>
        <Icon name="down" />
      </summary>
      <div className="stack" id={id}>
        {children}
      </div>
    </details>
  );
}

export function ConversationActions({ screen }: ConversationPartProps) {
  const { advice, privateLink, isReadableInBrowser, reference, requestStatus, closed, own, otherName, hasAccount } =
    screen;
  const isBetweenTwo = requestStatus === null;
  const canBlock = hasAccount && isBetweenTwo;
  return (
    <div className="chat-context">
      {!closed && (isPhoneMissing(screen) || own.some(({ isShared }) => !isShared)) && (
        <Collapsible icon="phone" title="Share my phone or email">
          <UnsharedContacts screen={screen} />
        </Collapsible>
      )}
      {privateLink !== null && (
        <Collapsible id="link" icon="go" title="Your private link" isOpen={!isReadableInBrowser}>
          <p>
            {isReadableInBrowser
              ? 'This browser finds the reply under Messages. This link opens it on any device: do not share it. '
              : 'The address of this page is the only way to the reply: bookmark it, and do not share it. '}
            Anyone who has it can read and write here as you. To answer from another device, send it to yourself:
          </p>
          <SendToOwnDevice
            subject={`Messages: ${screen.listing.name}`}
            text={`My messages about ${screen.listing.name}: ${privateLink}`}
            copy={{ text: privateLink, label: 'Copy the link' }}
          />
        </Collapsible>
      )}
      {isBetweenTwo && (
        <Collapsible icon="shield" title="Stay safe">
          <AdviceList advice={advice} />
        </Collapsible>
      )}
      {(canBlock || screen.reportHref !== null) && (
        <Collapsible icon="alert" title={canBlock ? `Block or report ${otherName}` : `Report ${otherName}`}>
          {canBlock && <BlockForm screen={screen} />}
          {screen.reportHref !== null && (
            <p className="note">
              Does something seem wrong? <a href={screen.reportHref}>Report this conversation</a> to us.
            </p>
          )}
        </Collapsible>
      )}
      <p className="note">{`Reference number ${reference}`}</p>
    </div>
  );
}

function BlockForm({ screen: { action, isBlocked, otherName } }: ConversationPartProps) {
  return (
    <form method="post" action={action} className="stack">
      <p className="note">
        {isBlocked
          ? `You no longer accept messages from ${otherName}, in any conversation.`
          : `Block ${otherName}, and nothing more can be written to you, in any conversation. `}
        {!isBlocked && <a href={paths.profileView('blocked')}>Your blocked senders</a>}
      </p>
      <p>
        <Button name="intent" value={isBlocked ? 'unblock' : 'block'}>
          {isBlocked ? `Take messages from ${otherName} again` : `Block ${otherName}`}
        </Button>
      </p>
    </form>
  );
}

export function SharedContacts({ screen: { side, shared, own, otherName, action } }: ConversationPartProps) {
  const { phone, email } = shared;
  const callHref = phone === null ? undefined : createPhoneHref(phone);
  const otherSide = side === 'buyer' ? 'seller' : 'buyer';
  const seen = own.filter(({ isShared }) => isShared);
  return (
    <>
      <ul className="shared-contacts">
        {phone && (
          <li>
            <Icon name="phone" />
            <p>
              {`${otherName}’s phone: `}
              <b>{phone}</b>
            </p>
            {callHref && <a href={callHref}>Call</a>}
          </li>
        )}
        {email && (
          <li>
            <Icon name="mail" />
            <p>
              {`${otherName}’s email: `}
              <b>{email}</b>
            </p>
            <a href={`mailto:${email}`}>Write</a>
          </li>
        )}
      </ul>
      {seen.length > 0 && (
        <form method="post" action={action}>
          <ul className="shared-contacts" aria-label={`What the ${otherSide} sees of you`}>
            {seen.map(({ contact, value }) => (
              <li key={contact}>
                <Icon name={contact === 'phone' ? 'phone' : 'mail'} />
                <p>
                  {`The ${otherSide} sees your ${contact}: `}
                  <b>{value}</b>
                </p>
                <button type="submit" name="intent" value={`hide-${contact}`}>
                  Stop<span className="unseen">{` sharing my ${contact}`}</span>
                </button>
              </li>
            ))}
          </ul>
          <p className="note">Once shared, it may have been noted: stopping only takes it off this page.</p>
        </form>
      )}
    </>
  );
}

const isPhoneMissing = ({ hasAccount, side, own }: ConversationScreen): boolean =>
  hasAccount && side === 'seller' && own.every(({ contact }) => contact !== 'phone');

function UnsharedContacts({ screen }: ConversationPartProps) {
  const { side, own, action } = screen;
  const otherSide = side === 'buyer' ? 'seller' : 'buyer';
  return (
    <>
      <form method="post" action={action} className="stack">
        <p className="note">{`The ${otherSide} sees neither before you share it.`}</p>
        {own
          .filter(({ isShared }) => !isShared)
          .map(({ contact, value }) => (
            <p key={contact} className="row">
              <span>
                {`${labels[contact]}, not shared: `}
                <b>{value}</b>
              </span>
              <Button name="intent" value={`share-${contact}`}>{`Share my ${contact}`}</Button>
            </p>
          ))}
      </form>
      {isPhoneMissing(screen) && (
        <p className="note">
          To share a phone, <a href={paths.profileView('edit')}>add it to your profile</a> first.
        </p>
      )}
    </>
  );
}
