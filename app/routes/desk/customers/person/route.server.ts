import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { hasFreshPassword } from '~/domain/accounts/fresh-password';
import { findRequestsAmong } from '~/domain/desk/request.queries.server';
import { forgetPerson } from '~/domain/people/forget-person.server';
import { countItems, findOwnOffers, findPeople, findPerson, selectOwnRequests } from '~/domain/people/person.server';
import { formatDate, formatDay, toDay } from '~/domain/shared/dates';
import { formatPrice } from '~/domain/shared/money';
import { isTeamRole, mayUse } from '~/domain/shared/permissions';
import { createPhoneHref, createWhatsappHref } from '~/domain/shared/phone';
import { ok } from '~/domain/shared/result';
import type { Settings } from '~/http/settings.server';
import { readPageNumber } from '~/http/url-params';
import { deskPaths, paths } from '~/paths';
import { createFormAction, createFormActions, findIntent, type FormPost } from '~/submit/form.server';
import { selectFields } from '~/submit/form-body.server';
import { showUnfinishedForm } from '~/submit/form-response.server';
import { allowTeam, confirmPassword, requireDesk } from '../../access.server';
import { createQueueRows } from '../../queue.server';

/** How long copies have what was deleted, as a sentence. */
function describeCopies({ backups: { every, keep } }: Settings, now: Date): string {
  return every === null
    ? 'Backups have it until they are deleted: this site makes none itself.'
    : `Backups have it until ${formatDay(toDay(new Date(now.getTime() + every * keep)))}.`;
}

export function loader(route: LoaderFunctionArgs) {
  const { runtime, operator } = requireDesk(route);
  const { db, clock, settings } = runtime;
  const now = clock();
  const person = findPerson(db, route.params.person ?? '');
  if (!person) throw new Response(null, { status: 404 });
  const { id, name, emails, phones, accounts, sharedPhones } = person;
  const counts = countItems(db, person);
  const requests = counts.message + counts.service + counts.appointment + counts.feedback;
  const { items, pagination } = findRequestsAmong(
    db,
    selectOwnRequests(person),
    requests,
    readPageNumber(new URL(route.request.url).searchParams),
  );
  const mayErase = mayUse(operator, 'erase');
  const namesakes = [...emails, ...phones]
    .flatMap((contact) => findPeople(db, contact))
    .filter(
      (found) =>
        ![name, ...accounts.map((own) => own.name)].some((own) => own.toLowerCase() === found.name.toLowerCase()),
    );
  return json({
    id,
    name,
    phones: phones.map((phone) => ({
      phone,
      href: createPhoneHref(phone) ?? null,
      chatHref: createWhatsappHref(phone) ?? null,
    })),
    emails,
    accounts: accounts.map((account) => ({
      id: account.id,
      text: `${account.name}, since ${formatDate(account.createdAt)}`,
      href: mayUse(operator, 'accounts') ? deskPaths.teamMember(account.id) : null,
    })),
    isOfTeam: accounts.some(({ role }) => isTeamRole(role)),
    sharedPhones: sharedPhones.length,
    namesakes: [...new Map(namesakes.map((row) => [row.name.toLowerCase(), row])).values()].map(({ id, name }) => ({
      name,
      href: deskPaths.person(id),
    })),
    counts,
    page: pagination.page,
    pages: pagination.pages,
    requests,
    rows: createQueueRows(runtime, items).map((row) => ({ ...row, name: row.topic })),
    offers: findOwnOffers(db, person).map(({ id: offer, name: offered, price, createdAt, soldAt }) => ({
      id: offer,
      href: paths.vehicle(offer),
      text: `${offered}, ${formatPrice(price)}`,
      note: `listed ${formatDate(createdAt)}${soldAt === null ? '' : ' · sold'}`,
    })),
    mayErase,
    needsPassword: mayErase && !hasFreshPassword(operator, now),
    copies: describeCopies(settings, now),
    unfinished: showUnfinishedForm(route.request, runtime),
  });
}

const getPerson = ({ url }: Pick<FormPost, 'url'>): string => decodeURIComponent(url.pathname.split('/').at(-1) ?? '');

const form = {
  access: { ...allowTeam('erase'), confirm: confirmPassword },
  values: selectFields(['intent', 'contact']),
  redisplay: () => ({}),
};

const forms = {
  copy: createFormAction({
    ...form,
    run: () => ok(null),
    onSuccess: (_value, post) => ({ to: deskPaths.personCopy(getPerson(post)) }),
  }),
  forget: createFormAction({
    ...form,
    run: (post) =>
      forgetPerson(getPerson(post), post.values.contact ?? '', {
        db: post.runtime.db,
        actor: post.actor,
        now: post.now,
      }),
    onSuccess: ({ summary }, { runtime, now }) => ({
      to: deskPaths.people(),
      done: {
        code: 'person_forgotten',
        values: { what: summary, backups: describeCopies(runtime.settings, now) },
      },
    }),
  }),
};

export const action = createFormActions(({ fields }) => findIntent(forms, fields.get('intent')), forms);
