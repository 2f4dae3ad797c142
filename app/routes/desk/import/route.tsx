import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { importStateTexts } from '~/domain/import/import-state';
import { deskPaths } from '~/paths';
import { DeskPage } from '~/ui/desk/desk-frame';
import { RowLink } from '~/ui/desk/rows';
import { PasswordAgain } from '~/ui/desk/password-again';
import { KeyField } from '~/ui/forms/field';
import { ErrorSummary } from '~/ui/forms/form-messages';
import type { RejectedForm } from '~/submit/form-response.server';
import { pageMeta } from '~/ui/page/page-meta';
import { ActionLink, Button } from '~/ui/primitives/button';
import type { ScreenHandle } from '~/ui/screen-kind';
import type { loader } from './route.server';
import { ImportSteps, importTexts } from './import-parts';

export { action, loader } from './route.server';
export { rejectionHeaders as headers } from '~/http/responses.server';

export const handle: ScreenHandle = { kind: 'enhanced', unlisted: true };
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, 'Import', 'Adds and changes vehicles, listings and customers from a file of a spreadsheet.');

/** (docs/product.md, "Stock") */
export default function Import() {
  const { kind, otherKinds, needsPassword, imports } = useLoaderData<typeof loader>();
  const rejected = useActionData<RejectedForm>();
  const { title, note, file } = importTexts[kind];
  const action = deskPaths.import(kind);
  return (
    <DeskPage title={title}>
      <ImportSteps passed={0} />
      {rejected && <ErrorSummary message={rejected.message} errors={rejected.errors} />}
      <form method="post" action={action} encType="multipart/form-data" className="import-file">
        <KeyField values={rejected?.values} />
        <label className="field" htmlFor="file">
          <span>A file of a spreadsheet, CSV, up to 8 MB</span>
          <input type="file" id="file" name="file" accept=".csv,.tsv,.txt,text/csv" required />
        </label>
        <p className="note">
          The first line names the columns, in any order. {note} Nothing is changed before you have looked at it.
        </p>
        {needsPassword && <PasswordAgain error={rejected?.errors.password} />}
        <Button kind="primary" busyText="Reading…">
          Look at it
        </Button>
      </form>
      {kind === 'stock' && (
        <form method="post" encType="multipart/form-data" className="import-example">
          <input type="hidden" name="intent" value="example" />
          <p className="note">The example has 137 new bikes and scooters of India.</p>
          <Button>Try it with the example</Button>
        </form>
      )}
      <nav className="section-links" aria-label="Other files">
        {file && (
          <a className="action-link" href={file.href} download>
            {file.text}
          </a>
        )}
        {kind === 'stock' && <ActionLink href={deskPaths.stockPhotos()}>Photos for many vehicles</ActionLink>}
        {otherKinds.map((of) => (
          <ActionLink key={of} href={deskPaths.import(of)}>
            {`Import: ${importTexts[of].name}`}
          </ActionLink>
        ))}
      </nav>
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
