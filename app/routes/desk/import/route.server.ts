import { gzipSync } from 'node:zlib';
import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { hasFreshPassword } from '~/domain/accounts/fresh-password';
import type { ImportKind } from '~/domain/import/import-state';
import { formatRecent } from '~/domain/shared/dates';
import { mayUse, requirePermission } from '~/domain/shared/permissions';
import { exampleStock, findNewestImports, importRules, startImport } from '~/domain/stock/imports.server';
import { importKinds } from '~db/enums';
import { deskPaths } from '~/paths';
import { type FormFields, readUploadForm, selectFields, type Upload, uploadHashName } from '~/submit/form-body.server';
import { createFormAction, createFormActions, type FormPost } from '~/submit/form.server';
import { confirmPassword, requireDesk } from '../access.server';

const getKind = (url: URL): ImportKind => {
  const of = url.searchParams.get('of');
  return importKinds.find((kind) => kind === of) ?? 'stock';
};

export function loader(route: LoaderFunctionArgs) {
  const kind = getKind(new URL(route.request.url));
  const { runtime, operator } = requireDesk(route, importRules[kind].permission);
  const now = runtime.clock();
  const kinds = importKinds.filter((of) => mayUse(operator, importRules[of].permission));
  return json({
    kind,
    otherKinds: kinds.filter((of) => of !== kind),
    needsPassword: kind === 'customers' && !hasFreshPassword(operator, now),
    imports: findNewestImports(runtime.db, kinds).map(({ id, fileName, state, report, operatorName, createdAt }) => ({
      id,
      fileName,
      state,
      changes: report && report.counts.added + report.counts.changed,
      by: `${operatorName}, ${formatRecent(new Date(createdAt), now)}`,
    })),
  });
}

const access = {
  check: ({ actor, url }: FormPost) => requirePermission(actor, importRules[getKind(url)].permission),
  signIn: ({ url }: FormPost) => url.pathname + url.search,
};

const exampleFile: Upload = {
  name: 'import-india.csv',
  bytes: exampleStock.length,
  content: gzipSync(exampleStock),
};

/** A file, or the example, is stored and then checked by a process. */
const startForm = {
  values: (fields: FormFields) => selectFields(['intent', uploadHashName])(fields),
  command: startImport,
  decode({ values, upload, url }: FormPost) {
    const kind = getKind(url);
    const file = values.intent === 'example' && kind === 'stock' ? exampleFile : upload;
    return file
      ? { kind, fileName: file.name, bytes: file.bytes, content: file.content }
      : { kind, fileName: '', bytes: 0 };
  },
  onSuccess({ id }: { id: string }, { runtime }: FormPost) {
    void runtime.runImport(id);
    return { to: deskPaths.importOf(id) };
  },
  redisplay: () => ({}),
};

const forms = {
  file: createFormAction({ ...startForm, access }),
  customers: createFormAction({ ...startForm, access: { ...access, confirm: confirmPassword } }),
};

export const action = createFormActions(
  ({ url }) => (getKind(url) === 'customers' ? 'customers' : 'file'),
  forms,
  readUploadForm,
);
