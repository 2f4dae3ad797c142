import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { importStateTexts } from '~/domain/import/import-state';
import { deskPaths } from '~/paths';
import { DeskPage } from '~/ui/desk/desk-frame';
import { RowLink } from '~/ui/desk/rows';
import { KeyField } from '~/ui/forms/field';
import { ErrorSummary } from '~/ui/forms/form-messages';
import type { RejectedForm } from '~/submit/form-response.server';
import { pageMeta } from '~/ui/page/page-meta';
import { ActionLink, Button } from '~/ui/primitives/button';
import type { ScreenHandle } from '~/ui/screen-kind';
import type { loader } from './route.server';
import { ImportSteps } from './import-parts';

export { action, loader } from './route.server';
export { rejectionHeaders as headers } from '~/http/responses.server';

export const handle: ScreenHandle = { kind: 'enhanced', unlisted: true };
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, 'Import', 'Adds and changes vehicles from a file of a spreadsheet.');

/** (docs/product.md, "Stock") */
export default function Import() {
  const { imports } = useLoaderData<typeof loader>();
  const rejected = useActionData<RejectedForm>();
  return (
    <DeskPage title="Import">
      <ImportSteps passed={0} />
      {rejected && <ErrorSummary message={rejected.message} errors={rejected.errors} />}
      <form method="post" encType="multipart/form-data" className="import-file">
        <KeyField values={rejected?.values} />
        <label className="field" htmlFor="file">
          <span>A file of a spreadsheet, CSV, up to 8 MB</span>
          <input type="file" id="file" name="file" accept=".csv,.tsv,.txt,text/csv" required />
        </label>
        <p className="note">
          The first line names the columns, in any order. Nothing is changed before you have looked at it.
        </p>
        <Button kind="primary" busyText="Reading…">
          Look at it
        </Button>
      </form>
      <form method="post" encType="multipart/form-data" className="import-example">
        <input type="hidden" name="intent" value="example" />
        <p className="note">The example has 137 new bikes and scooters of India.</p>
        <Button>Try it with the example</Button>
        <a className="action-link" href={deskPaths.stockFile()} download>
          Our stock as CSV
        </a>
        <ActionLink href={deskPaths.stockPhotos()}>Photos for many vehicles</ActionLink>
      </form>
      {imports.length > 0 && (
        <section aria-labelledby="earlier">
          <h2 id="earlier">Earlier</h2>
          <ul className="rows import-list">
            {imports.map(({ id, fileName, state, changes, by }) => (
              <li key={id}>
                <div>
                  <RowLink href={deskPaths.importOf(id)}>{fileName}</RowLink>
                  <p className="line">{by}</p>
                </div>
                <span>
                  {importStateTexts[state]}
                  {changes !== null && ` · ${changes}`}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </DeskPage>
  );
}
