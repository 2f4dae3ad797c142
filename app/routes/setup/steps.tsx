import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { getContrast } from '~/domain/shared/contrast';
import { formatCount } from '~/domain/shared/money';
import { importStateTexts } from '~/domain/import/import-state';
import { deskPaths, setupPaths } from '~/paths';
import type { RejectedForm } from '~/submit/form-response.server';
import { HiddenFields, KeyField, TextField } from '~/ui/forms/field';
import { ErrorSummary } from '~/ui/forms/form-messages';
import { pageMeta } from '~/ui/page/page-meta';
import { ActionLink, Button, ButtonLink } from '~/ui/primitives/button';
import type { ScreenHandle } from '~/ui/screen-kind';
import { SetupPage } from './setup-parts';
import type { loader } from './steps.server';

export { rejectionHeaders as headers } from '~/http/responses.server';
export { action, loader } from './steps.server';

export const handle: ScreenHandle = { kind: 'enhanced', unlisted: true };
export const meta: MetaFunction = ({ matches }) => pageMeta(matches, 'Set up your shop', 'Vehicles, look and mail.');

type Data = ReturnType<typeof useLoaderData<typeof loader>>;
type PartProps = { data: Data; rejected: RejectedForm | undefined };

/** What follows the account of the first owner (docs/product.md, "First run"). */
export default function Steps() {
  const data = useLoaderData<typeof loader>();
  const rejected = useActionData<RejectedForm>();
  const summary = rejected && <ErrorSummary message={rejected.message} errors={rejected.errors} />;
  switch (data.step) {
    case 2:
      return (
        <SetupPage step={2} title="What will stand in it?">
          <Vehicles data={data} />
        </SetupPage>
      );
    case 3:
      return (
        <SetupPage step={3} title="How it looks">
          {summary}
          <Look data={data} rejected={rejected} />
        </SetupPage>
      );
    default:
      return (
        <SetupPage step={4} title="Mail and backup">
          {summary}
          <Mail {...data.mail} />
          <Backup {...data.backup} />
          <form method="post" action={setupPaths.step(4)}>
            <HiddenFields fields={{ intent: 'finish' }} />
            <Button kind="primary">Open the shop</Button>
          </form>
        </SetupPage>
      );
  }
}

function Vehicles({ data: { samples, imports } }: Pick<PartProps, 'data'>) {
  const left = samples.vehicles + samples.listings;
  return (
    <>
      <section className="setup-choice" aria-labelledby="own">
        <h2 id="own">Your vehicles</h2>
        {imports.length > 0 && (
          <ul>
            {imports.map(({ id, fileName, state, when }) => (
              <li key={id}>
                <ActionLink href={deskPaths.importOf(id)}>{fileName}</ActionLink> {importStateTexts[state]}, {when}
              </li>
            ))}
          </ul>
        )}
        <form method="post" action={deskPaths.import()} encType="multipart/form-data">
          <label className="field" htmlFor="file">
            <span>A file of a spreadsheet, CSV, up to 8 MB</span>
            <input type="file" id="file" name="file" accept=".csv,.tsv,.txt,text/csv" required />
          </label>
          <p className="note">The next page shows what it would change. Nothing is stored before you apply it.</p>
          <Button busyText="Reading...">Look at my file</Button>
        </form>
        <form method="post" action={deskPaths.import()} encType="multipart/form-data">
          <HiddenFields fields={{ intent: 'example' }} />
          <Button>Look at 137 bikes of India</Button>
        </form>
      </section>
      <section className="setup-choice" aria-labelledby="samples">
        <h2 id="samples">Samples</h2>
        {left === 0 ? (
          <p>No sample is shown to customers.</p>
        ) : (
          <form method="post" action={setupPaths.step(2)}>
            <p>
              {formatCount(samples.vehicles)} second-hand vehicles and {formatCount(samples.listings)} listings came
              with the site, so that you can look around. Customers see them until you hide them.
            </p>
            <HiddenFields fields={{ intent: 'hide-samples' }} />
            <Button>Hide all samples</Button>
          </form>
        )}
      </section>
      <p className="row">
        <ButtonLink href={setupPaths.step(3)} kind="primary">
          Next
        </ButtonLink>
      </p>
    </>
  );
}

const colours = [
  ['Board green', '#0b6b4b'],
  ['Blue', '#1f4fd8'],
  ['Violet', '#6d28d9'],
  ['Maroon', '#8e1b1f'],
  ['Asphalt', '#16191d'],
] as const;

function Look({ data: { look }, rejected }: PartProps) {
  const isShipped = colours.some(([, colour]) => colour === look.colour);
  const chosen = rejected?.values.colour ?? (isShipped ? look.colour : 'own');
  return (
    <form method="post" action={setupPaths.step(3)} noValidate>
      <HiddenFields fields={{ intent: 'look', version: look.version }} />
      <KeyField values={rejected?.values} />
      <fieldset className="setup-colours">
        <legend>Colour</legend>
        {colours.map(([name, colour]) => (
          <label key={colour} className="option">
            <input type="radio" name="colour" value={colour} defaultChecked={chosen === colour} />{' '}
            <i style={{ '--swatch': colour }} /> {name} {getContrast(colour, '#ffffff').toFixed(1)} : 1
          </label>
        ))}
        <label className="option">
          <input type="radio" name="colour" value="own" defaultChecked={chosen === 'own'} /> Your own
        </label>
      </fieldset>
      <TextField
        name="own"
        label="Your own colour"
        help="Such as #a14a00. White letters stand on it: their contrast must be 4.5 : 1 or more."
        value={rejected?.values.own ?? (isShipped ? '' : look.colour)}
        error={rejected?.errors.own}
      />
      <p className="row">
        <Button kind="primary">Next</Button> <ButtonLink href={setupPaths.step(4)}>Later</ButtonLink>
      </p>
    </form>
  );
}

function Mail({ server, from, hasOrigin }: Data['mail']) {
  return (
    <section className="setup-choice" aria-labelledby="mail">
      <h2 id="mail">Mail</h2>
      {server === null ? (
        <>
          <p>
            No mail is sent yet. Customers and you read everything on the site; with mail they hear of an answer at
            once.
          </p>
          <p>Set these environment variables, and start the site again:</p>
          <ul>
            {!hasOrigin && (
              <li>
                <code>ORIGIN</code>, the public address, such as https://bikes.example
              </li>
            )}
            <li>
              <code>SMTP_URL</code>, such as smtp://user:password@mail.example:587
            </li>
            <li>
              <code>MAIL_FROM</code>, such as Bikes &lt;desk@bikes.example&gt;
            </li>
          </ul>
        </>
      ) : (
        <p>
          Mail is sent from {from} by {server}.
        </p>
      )}
    </section>
  );
}

function Backup({ isPossible, folder, everyHours, newest }: Data['backup']) {
  return (
    <section className="setup-choice" aria-labelledby="backup">
      <h2 id="backup">Backup</h2>
      <p>{newest === null ? 'There is no copy of the database yet.' : `The newest copy is of ${newest}.`}</p>
      <p>
        {everyHours === null ? (
          <>
            None is made by itself: set the environment variable <code>BACKUP_EVERY</code>, such as 24h.
          </>
        ) : (
          `One is made every ${everyHours === 1 ? 'hour' : `${everyHours} hours`}.`
        )}{' '}
        Copies are in <code>{folder}</code>. Choose another disk with <code>BACKUP_FOLDER</code>.
      </p>
      {isPossible && (
        <form method="post" action={setupPaths.step(4)}>
          <HiddenFields fields={{ intent: 'backup' }} />
          <Button busyText="Backing up...">Back up now</Button>
        </form>
      )}
    </section>
  );
}
