import { json, type LoaderFunctionArgs } from '@remix-run/node';
import {
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunctionArgs,
  useActionData,
  useLoaderData,
} from '@remix-run/react';
import { messageFailed } from '~/domain/messages/message';
import { getActor } from '~/http/actor.server';
import { type RejectedForm, rejectionHeaders } from '~/http/form-response.server';
import { formSenderHeaders } from '~/http/form-sender.server';
import { messageFormAction } from '~/http/message-form.server';
import { runtimeOf } from '~/http/runtime.server';
import { paths } from '~/paths';
import { responseUnlessBroken, unlessPosted } from '~/ui/forms/use-live-form';
import { SentMessage } from '~/ui/page/flash-message';
import { HeadCards, PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { Question } from '~/ui/page/text-blocks';
import { ButtonLink } from '~/ui/primitives/button';
import type { IconName } from '~/ui/primitives/icon-shapes';
import type { ScreenHandle } from '~/ui/screen-kind';
import { type Contact, loadContact } from './contact.loader.server';
import { ContactSeller } from './contact-seller';
import { MessageForm } from './message-form';

export const handle: ScreenHandle = {
  kind: 'interactive',
  stylesheets: ['field', 'link-cards', 'disclosure', 'message-form', 'conversation', 'safety-tips'],
};
export const headers = rejectionHeaders;
export const meta = () =>
  pageMeta(
    'Contact',
    'Write, call or visit us: messages are answered within 24 hours. Five common questions, answered.',
  );

export function loader({ request, context }: LoaderFunctionArgs) {
  const runtime = runtimeOf(context);
  const contact = loadContact(request, runtime);
  // The response to a message to a seller contains a private link.
  return json(contact, { headers: contact.seller ? formSenderHeaders(request, getActor(request, runtime)) : {} });
}

export const action = messageFormAction({ sentPath: (sent) => paths.contact({ sent }) });

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  responseUnlessBroken(() => serverAction<RejectedForm>(), messageFailed);

/** A message whose subject no longer exists may have another recipient, and needs the screen again. */
export function shouldRevalidate(revalidation: ShouldRevalidateFunctionArgs): boolean {
  const { errors }: Partial<RejectedForm> = revalidation.actionResult ?? {};
  return errors?.about !== undefined || unlessPosted(revalidation);
}

const cardIcons: Readonly<Record<Contact['cards'][number]['id'], IconName>> = {
  phone: 'phone',
  email: 'mail',
  visit: 'pin',
  chat: 'chat',
};

/** Ways to reach the business, the contact form and five questions (docs/product.md, "Contact"). */
export default function ContactScreen() {
  const { subtitle, cards, faq, reference, seller, ...form } = useLoaderData<typeof loader>();
  const actionData = useActionData<RejectedForm>();
  if (seller)
    return <ContactSeller seller={seller} form={<MessageForm {...form} isToSeller actionData={actionData} />} />;
  return (
    <>
      <PageHead title="Contact" subtitle={subtitle}>
        {reference && !actionData && <SentMessage reference={reference} />}
        <HeadCards cards={cards.map(({ id, ...card }) => ({ ...card, icon: cardIcons[id] }))} />
      </PageHead>
      <section className="columns columns-wide">
        <MessageForm {...form} actionData={actionData} />
        <div className="stack">
          <div id="faq">
            <h2>FAQ</h2>
            {faq.map(({ id, question, answer: text }, position) => (
              <Question key={id} title={question} isOpen={position === 0}>
                <p>{text}</p>
              </Question>
            ))}
          </div>
          <p className="row">
            <ButtonLink href={paths.sell()}>Sell yours</ButtonLink>{' '}
            <ButtonLink href={paths.browse()}>Browse</ButtonLink>
          </p>
        </div>
      </section>
    </>
  );
}
