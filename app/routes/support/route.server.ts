import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { findAccount } from '~/domain/accounts/account.queries.server';
import { isOpen } from '~/domain/content/sections.server';
import { supportContent } from '~/domain/content/support-content.server';
import { getActor } from '~/http/actor.server';
import { generateIdempotencyKey } from '~/submit/form-response.server';
import { createMessageConstraints, createMessageFormAction, findSentToBusiness } from '~/submit/message-form.server';
import { paths } from '~/paths';
import { createDonationTiers, readUpiAddress } from './donations.server';

const codes = { subject: 'issue_type_required' } as const;
const getConstraints = createMessageConstraints(codes);

/**
 * The four cards, the help form with its issues, filled in from the user and from `subject` of the query, and the
 * donation tiers with their links (docs/product.md, "Support").
 */
export function loader({ request, context }: LoaderFunctionArgs) {
  const { runtime } = context;
  const actor = getActor(request, runtime);
  const account = actor.user && findAccount(runtime.db, actor.user.id);
  const { cards, issueTypes } = supportContent;
  const subject = new URL(request.url).searchParams.get('subject');
  const support = {
    cards,
    issueTypes,
    /** Null if donations are off. */
    tiers: isOpen(runtime.db, 'donations') ? createDonationTiers(runtime) : null,
    upiAddress: readUpiAddress(runtime),
    idempotencyKey: generateIdempotencyKey(),
    constraints: getConstraints(runtime.clock()),
    values: {
      subject: issueTypes.find((issue) => issue === subject) ?? '',
      name: account?.name ?? '',
      email: account?.email ?? '',
    },
    sent: findSentToBusiness(request, runtime),
  };
  // The response to a visitor's message contains a private link.
  return json(support);
}

/** The help form sends a message of category support, with the issue type as its subject. */
export const action = createMessageFormAction({
  fixedFields: { category: 'support' },
  codes,
  path: paths.support,
});
