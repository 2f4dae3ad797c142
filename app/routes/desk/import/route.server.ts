import { gzipSync } from 'node:zlib';
import { json, type LoaderFunctionArgs } from '@remix-run/node';
import type { SignedInUser } from '~/domain/shared/actor';
import { requirePermission } from '~/domain/shared/permissions';
import { formatRecent } from '~/domain/shared/dates';
import { exampleStock, findNewestImports, startImport } from '~/domain/stock/imports.server';
import { deskPaths } from '~/paths';
import { readUploadForm, selectFields, type Upload, uploadHashName } from '~/submit/form-body.server';
import { createFormAction, type FormAccess } from '~/submit/form.server';
import { requireDesk } from '../access.server';

export function loader(route: LoaderFunctionArgs) {
  const { runtime } = requireDesk(route, 'retire');
  const now = runtime.clock();
  return json({
    imports: findNewestImports(runtime.db).map(({ id, fileName, state, report, operatorName, createdAt }) => ({
      id,
      fileName,
      state,
      changes: report && report.counts.added + report.counts.changed,
      by: `${operatorName}, ${formatRecent(new Date(createdAt), now)}`,
    })),
  });
}

export const allowDesk: FormAccess<SignedInUser> = {
  check: ({ actor }) => requirePermission(actor, 'retire'),
  signIn: ({ url }) => url.pathname,
};

const exampleFile: Upload = {
  name: 'import-india.csv',
  bytes: exampleStock.length,
  content: gzipSync(exampleStock),
};

/** A file, or the example, is stored and then checked by a process. */
export const action = createFormAction(
  {
    access: allowDesk,
    values: selectFields(['intent', uploadHashName]),
    command: startImport,
    decode({ values, upload }) {
      const file = values.intent === 'example' ? exampleFile : upload;
      return file ? { fileName: file.name, bytes: file.bytes, content: file.content } : { fileName: '', bytes: 0 };
    },
    onSuccess({ id }, { runtime }) {
      void runtime.runImport(id);
      return { to: deskPaths.importOf(id) };
    },
    redisplay: () => ({}),
  },
  readUploadForm,
);
