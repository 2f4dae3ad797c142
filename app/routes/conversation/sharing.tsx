import type { ContactKind } from '~/domain/conversations/conversation';
import { phoneHref } from '~/domain/shared/text';
import { paths } from '~/paths';
import { FactList } from '~/ui/page/text-blocks';
import { Button } from '~/ui/primitives/button';
import type { ConversationScreen } from './conversation.loader.server';

const labels: Readonly<Record<ContactKind, string>> = { phone: 'Phone', email: 'Email' };

const statuses: Readonly<Record<ConversationScreen['listing']['availability'], string>> = {
  available: 'For sale',
  sold: 'Sold',
  hidden: 'Out of sight',
  deleted: 'Deleted',
};

/** The subject of the conversation, the other side's shared details, and the actor's own. */
export function Sharing({ screen }: { screen: ConversationScreen }) {
  const { side, reference, listing, shared, own, otherName, action, hasAccount, closed } = screen;
  const { phone, email } = shared;
  return (
    <>
      <FactList
        facts={[
          { name: 'Reference number', value: reference },
          { name: 'Listing', value: listing.href ? <a href={listing.href}>{listing.name}</a> : listing.name },
          { name: 'Status', value: statuses[listing.availability] },
          { name: side === 'buyer' ? 'Seller' : 'Buyer', value: otherName },
          { name: labels.phone, value: phone && <a href={phoneHref(phone)}>{phone}</a> },
          { name: labels.email, value: email && <a href={`mailto:${email}`}>{email}</a> },
        ]}
      />
      {own.length > 0 && (
        <form method="post" action={action} className="stack">
          <h2>What the {side === 'buyer' ? 'seller' : 'buyer'} sees of you</h2>
          {own.map(({ contact, value, isShared }) => (
            <div key={contact} className="row">
              <span>{`Your ${contact}, ${value}, is ${isShared ? 'shared' : 'not shared'}.`}</span>{' '}
              {(isShared || !closed) && (
                <Button name="intent" value={`${isShared ? 'hide' : 'share'}-${contact}`}>
                  {isShared ? `Stop sharing my ${contact}` : `Share my ${contact}`}
                </Button>
              )}
            </div>
          ))}
          {own.some(({ isShared }) => isShared) && (
            <p className="note">Once shared, it may have been noted: stopping only takes it off this page.</p>
          )}
        </form>
      )}
      {hasAccount && side === 'seller' && !own.some(({ contact }) => contact === 'phone') && (
        <p className="note">
          To share a phone, <a href={paths.profile({ edit: 1 })}>add it to your profile</a> first.
        </p>
      )}
    </>
  );
}
