import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { hasFreshPassword } from '~/domain/accounts/fresh-password';
import { getModerationPermission, moderate } from '~/domain/desk/moderate.server';
import { findReportSummaries } from '~/domain/desk/reports.server';
import { findPhotosOfPublicItem, findPublicItem } from '~/domain/moderation/public-item.server';
import { getPhotoPath } from '~/domain/photos/photo';
import { formatTimestamp } from '~/domain/shared/dates';
import type { SignedInUser } from '~/domain/shared/actor';
import { mayUse, requirePermission } from '~/domain/shared/permissions';
import { ok } from '~/domain/shared/result';
import type { Runtime } from '~/http/runtime.server';
import { deskPaths, paths } from '~/paths';
import { createFormAction, type FormPost } from '~/submit/form.server';
import { selectFields } from '~/submit/form-body.server';
import { showUnfinishedForm } from '~/submit/form-response.server';
import { type PublicSubject, publicSubjects } from '~db/enums';
import { confirmPassword, requireDesk } from '../../../access.server';
import { describeReported } from '../../../reported.server';

const findSubject = (text: string | undefined): PublicSubject | null =>
  publicSubjects.find((subject) => subject === text) ?? null;

/** @throws a 404 response if it does not exist */
function openPublication(runtime: Runtime, operator: SignedInUser, subject: PublicSubject, id: string) {
  const { db } = runtime;
  const item = findPublicItem(db, subject, id);
  if (!item) throw new Response(null, { status: 404 });
  const { title, text, rating, kind, offerId, hiddenAt, hiddenReason, checkedAt, updatedAt, version } = item;
  const reported = findReportSummaries(db, subject, [id]).get(id);
  const isHidden = hiddenAt !== null;
  const photos = findPhotosOfPublicItem(db, subject, id);
  const status = isHidden ? 'hidden' : checkedAt === null ? 'unchecked' : 'checked';
  return {
    title,
    text,
    ...describeReported(runtime, { subject, id, status, since: reported?.since ?? updatedAt }),
    facts: [
      { name: 'From', value: item.from ?? 'A visitor' },
      { name: 'Rating', value: rating === null ? null : `${rating} of 5` },
      { name: 'Hidden', value: hiddenAt && formatTimestamp(hiddenAt) },
      { name: 'Why it is hidden', value: hiddenReason },
      { name: 'Photos', value: isHidden && photos.length > 0 ? `${photos.length}, hidden with it` : null },
      {
        name: 'Code of the seller',
        value: subject === 'listing' && item.from === null && mayUse(operator, 'accounts') ? 'Issue a new one' : null,
        href: deskPaths.listingCode(id),
      },
      {
        name: 'On the site',
        value: isHidden && subject !== 'review' ? null : 'Look at it',
        href: kind ? paths.listing(kind, offerId) : paths.vehicle(offerId),
      },
    ],
    // Hidden photos are not served, not even to operators.
    photos: isHidden ? [] : photos.map((hash) => ({ small: getPhotoPath(hash, 320), whole: getPhotoPath(hash, 1280) })),
    version,
    isHidden,
    isChecked: checkedAt !== null,
    reported: reported?.count ?? 0,
  };
}

export function loader(route: LoaderFunctionArgs) {
  const { subject: subjectName, id = '' } = route.params;
  const subject = findSubject(subjectName);
  if (!subject) throw new Response(null, { status: 404 });
  const { runtime, operator } = requireDesk(route, getModerationPermission(subject));
  return json({
    unfinished: showUnfinishedForm(route.request, runtime),
    publication: openPublication(runtime, operator, subject, id),
    mayErase: mayUse(operator, 'erase'),
    needsPassword: !hasFreshPassword(operator, runtime.clock()),
  });
}

function getOpenItem({ url }: Pick<FormPost, 'url'>): { subject: PublicSubject | null; id: string } {
  const [, , , , subject, id = ''] = url.pathname.split('/').map(decodeURIComponent);
  return { subject: findSubject(subject), id };
}

const isDeletion = ({ values }: FormPost): boolean => values.intent === 'delete';

export const action = createFormAction({
  access: {
    check(post) {
      const { subject } = getOpenItem(post);
      return requirePermission(post.actor, isDeletion(post) || !subject ? 'erase' : getModerationPermission(subject));
    },
    signIn: ({ url }) => url.pathname,
    confirm: (post, operator) => (isDeletion(post) ? confirmPassword(post, operator) : Promise.resolve(ok(null))),
  },
  values: selectFields(['intent', 'version', 'reason', 'reports']),
  command: moderate,
  decode(post) {
    const { intent, version, reason = '', reports } = post.values;
    return {
      ...getOpenItem(post),
      action: intent,
      reason,
      ...(version && { version: Number(version) }),
      ...(reports && { reports: Number(reports) }),
    };
  },
  onSuccess(_decided, post) {
    const { subject, id } = getOpenItem(post);
    const list = deskPaths.riders({ of: subject === 'listing' ? null : subject });
    return {
      to: isDeletion(post) || !subject ? list : deskPaths.publication(subject, id),
      flash: 'desk-done',
    } as const;
  },
  redisplay: () => ({}),
});
