import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { countInbox } from '~/domain/conversations/inbox.queries.server';
import { findListingsOwnedBy } from '~/domain/listings/listing.queries.server';
import { findListingNews, findUnconfirmedListings } from '~/domain/listings/seller-notices.server';
import { findManageKey } from '~/domain/listings/manage-key.server';
import { failWith } from '~/domain/shared/fields.server';
import { checkInput } from '~/domain/shared/run-command.server';
import { err, invalid, ok } from '~/domain/shared/result';
import { countRecentViews, formatViews } from '~/domain/listings/views.server';
import { parseSecretCode } from '~/domain/shared/secrets.server';
import { clearManageKeysCookie, createManageKeyCookie } from '~/http/cookies/visitor.server';
import { getActor } from '~/http/actor.server';
import { allowAnyone, createFormAction, createFormActions } from '~/submit/form.server';
import { createFormConstraints } from '~/submit/form-constraints.server';
import { selectFields } from '~/submit/form-body.server';
import { checkLimit } from '~/submit/limits.server';
import { paths } from '~/paths';
import { toListingFacts } from '~/ui/vehicles/listing-card';

export function loader({ request, context }: LoaderFunctionArgs) {
  const { runtime } = context;
  const actor = getActor(request, runtime);
  const owned = findListingsOwnedBy(runtime.db, actor);
  const views = countRecentViews(
    runtime.db,
    owned.map(({ id }) => id),
    runtime.clock(),
  );
  return json({
    constraints: getConstraints(runtime.clock()),
    conversations: countInbox(runtime.db, actor).selling,
    unconfirmed: findUnconfirmedListings(runtime.db, actor, runtime.clock()),
    news: findListingNews(runtime.db, actor, runtime.clock()),
    hasManageKeys: actor.manageKeyIds.length > 0,
    listings: owned.map((listing) => ({ ...toListingFacts(listing), seen: formatViews(views.get(listing.id) ?? 0) })),
  });
}

const codeRequired = failWith({ code: 'required', values: { label: 'Code' } });
const rules = {
  schema: () => z.object({ code: z.string().trim().min(1, codeRequired) }),
};
const getConstraints = createFormConstraints({ command: rules, decode: (values) => values, fields: ['code'] });

const getValues = selectFields(['code']);

export const action = createFormActions(({ fields }) => (fields.get('intent') === 'forget' ? 'forget' : 'enter'), {
  enter: createFormAction({
    access: allowAnyone,
    values: getValues,
    async run(post) {
      const input = checkInput(rules, post.values, post.now);
      if (!input.ok) return input;
      // A code grants the same access as a password, so guesses are limited in the same way.
      const busy = await checkLimit(post, 'sign-in');
      if (busy) return err(busy);
      const code = parseSecretCode(input.value.code);
      return code && findManageKey(post.runtime.db, code) ? ok(code) : invalid({ code: { code: 'wrong_manage_code' } });
    },
    onSuccess: (code, { request }) => ({
      to: paths.manage(),
      flash: 'key-accepted',
      cookies: [createManageKeyCookie(request, code)],
    }),
    redisplay: () => ({}),
  }),
  forget: createFormAction({
    access: allowAnyone,
    values: getValues,
    run: () => ok(null),
    onSuccess: (_value, { request }) => ({
      to: paths.manage(),
      flash: 'keys-forgotten',
      cookies: [clearManageKeysCookie(request)],
    }),
    redisplay: () => ({}),
  }),
});
