import type { ActionFunctionArgs } from '@remix-run/node';
import { recordRoleRejection } from '~/domain/moderation/audit-log.server';
import { requireUser, type SignedInUser } from '~/domain/shared/actor';
import type { Command } from '~/domain/shared/command.server';
import { type AppError, err, ok, type PlainCode, type Result } from '~/domain/shared/result';
import { checkInput, createIdempotentForm, type IdempotentRequest } from '~/domain/shared/run-command.server';
import { deleteUnfinishedForm } from '~/domain/shared/unfinished-forms.server';
import { getActor } from '~/http/actor.server';
import type { FlashDetail, FlashName } from '~/http/flash.server';
import { createRejection, seeOther } from '~/http/responses.server';
import {
  type BodyReader,
  createFormBody,
  type FormBody,
  FormFields,
  type FormSender,
  readTextForm,
  storePhotosOfForm,
} from './form-body.server';
import { createUnsentRejection, redirectIfSignedOut, rejectForm, rejectScript, showForm } from './form-response.server';
import { checkLimit, countAsRead, takeBackCounts } from './limits.server';
import { findRepetition, submitCommand, type WriteRequest } from './submit-command.server';

type PostedForm = FormSender & Omit<FormBody, 'error'>;

export type FormPost = PostedForm &
  WriteRequest & {
    values: Record<string, string>;
    idempotentRequest: IdempotentRequest | null;
    /** Sent by a script of ours, which takes JSON: the sentence of an error, or a response of `onSuccess`. */
    isFromScript: boolean;
  };

export type FormRedirect = FlashDetail & {
  to: string;
  flash?: FlashName;
  cookies?: readonly string[];
  isSignOut?: true;
};

type Awaitable<Value> = Value | Promise<Value>;

export type FormAccess<Item> = {
  check: (post: FormPost) => Result<Item>;
  /** Where a sender who has to sign in continues; without it, such a sender gets an error page. */
  signIn?: (post: FormPost) => string;
  /** Whether the screen of the form is also shown to those who may not send it. */
  isFormPublic?: boolean;
  /** The actor is read again afterwards, because the session stores the confirmation. */
  confirm?: (post: FormPost, item: Item) => Promise<Result<unknown>>;
};

/** For the screen, beside the values (unless it replaces them) and the sentences of the error, or of `error` instead. */
export type ScreenData = { error?: AppError | null; [name: string]: unknown };

type CommandOfForm<Input, Value, Item> = {
  command: Command<Input, Value>;
  decode: (post: FormPost, item: Item) => unknown;
};

/** For work that is not one transaction, such as hashing a password, or that only changes cookies. */
type WorkOfForm<Value, Item> = {
  run: (post: FormPost, item: Item) => Awaitable<Result<Value>>;
};

type FormDefinition<Value, Item> = {
  access: FormAccess<Item>;
  /** Never secrets: form values are redisplayed and stored. */
  values?: (fields: FormFields) => Record<string, string>;
  onSuccess: (value: Value, post: FormPost, item: Item) => FormRedirect | Response;
  /** For an error that is none to the sender, such as deleting what is already gone. */
  forgive?: (error: AppError, post: FormPost) => FormRedirect | null;
  /** Null for a form that is only a button, whose errors are an error page. */
  redisplay: ((post: FormPost, error: AppError | null) => ScreenData) | null;
};

type RunnableForm<Input, Value, Item> = FormDefinition<Value, Item> &
  (CommandOfForm<Input, Value, Item> | WorkOfForm<Value, Item>);

type RouteAction = (route: Pick<ActionFunctionArgs, 'request' | 'context'>) => Promise<Response>;

type FormAction = RouteAction & {
  respond: (posted: PostedForm, error: AppError | null) => Promise<Response>;
};

export const allowAnyone: FormAccess<null> = { check: () => ok(null) };

export const allowUser = (
  signIn?: (post: FormPost) => string,
  { isFormPublic = false } = {},
): FormAccess<SignedInUser> => ({ check: ({ actor }) => requireUser(actor), isFormPublic, ...(signIn && { signIn }) });

/** For `redisplay`: the error with the names that its fields have in this form. */
export const renameFields = (error: AppError | null, names: Readonly<Record<string, string>>): AppError | null =>
  error?.kind !== 'invalid'
    ? error
    : {
        ...error,
        errors: Object.fromEntries(
          Object.entries(error.errors).map(([field, reason]) => [names[field] ?? field, reason]),
        ),
      };

/** For `redisplay`: with the sentence of this form if it failed by an exception. */
export const describeException = (error: AppError | null, code: PlainCode): AppError | null =>
  error?.kind === 'unexpected' ? { kind: 'unexpected', code } : error;

/**
 * Defines a form: the only place where rate limits, authorization, idempotency, conflicts and group commit are applied
 * to forms. `defineEndpoint` is its counterpart for the API, with the same limits in the same order: `write` for each
 * request, then the command's own limit for valid input.
 *
 * - invalid: 422, the same page with all values
 * - signed out: 303 to sign in and back, with the values stored until then
 * - over the limit: 429 with all values
 * - conflict: 409 with the current values next to those of the form
 * - exception: 500 with all values, and an entry in the log
 *
 * @param read null to skip rate limit and body: signing out must always be possible
 */
export function createFormAction<Item, Input, Value>(
  definition: RunnableForm<Input, Value, Item>,
  read: BodyReader | null = readTextForm,
): FormAction {
  const respond: FormAction['respond'] = (posted, error) => {
    const values = definition.values?.(posted.fields) ?? {};
    const idempotentRequest = posted.fields.get('idempotencyKey')
      ? createIdempotentForm(posted.idempotencyKey, getContent({ ...posted, values }))
      : null;
    const post: FormPost = {
      ...posted,
      values,
      idempotentRequest,
      isFromScript: posted.request.headers.get('Accept') === 'application/json',
      readLimit: 'page',
      writeName: idempotentRequest?.idHash ?? null,
      whileInProgress: 'wait',
      repetition: null,
    };
    return respondToForm(definition, post, error);
  };
  return Object.assign(createRouteAction(respond, read), { respond });
}

export function createFormActions<Intent extends string>(
  getIntent: (posted: PostedForm) => Intent | null,
  forms: Readonly<Record<Intent, Pick<FormAction, 'respond'>>>,
  read: BodyReader | null = readTextForm,
): RouteAction {
  return createRouteAction((posted, error) => {
    const intent = getIntent(posted);
    if (intent === null) throw createRejection(error ?? unknownForm);
    return forms[intent].respond(posted, error);
  }, read);
}

export function findIntent<Intent extends string>(
  forms: Readonly<Record<Intent, unknown>>,
  intent: string | null,
): Intent | null {
  const isIntent = (text: string): text is Intent => Object.hasOwn(forms, text);
  return intent !== null && isIntent(intent) ? intent : null;
}

const unknownForm: AppError = { kind: 'invalid', code: 'unknown_form', errors: {} };

function createRouteAction(respond: FormAction['respond'], read: BodyReader | null): RouteAction {
  return async ({ request, context }) => {
    const { runtime } = context;
    const sender: FormSender = {
      request,
      requestId: context.requestId,
      url: new URL(request.url),
      runtime,
      actor: getActor(request, runtime),
      address: context.address ?? '',
      source: context.source ?? null,
      counted: [],
      overLimit: null,
      now: runtime.clock(),
    };
    if (!read) return respond({ ...sender, ...createFormBody(new FormFields()) }, null);
    sender.overLimit = await checkLimit(sender, 'write');
    const { error, ...body } = await read(sender, context.bodyAllowance ?? null);
    try {
      const response = await respond({ ...sender, ...body }, sender.overLimit ?? error);
      if (response.status === 503) takeBackCounts(sender);
      return response;
    } catch (rejection) {
      if (rejection instanceof Response && rejection.status === 503) takeBackCounts(sender);
      throw rejection;
    }
  };
}

async function respondToForm<Item, Input, Value>(
  form: RunnableForm<Input, Value, Item>,
  post: FormPost,
  unprocessable: AppError | null,
): Promise<Response> {
  const { request, runtime, isFromScript } = post;
  const { check, signIn, isFormPublic = false } = form.access;
  const allowed = check(post);
  const access = allowed.ok ? allowed : err(recordRoleRejection({ ...post, db: runtime.db }, allowed.error));
  const values = { ...post.values, idempotencyKey: post.idempotencyKey };
  const isFormShown = access.ok || isFormPublic;
  const reject = (reason: AppError): Response => {
    if (isFromScript) return rejectScript(reason);
    if (!form.redisplay) throw createRejection(reason);
    if (!isFormShown) throw createUnsentRejection(reason, getUnsentForm(post));
    const { error, ...data } = form.redisplay(post, reason);
    const sent = [...post.fields].map(([name]) => name);
    return rejectForm(error ?? reason, values, sent, data);
  };
  const repetition = post.overLimit && access.ok ? await findFormRepetition(form, post) : null;
  const error = repetition ? null : unprocessable;
  const rejected = error && access.ok ? toFieldErrors(form, post, access.value, error) : error;
  // Even incomplete values are stored for a sender who has to sign in, but not over the limit.
  if (rejected && (isFormShown || rejected.kind === 'too-many')) return reject(rejected);
  if (!access.ok) {
    if (access.error.kind !== 'unauthenticated' || !signIn || isFromScript) return reject(access.error);
    const isEmpty = Object.values(post.values).every((value) => value === '');
    // With the version that was edited, a change by someone else in the meantime is noticed after signing in.
    const version = post.fields.get('version');
    const photos = post.photos ? storePhotosOfForm(post.photos) : {};
    const stored = isEmpty ? {} : { ...values, ...photos, ...(version !== null && { version }) };
    return redirectIfSignedOut(post, signIn(post), stored, reject);
  }
  if (form.redisplay && post.photos?.isUnfinished) return showForm(values, form.redisplay(post, null));
  let result: Result<Value>;
  try {
    result = repetition ?? (await runForm(form, post, access.value));
  } catch (exception) {
    if (exception instanceof Response || request.signal.aborted || !form.redisplay) throw exception;
    runtime.log.error({ requestId: post.requestId, err: exception }, 'unexpected');
    return reject({ kind: 'unexpected', code: 'unexpected_error' });
  }
  if (!result.ok) {
    const next = form.forgive?.(result.error, post);
    return next ? seeOther(request, next.to, next) : reject(result.error);
  }
  if (signIn && post.fields.has('idempotencyKey')) deleteUnfinishedForm(runtime.db, post.idempotencyKey);
  const next = form.onSuccess(result.value, post, access.value);
  return next instanceof Response ? next : seeOther(request, next.to, next);
}

function getUnsentForm({ url, values, fields, photos, idempotencyKey }: FormPost) {
  const { intent = fields.get('intent'), version = fields.get('version'), ...typed } = values;
  return {
    action: url.pathname + url.search,
    texts: Object.fromEntries(Object.entries(typed).filter(([, text]) => text !== '')),
    hidden: {
      idempotencyKey,
      ...(intent !== null && { intent }),
      ...(version !== null && { version }),
      ...(photos && { photos: photos.chosen }),
    },
  };
}

/** To show all at once; the error itself if it is about no field. */
const addInvalidFields = (first: AppError, second: AppError): AppError =>
  first.kind === 'invalid' && second.kind === 'invalid'
    ? { ...first, errors: { ...first.errors, ...second.errors } }
    : second;

function toFieldErrors<Item, Input, Value>(
  form: RunnableForm<Input, Value, Item>,
  post: FormPost,
  item: Item,
  error: AppError,
): AppError {
  if (!('command' in form) || !('errors' in error) || !post.photos?.isWhole || post.photos.isUnfinished) return error;
  const input = checkInput(form.command, form.decode(post, item), post.now);
  if (input.ok || input.error.kind !== 'invalid') return error;
  const { code, errors } = input.error;
  return { ...error, code, values: undefined, errors: { ...error.errors, ...errors } };
}

async function findFormRepetition<Item, Input, Value>(
  form: RunnableForm<Input, Value, Item>,
  post: FormPost,
): Promise<Result<Value> | null> {
  if (!('command' in form) || form.access.confirm) return null;
  const repeated = await findRepetition(post, form.command, post.idempotentRequest);
  return repeated && (await countAsRead(post, post.readLimit)) ? repeated : null;
}

async function runForm<Item, Input, Value>(
  form: RunnableForm<Input, Value, Item>,
  post: FormPost,
  item: Item,
): Promise<Result<Value>> {
  const confirmed = await form.access.confirm?.(post, item);
  if (!('command' in form)) {
    if (confirmed && !confirmed.ok) return confirmed;
    return form.run(confirmed ? { ...post, actor: getActor(post.request, post.runtime) } : post, item);
  }
  const { command } = form;
  const fields = form.decode(post, item);
  if (confirmed && !confirmed.ok) {
    const input = checkInput(command, fields, post.now);
    return input.ok ? confirmed : err(addInvalidFields(input.error, confirmed.error));
  }
  const actor = confirmed ? getActor(post.request, post.runtime) : post.actor;
  return submitCommand({ ...post, actor }, { command, fields, idempotentRequest: post.idempotentRequest });
}

/** With other photos it is another post, whose photos must not be lost. */
const getContent = ({ url, values, photos }: Pick<FormPost, 'url' | 'values' | 'photos'>): object => ({
  path: url.pathname + url.search,
  values,
  ...(photos && { photos: photos.chosen }),
});
