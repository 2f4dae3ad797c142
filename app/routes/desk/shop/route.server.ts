import { gunzipSync } from 'node:zlib';
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node';
import { findBranches } from '~/domain/appointments/branches.server';
import { formatHours } from '~/domain/appointments/slots';
import { parseMarkdown } from '~/domain/content/markdown.server';
import { maxSettingFileBytes, readSettingFile } from '~/domain/desk/setting-file.server';
import { getControlNames, getPart, readRows, settingForms, toFormValues } from '~/domain/desk/shop-settings';
import {
  changeSetting,
  changeShopLogo,
  decodeForm,
  findSavedTimes,
  findVersions,
  getShipped,
  getSettingPermission,
  previewSetting,
  readSetting,
  restoreSetting,
} from '~/domain/desk/shop-settings.server';
import { readLook } from '~/domain/content/look.server';
import { formatTimestamp } from '~/domain/shared/dates';
import { type AppError, err, ok } from '~/domain/shared/result';
import { requirePermission } from '~/domain/shared/permissions';
import { clearPreviewCookie, createPreviewCookie } from '~/http/cookies/preview.server';
import { createFormAction, createFormActions, findIntent, type FormPost } from '~/submit/form.server';
import { readLogoForm } from '~/submit/form-photos.server';
import { readLongForm, readUploadForm, selectFields } from '~/submit/form-body.server';
import { requireTeamRead } from '~/submit/team-access.server';
import { deskPaths, paths } from '~/paths';
import { showForm, showUnfinishedForm } from '~/submit/form-response.server';

type FormName = keyof typeof settingForms;

const isFormName = (name: string): name is FormName => Object.hasOwn(settingForms, name);

/** Parts of prices; all others are texts. */
export const priceParts = ['insurance', 'accessories', 'fuel', 'loans'] as const satisfies readonly FormName[];

/** The facts, the look and the sections have a screen each. */
const isOwnScreen = (name: FormName): boolean => name === 'shop' || name === 'look' || name === 'sections';

const isPricePart = (name: FormName): boolean => priceParts.some((part) => part === name);

export const getSettingPath = (name: FormName): string =>
  name === 'shop'
    ? deskPaths.shop()
    : name === 'look'
      ? deskPaths.look()
      : name === 'sections'
        ? deskPaths.sections()
        : isPricePart(name)
          ? deskPaths.prices(name)
          : deskPaths.texts(name);

/** The setting that an address names; a list begins with its first one. */
function findName(pathname: string): FormName | null {
  if (pathname === deskPaths.shop()) return 'shop';
  if (pathname === deskPaths.look()) return 'look';
  if (pathname === deskPaths.sections()) return 'sections';
  const [, list, name] = /^\/desk\/shop\/(texts|prices)(?:\/([a-z-]+))?$/.exec(pathname) ?? [];
  const asked = name ?? (list === 'prices' ? priceParts[0] : 'company');
  return isFormName(asked) && !isOwnScreen(asked) && isPricePart(asked) === (list === 'prices') ? asked : null;
}

function requireName({ url }: Pick<Request, 'url'>): FormName {
  const name = findName(new URL(url).pathname);
  if (name === null) throw new Response(null, { status: 404 });
  return name;
}

/** Fields whose texts differ, with both. */
function compare(name: FormName, first: unknown, second: unknown) {
  const form = settingForms[name];
  const [before, after] = [toFormValues(form, first), toFormValues(form, second)];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((field) =>
    before[field] === after[field] ? [] : { field, before: before[field] ?? '', after: after[field] ?? '' },
  );
}

const formatSaved = (savedAt: string | undefined): string =>
  savedAt === undefined ? 'as shipped' : `saved ${formatTimestamp(savedAt)}`;

/** Rows, or fields of a form without any. */
function countEntries(name: FormName, value: unknown): number {
  const { fields, rows } = settingForms[name];
  const [part] = rows;
  return part ? readRows(part, value).length : Object.keys(fields).length;
}

export function loader(route: LoaderFunctionArgs) {
  const { request, context } = route;
  const name = requireName(request);
  requireTeamRead(route, getSettingPermission(name));
  const { db, clock } = context.runtime;
  const { searchParams } = new URL(request.url);
  const { value, version } = readSetting(db, name);
  const versions = findVersions(db, name);
  const saved = findSavedTimes(db);
  const compared = searchParams.get('compare');
  const past = compared === '0' ? getShipped(name) : versions.find(({ id }) => String(id) === compared)?.value;
  const markdown = getPart(value, 'text');
  const list = (names: readonly FormName[]) =>
    names.map((name) => ({
      name,
      title: settingForms[name].title,
      href: getSettingPath(name),
      count: countEntries(name, readSetting(db, name).value),
      note: formatSaved(saved.get(name)),
    }));
  const names = Object.keys(settingForms).filter(isFormName);
  return json({
    unfinished: showUnfinishedForm(request, context.runtime),
    name,
    action: getSettingPath(name),
    isPrice: isPricePart(name),
    version,
    values: toFormValues(settingForms[name], value),
    reads: typeof markdown === 'string' ? parseMarkdown(markdown) : null,
    texts: isOwnScreen(name)
      ? []
      : list(names.filter((one) => !isOwnScreen(one) && isPricePart(one) === isPricePart(name))),
    branches:
      name === 'shop'
        ? findBranches(db, clock()).map((branch) => ({
            id: branch.id,
            name: branch.name,
            text: `${branch.address} · ${formatHours(branch)}`,
            href: deskPaths.branches(branch.id),
          }))
        : [],
    logo: name === 'look' ? readLook(db).logo : null,
    upiIsSet: name === 'shop' && context.runtime.settings.upiAddress !== null,
    versions: versions.slice(0, 20).map(({ id, isShipped, savedBy, savedAt }) => ({
      id,
      isPresent: id === version,
      text: isShipped ? 'As shipped' : formatTimestamp(savedAt),
      by: savedBy ?? 'from the data file',
    })),
    differences: past === undefined ? null : compare(name, past, value),
  });
}

const getName = ({ url }: Pick<FormPost, 'url'>): FormName => requireName({ url: url.href });

const form = {
  access: {
    check: (post: FormPost) => requirePermission(post.actor, getSettingPermission(getName(post))),
    signIn: ({ url }: FormPost) => url.pathname,
  },
} as const;

const typed = {
  ...form,
  values: (fields: Parameters<ReturnType<typeof selectFields>>[0]) =>
    selectFields(['version', 'name', ...allNames])(fields),
} as const;

const allNames = [...new Set(Object.values(settingForms).flatMap(getControlNames))];

function decode(post: FormPost) {
  const name = getName(post);
  const { version } = post.values;
  return {
    name,
    value: decodeForm(settingForms[name], post.values),
    ...(version && { version: Number(version) }),
  };
}

const isLook = (post: Pick<FormPost, 'url'>): boolean => post.url.pathname === deskPaths.look();

const logoIntents = { logo: true, 'preview-logo': true, 'remove-logo': true } as const;

const isFile = (post: Pick<FormPost, 'url'>): boolean => post.url.pathname === deskPaths.prices('accessories');

/** The form, filled in from a file; nothing is saved. */
function readFile({ runtime, upload }: FormPost): ReturnType<typeof readSettingFile> {
  if (!upload) return { problem: { code: 'required', values: { label: 'File' } } };
  if (upload.bytes > maxSettingFileBytes) {
    return { problem: { code: 'setting_file_too_large' } };
  }
  return readSettingFile(runtime.db, 'accessories', gunzipSync(upload.content));
}

const readPicture = readLogoForm(({ actor }) => requirePermission(actor, 'shop').ok);
const readShopForm: typeof readLongForm = (sender, allowance) =>
  isLook(sender)
    ? readPicture(sender, allowance)
    : isFile(sender) && sender.request.headers.get('Content-Type')?.startsWith('multipart/')
      ? readUploadForm(sender, allowance)
      : readLongForm(sender, allowance);

const redisplay = (_post: FormPost, error: AppError | null) => ({ isConflict: error?.kind === 'conflict' });

const settingActions = createFormActions(
  ({ url, fields }) => {
    const intent = fields.get('intent');
    if (isLook({ url }) && findIntent(logoIntents, intent)) return 'logo';
    if (intent === 'file' && isFile({ url })) return 'file';
    return intent === 'preview' || intent === 'restore' ? intent : 'save';
  },
  {
    save: createFormAction({
      ...typed,
      command: changeSetting,
      decode,
      onSuccess: (_saved, post) => ({
        to: getSettingPath(getName(post)),
        flash: 'desk-done',
        cookies: [clearPreviewCookie(post.request)],
      }),
      redisplay,
    }),
    preview: createFormAction({
      ...typed,
      command: previewSetting,
      decode,
      onSuccess: ({ secret }, post) => ({
        to: settingForms[getName(post)].page,
        cookies: [createPreviewCookie(post.request, secret)],
      }),
      redisplay,
    }),
    restore: createFormAction({
      ...form,
      values: selectFields(['intent', 'version']),
      command: restoreSetting,
      decode: (post) => ({ name: getName(post), version: Number(post.values.version) }),
      onSuccess: (_saved, post) => ({ to: getSettingPath(getName(post)), flash: 'desk-done' }) as const,
      redisplay: null,
    }),
    logo: createFormAction({
      ...form,
      values: selectFields(['intent']),
      command: changeShopLogo,
      decode: ({ values, logo }) => ({
        logo: values.intent === 'remove-logo' ? null : (logo ?? undefined),
        isPreview: values.intent === 'preview-logo',
      }),
      onSuccess: ({ secret }, { request }) =>
        secret === null
          ? { to: deskPaths.look(), flash: 'desk-done', cookies: [clearPreviewCookie(request)] }
          : { to: paths.home(), cookies: [createPreviewCookie(request, secret)] },
      // Errors about the picture are shown beside its field.
      redisplay: (_post, error) => ({
        error: error?.kind === 'invalid' ? { ...error, errors: { logo: error, ...error.errors } } : error,
      }),
    }),
    file: createFormAction({
      ...form,
      run(post) {
        const read = readFile(post);
        if (!('problem' in read)) return ok(read);
        return err({ kind: 'invalid', ...read.problem, errors: { file: read.problem } });
      },
      onSuccess: ({ values, report }) => showForm(values, { file: report }),
      redisplay: (post) => ({
        values: { ...toFormValues(settingForms.accessories, readSetting(post.runtime.db, 'accessories').value) },
      }),
    }),
  },
  readShopForm,
);

export const action = (route: ActionFunctionArgs) => settingActions(route);
