import { json } from '@remix-run/node';
import { requireFreshPassword } from '~/domain/accounts/passwords.server';
import { changeBranch } from '~/domain/appointments/branches.server';
import { maxSlots } from '~/domain/appointments/slots';
import { changeLogo } from '~/domain/catalogue/logo.commands.server';
import { type IssuedCode, issueAccountCode, replaceManageCode } from '~/domain/desk/lost-codes.server';
import { moderate } from '~/domain/desk/moderate.server';
import { decideOnConversation } from '~/domain/desk/reported-conversation.server';
import { changeSavedReply, deleteSavedReply, saveReply } from '~/domain/desk/saved-replies.server';
import { maxBands, roadTaxLabels } from '~/domain/on-road/on-road';
import { changeRoadTax } from '~/domain/on-road/on-road.server';
import type { SignedInUser } from '~/domain/shared/actor';
import { type Permission, requirePermission } from '~/domain/shared/permissions';
import { ok, type Result } from '~/domain/shared/result';
import { type Measure, parseTypedNumber } from '~/domain/shared/typed-numbers';
import { createSignInContext } from '~/submit/authentication.server';
import { createFormAction, createFormActions, findIntent, type FormPost, type ScreenData } from '~/submit/form.server';
import { selectFields } from '~/submit/form-body.server';
import { readLogoForm } from '~/submit/form-photos.server';
import { findReadings } from '~/submit/form-response.server';
import { paths } from '~/paths';
import { deskPath, partPermissions, readDeskQuery } from './desk-parts';
import { findMovedSection } from './moved-sections';

/** Response to a form that issues a code, with its owner. The code is shown once. */
export type IssuedLostCode = { issued: IssuedCode };

const getQuery = ({ url }: Pick<FormPost, 'url'>) => readDeskQuery(url.href);

const getOpenItem = (post: FormPost) => ({ id: getQuery(post).open ?? '', version: Number(post.values.version) });

/** Deletions, the conversations of two users, and codes for others require the operator's password. */
function confirmPassword(post: FormPost, operator: SignedInUser): Promise<Result<null>> {
  const { intent } = post.values;
  const { show } = getQuery(post);
  if (intent !== 'delete' && intent !== 'read' && show !== 'recovery-code' && show !== 'manage-code')
    return Promise.resolve(ok(null));
  const password = post.fields.get('password') ?? '';
  return requireFreshPassword(operator, password.normalize('NFC'), createSignInContext(post, 'browser'));
}

function findPermission(post: FormPost): Permission {
  const { show } = getQuery(post);
  return post.values.intent === 'delete' && show !== 'saved-replies' ? 'erase' : partPermissions[show];
}

const selectValues = (...names: string[]) => selectFields(['intent', 'version', ...names]);

const deskForm = {
  access: {
    check: (post: FormPost) => requirePermission(post.actor, findPermission(post)),
    signIn: (post: FormPost) => deskPath(getQuery(post)),
    confirm: confirmPassword,
  },
  values: selectValues(),
  onSuccess(_value: unknown, post: FormPost) {
    const query = getQuery(post);
    const isGone = post.values.intent === 'delete';
    const list = { ...query, open: undefined };
    const to = isGone ? (findMovedSection(list) ?? deskPath(list)) : deskPath(query);
    return { to, flash: 'desk-done' } as const;
  },
  redisplay: (): ScreenData => ({}),
};

const moderateItem = createFormAction({
  ...deskForm,
  values: selectValues('reason', 'reports'),
  command: moderate,
  decode: (post) => ({
    subject: getQuery(post).show,
    id: getOpenItem(post).id,
    action: post.values.intent,
    reason: post.values.reason ?? '',
    ...(post.values.version && { version: getOpenItem(post).version }),
    ...(post.values.reports && { reports: Number(post.values.reports) }),
  }),
});

const createRowNames = (rows: string, length: number, names: readonly string[]): string[] =>
  Array.from({ length }, (_, row) => names.map((name) => `${rows}.${row}.${name}`)).flat();

const bandNames = Array.from({ length: maxBands }, (_, row) => `bands.${row}`);
const bandFieldNames = createRowNames('bands', maxBands, ['upTo', 'percent']);

const getRoadTaxMeasures = ({ values }: FormPost): Readonly<Record<string, Measure>> => ({
  electricPercent: 'percent',
  surchargePercent: 'percent',
  minTaxRupees: 'rupees',
  ...Object.fromEntries(bandNames.map((name) => [`${name}.upTo`, values.bandsBy === 'engine' ? 'cc' : 'rupees'])),
  ...Object.fromEntries(bandNames.map((name) => [`${name}.percent`, 'percent'])),
});

const hourNames = createRowNames('hours', 7, ['opens', 'closes']);
const placeNames = createRowNames('slots', maxSlots, ['testRidePlaces', 'servicePlaces', 'purchasePlaces']);
const slotNames = [...createRowNames('slots', maxSlots, ['starts', 'ends']), ...placeNames];
const branchMeasures: Readonly<Record<string, Measure>> = Object.fromEntries(
  placeNames.map((name) => [name, 'count'] as const),
);

const redirectToSavedReplies = () =>
  ({ to: paths.desk({ show: 'saved-replies' }), flash: 'saved-reply-kept' }) as const;

const forms = {
  'saved-replies': createFormAction({
    ...deskForm,
    values: selectValues('title', 'text'),
    command: saveReply,
    decode: ({ values }) => ({ title: values.title, text: values.text }),
    onSuccess: redirectToSavedReplies,
  }),
  'change-saved-reply': createFormAction({
    ...deskForm,
    values: selectValues('title', 'text'),
    command: changeSavedReply,
    decode: (post) => ({ ...getOpenItem(post), title: post.values.title, text: post.values.text }),
    onSuccess: redirectToSavedReplies,
  }),
  'delete-saved-reply': createFormAction({
    ...deskForm,
    // Without the password: a saved reply has no owner, and replies already sent keep its text.
    access: { check: deskForm.access.check, signIn: deskForm.access.signIn },
    command: deleteSavedReply,
    decode: (post) => ({ id: getOpenItem(post).id }),
    onSuccess: redirectToSavedReplies,
  }),
  listing: moderateItem,
  vehicle: moderateItem,
  review: moderateItem,
  conversation: createFormAction({
    ...deskForm,
    values: selectValues('reason', 'reports'),
    command: decideOnConversation,
    decode: (post) => ({
      id: getOpenItem(post).id,
      action: post.values.intent,
      reason: post.values.reason ?? '',
      reports: Number(post.values.reports),
    }),
  }),
  branches: createFormAction({
    ...deskForm,
    values: selectValues('name', 'address', 'isBookable', 'closedDays', ...hourNames, ...slotNames),
    command: changeBranch,
    redisplay: ({ values }) => findReadings(values, branchMeasures),
    decode(post) {
      const { name = '', address = '', isBookable, closedDays = '' } = post.values;
      const text = (field: string): string => post.values[field] ?? '';
      const places = (field: string): number =>
        text(field).trim() === '' ? 0 : (parseTypedNumber(text(field), 'count') ?? Number.NaN);
      return {
        ...getOpenItem(post),
        name,
        address,
        isBookable: isBookable === 'on',
        hours: Array.from({ length: 7 }, (_, row) => ({
          opens: text(`hours.${row}.opens`),
          closes: text(`hours.${row}.closes`),
        })),
        slots: Array.from({ length: maxSlots }, (_, row) => ({
          starts: text(`slots.${row}.starts`),
          ends: text(`slots.${row}.ends`),
          testRidePlaces: places(`slots.${row}.testRidePlaces`),
          servicePlaces: places(`slots.${row}.servicePlaces`),
          purchasePlaces: places(`slots.${row}.purchasePlaces`),
        })),
        closedDays,
      };
    },
    // A new branch only has a URL once it is stored.
    onSuccess: ({ id }) => ({ to: paths.desk({ show: 'branches', open: id }), flash: 'desk-done' }),
  }),
  brands: createFormAction({
    ...deskForm,
    command: changeLogo,
    decode: (post) => ({
      brandId: getOpenItem(post).id,
      logo: post.values.intent === 'remove-logo' ? null : (post.logo ?? undefined),
    }),
    // Errors about the picture are shown beside its field.
    redisplay: (_post, error) => ({
      error: error?.kind === 'invalid' ? { ...error, errors: { logo: error, ...error.errors } } : error,
    }),
  }),
  'road-tax': createFormAction({
    ...deskForm,
    values: selectValues(...Object.keys(roadTaxLabels), ...bandFieldNames),
    command: changeRoadTax,
    redisplay: (post) => findReadings(post.values, getRoadTaxMeasures(post)),
    decode(post) {
      const { asOf = '', bandsBy, note = '', isRough } = post.values;
      const measures = getRoadTaxMeasures(post);
      const figure = (name: string): number | null => {
        const text = post.values[name]?.trim() ?? '';
        return text === '' ? null : (parseTypedNumber(text, measures[name] ?? 'percent') ?? Number.NaN);
      };
      return {
        ...getOpenItem(post),
        asOf: asOf.trim(),
        bandsBy,
        bands: Array.from({ length: maxBands }, (_, row) => ({
          upTo: figure(`bands.${row}.upTo`),
          percent: figure(`bands.${row}.percent`),
        })),
        electricPercent: figure('electricPercent'),
        surchargePercent: figure('surchargePercent') ?? 0,
        minTaxRupees: figure('minTaxRupees') ?? 0,
        isRough: isRough === 'on',
        note,
      };
    },
  }),
  // Rendered without a redirect, so that the code is never part of a URL or a cookie.
  'recovery-code': createFormAction({
    ...deskForm,
    values: selectValues('email', 'reason'),
    command: issueAccountCode,
    decode: ({ values }) => ({ email: values.email ?? '', reason: values.reason ?? '' }),
    onSuccess: (issued) => json<IssuedLostCode>({ issued }),
  }),
  'manage-code': createFormAction({
    ...deskForm,
    values: selectValues('listing', 'reason'),
    command: replaceManageCode,
    decode: ({ values }) => ({ listing: values.listing ?? '', reason: values.reason ?? '' }),
    onSuccess: (issued) => json<IssuedLostCode>({ issued }),
  }),
};

export const deskAction = createFormActions(
  (post) => {
    const { show, open } = getQuery(post);
    const intent = post.fields.get('intent') ?? '';
    if (show === 'saved-replies' && open !== undefined) {
      return intent === 'delete' ? 'delete-saved-reply' : 'change-saved-reply';
    }
    return findIntent(forms, show);
  },
  forms,
  readLogoForm(({ url, actor }) => readDeskQuery(url.href).show === 'brands' && requirePermission(actor, 'shop').ok),
);
