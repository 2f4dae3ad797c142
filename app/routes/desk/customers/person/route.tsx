import type { MetaFunction, SerializeFrom } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { formatCount } from '~/domain/shared/money';
import type { RejectedForm } from '~/submit/form-response.server';
import { deskPaths } from '~/paths';
import { DeskPage } from '~/ui/desk/desk-frame';
import { Fold } from '~/ui/desk/folds';
import { DeskEmpty } from '~/ui/desk/rows';
import { PasswordAgain } from '~/ui/desk/password-again';
import { HiddenFields, KeyField, TextField } from '~/ui/forms/field';
import { ErrorSummary } from '~/ui/forms/form-messages';
import { pageMeta } from '~/ui/page/page-meta';
import { Pager } from '~/ui/page/pager';
import { FactList } from '~/ui/page/text-blocks';
import { Button } from '~/ui/primitives/button';
import type { ScreenHandle } from '~/ui/screen-kind';
import { Queue } from '../../queue';
import type { loader } from './route.server';

export { rejectionHeaders as headers } from '~/http/responses.server';
export { action, loader } from './route.server';

export const handle: ScreenHandle = { kind: 'enhanced', unlisted: true };
export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, data?.name ?? 'A person', 'Everything of a person, with a copy for that person.');

type Screen = SerializeFrom<typeof loader>;

/** Everything of a person (docs/product.md, "People"). */
export default function Person() {
  const screen = useLoaderData<typeof loader>();
  const rejected = useActionData<RejectedForm>() ?? screen.unfinished ?? undefined;
  const { id, name, phones, emails, accounts, namesakes, requests, rows, offers, counts, page, pages } = screen;
  return (
    <DeskPage title={name} back={{ text: 'people', href: deskPaths.people() }}>
      <div className="stack">
        {rejected && <ErrorSummary message={rejected.message} errors={rejected.errors} />}
        <FactList
          facts={[
            ...phones.map(({ phone, href, chatHref }) => ({
              name: 'Phone',
              value: (
                <>
                  {href ? <a href={href}>{phone}</a> : phone}
                  {chatHref && (
                    <>
                      {' '}
                      <a href={chatHref} rel="noreferrer">
                        WhatsApp
                      </a>
                    </>
                  )}
                </>
              ),
            })),
            ...emails.map((email) => ({ name: 'E-mail', value: <a href={`mailto:${email}`}>{email}</a> })),
            ...accounts.map(({ text, href }) => ({ name: 'Account', value: href ? <a href={href}>{text}</a> : text })),
            ...namesakes.map((other) => ({ name: 'Also used by', value: <a href={other.href}>{other.name}</a> })),
            {
              name: 'Private conversations',
              value:
                counts.conversation > 0 ? `${formatCount(counts.conversation)}, which operators do not read` : null,
            },
            { name: 'Next steps', value: counts.lead > 0 ? formatCount(counts.lead) : null },
          ]}
        />
        {requests > 0 && (
          <section aria-labelledby="requests">
            <div className="section-head">
              <h2 id="requests">Messages, services, visits and feedback</h2>
              <small>{formatCount(requests)}</small>
            </div>
            <Queue rows={rows} />
            <Pager page={page} pages={pages} getHref={(other) => deskPaths.person(id, { page: other })} />
          </section>
        )}
        {offers.length > 0 && (
          <section aria-labelledby="offers">
            <div className="section-head">
              <h2 id="offers">Listings</h2>
              <small>{formatCount(counts.listing)}</small>
            </div>
            <ul className="rows queue">
              {offers.map((offer) => (
                <li key={offer.id}>
                  <a className="row-link one-line" href={offer.href}>
                    {offer.text}
                  </a>{' '}
                  <p className="line one-line">{offer.note}</p>
                </li>
              ))}
            </ul>
          </section>
        )}
        {requests === 0 && offers.length === 0 && <DeskEmpty title="Nothing written, booked or listed" />}
        {screen.mayErase && <Rights screen={screen} rejected={rejected} />}
      </div>
    </DeskPage>
  );
}

const formatAmounts = ({
  counts: { account, message, service, appointment, feedback, listing, conversation },
}: Screen) =>
  [
    [account, 'account', 'accounts'],
    [message, 'message', 'messages'],
    [service, 'service request', 'service requests'],
    [appointment, 'visit', 'visits'],
    [feedback, 'feedback', 'feedbacks'],
    [listing, 'listing', 'listings'],
    [conversation, 'conversation', 'conversations'],
  ]
    .flatMap(([amount, singular, plural]) => (amount === 0 ? [] : [`${amount} ${amount === 1 ? singular : plural}`]))
    .join(', ');

/** What a person may ask for: a copy, and to be forgotten. */
function Rights({ screen, rejected }: { screen: Screen; rejected: RejectedForm | undefined }) {
  const { id, name, needsPassword, copies, isOfTeam, sharedPhones } = screen;
  const intent = rejected?.values.intent;
  return (
    <>
      <Fold title={`Copy for ${name}`} icon="download" isOpen={intent === 'copy'}>
        <form method="post" action={deskPaths.person(id)} className="stack" noValidate>
          <HiddenFields fields={{ intent: 'copy' }} />
          <p>All of the above as one file, with what we answered.</p>
          {needsPassword && <PasswordAgain error={intent === 'copy' ? rejected?.errors.password : undefined} />}
          <p>
            <Button>Save the copy</Button>
          </p>
        </form>
      </Fold>
      <Fold title={`Forget ${name}`} icon="close" isOpen={intent === 'forget'}>
        {isOfTeam ? (
          <p>This person is of the team. An owner has to take the role away first.</p>
        ) : (
          <form method="post" action={deskPaths.person(id)} className="stack" noValidate>
            <HiddenFields fields={{ intent: 'forget' }} />
            <KeyField values={intent === 'forget' ? rejected?.values : undefined} />
            <p>
              <b>{`Forget ${name}`}</b>
              {`: ${formatAmounts(screen)}, with photos, notes, next steps and mails. It cannot be undone. ${copies}`}
            </p>
            {sharedPhones > 0 && (
              <p>
                {`${sharedPhones === 1 ? 'One account' : `${sharedPhones} accounts`} of another name with the same phone number: only the number is removed.`}
              </p>
            )}
            <TextField
              name="contact"
              label="Email or phone number of the person, to go on"
              value={intent === 'forget' ? rejected?.values.contact : undefined}
              error={intent === 'forget' ? rejected?.errors.contact : undefined}
              autoComplete="off"
              required
            />
            {needsPassword && <PasswordAgain error={intent === 'forget' ? rejected?.errors.password : undefined} />}
            <p>
              <Button kind="danger" busyText="Forgetting...">
                {`Forget ${name}`}
              </Button>
            </p>
          </form>
        )}
      </Fold>
    </>
  );
}
