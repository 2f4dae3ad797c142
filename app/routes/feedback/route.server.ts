import { json, type LoaderFunctionArgs } from '@remix-run/node';
import {
  changeFeedback,
  deleteFeedback,
  feedbackStatistics,
  feedbackTypes,
  findFeedbackPage,
  findOwnedFeedback,
  giveFeedback,
} from '~/domain/feedback/feedback.server';
import { type Feedback, feedbackPerPage, maxSubjectLength } from '~/domain/feedback/feedback';
import { findSubjects } from '~/domain/messages/message-subjects.server';
import type { Actor } from '~/domain/shared/actor';
import { toDay } from '~/domain/shared/dates';
import { formatCount } from '~/domain/shared/money';
import type { AppError } from '~/domain/shared/result';
import { toOneLine } from '~/domain/shared/text';
import { getActor } from '~/http/actor.server';
import { allowUser, createFormAction, createFormActions, describeException, type FormPost } from '~/submit/form.server';
import { createFormConstraints } from '~/submit/form-constraints.server';
import { selectFields } from '~/submit/form-body.server';
import { generateIdempotencyKey, readUnfinishedForm } from '~/submit/form-response.server';
import { redirectToSignIn } from '~/http/responses.server';
import { readOrFallback, type Runtime } from '~/http/runtime.server';
import { readPageNumber } from '~/http/url-params';
import { paths } from '~/paths';

const toFormValues = ({ type, subject, message, rating, isAnonymous }: Feedback): Record<string, string> => ({
  type,
  subject,
  message,
  rating: String(rating),
  ...(isAnonymous && { isAnonymous: 'on' }),
});

const toListedFeedback = ({
  id,
  type,
  subject,
  message,
  rating,
  isAnonymous,
  status,
  priority,
  response,
  createdAt,
}: Feedback) => ({
  id,
  type: feedbackTypes.find((one) => one.id === type)?.name ?? type,
  subject,
  message,
  rating,
  isAnonymous,
  status,
  priority,
  response: response && { message: response.message, day: toDay(new Date(response.respondedAt)) },
  sentOn: toDay(new Date(createdAt)),
});

/** Decodes form values to the types of the JSON API: a rating to a number, a checkbox to a boolean. */
const decodeValues = (values: Readonly<Record<string, string>>) => ({
  ...values,
  rating: /^\d+$/.test(values.rating ?? '') ? Number(values.rating) : undefined,
  isAnonymous: values.isAnonymous === 'on',
});
const decode = ({ values }: FormPost) => decodeValues(values);

function startingValues({ db }: Runtime, actor: Actor, search: URLSearchParams): Record<string, string> {
  const names = findSubjects(db, search.get('about') ?? '', actor).map(({ name }) => name);
  const subject = toOneLine(search.get('subject') ?? '') || names.join(', ');
  return { subject: [...subject].slice(0, maxSubjectLength).join('') };
}

const getConstraints = createFormConstraints({
  command: giveFeedback,
  decode: decodeValues,
  fields: ['type', 'rating', 'subject', 'message'],
});

/**
 * @throws a 404 response when the user has no such feedback, or it can no longer be changed; for a visitor, the
 *   redirect to sign in and back
 */
function loadFeedback(request: Request, runtime: Runtime) {
  const { db } = runtime;
  const actor = getActor(request, runtime);
  const { user } = actor;
  const { searchParams } = new URL(request.url);
  const id = searchParams.get('edit');
  if (id !== null && !user) throw redirectToSignIn(request, paths.feedback({ edit: id }));
  const owned = id === null ? null : findOwnedFeedback(id, { db, actor });
  const changing = owned?.ok && owned.value.isOwn && owned.value.item.status === 'open' ? owned.value.item : null;
  if (owned && !changing) throw new Response(null, { status: 404 });
  const unfinished = readUnfinishedForm(request, runtime);
  const page = readPageNumber(searchParams);
  const history =
    user &&
    readOrFallback(
      runtime,
      'Feedback could not be read',
      () => findFeedbackPage(db, { userId: user.id, page, limit: feedbackPerPage }),
      'failed' as const,
    );
  return {
    types: feedbackTypes,
    statistics: {
      satisfaction: String(feedbackStatistics.satisfaction),
      reviews: formatCount(feedbackStatistics.reviews),
    },
    idempotencyKey: generateIdempotencyKey(),
    constraints: getConstraints(runtime.clock()),
    changing: changing && { id: changing.id, version: unfinished?.version ?? String(changing.version) },
    values: unfinished ?? (changing ? toFormValues(changing) : startingValues(runtime, actor, searchParams)),
    /** Null for a visitor. */
    history: user && {
      hasFailed: history === 'failed',
      feedback: history && history !== 'failed' ? history.items.map(toListedFeedback) : [],
      page,
      pages: history && history !== 'failed' ? history.pagination.pages : 0,
    },
  };
}

export type FeedbackScreen = ReturnType<typeof loadFeedback>;

export function loader({ request, context: { runtime } }: LoaderFunctionArgs) {
  return json(loadFeedback(request, runtime));
}

const getEditedId = ({ url }: Pick<FormPost, 'url'>): string | null => url.searchParams.get('edit');

const getValues = selectFields(['type', 'subject', 'message', 'rating', 'isAnonymous']);

const access = allowUser((post) => paths.feedback({ edit: getEditedId(post) ?? undefined }), { isFormPublic: true });

/** After a conflict, the current values are shown beside those of the form. */
function getVersion(post: FormPost, error: AppError | null) {
  const owned =
    error?.kind === 'conflict'
      ? findOwnedFeedback(getEditedId(post) ?? '', { db: post.runtime.db, actor: post.actor })
      : null;
  if (!owned?.ok) return { version: post.fields.get('version') ?? '', currentValues: {} };
  const { item: feedback } = owned.value;
  return { version: String(feedback.version), currentValues: toFormValues(feedback) };
}

export const action = createFormActions(
  (post) => (post.fields.get('intent') === 'delete' ? 'delete' : getEditedId(post) === null ? 'give' : 'change'),
  {
    give: createFormAction({
      access,
      values: getValues,
      command: giveFeedback,
      decode,
      onSuccess: () => ({ to: paths.feedback(), flash: 'feedback-sent' }),
      redisplay: (post, error) => ({
        ...getVersion(post, error),
        error: describeException(error, 'feedback_failed'),
      }),
    }),
    change: createFormAction({
      access,
      values: getValues,
      command: changeFeedback,
      decode: (post) => ({ ...decode(post), id: getEditedId(post), version: Number(post.fields.get('version')) }),
      onSuccess: () => ({ to: paths.feedback(), flash: 'feedback-changed' }),
      redisplay: getVersion,
    }),
    delete: createFormAction({
      access,
      command: deleteFeedback,
      decode: ({ fields }) => ({ id: fields.get('id') ?? '' }),
      onSuccess: () => ({ to: paths.feedback(), flash: 'feedback-deleted' }),
      redisplay: null,
    }),
  },
);
