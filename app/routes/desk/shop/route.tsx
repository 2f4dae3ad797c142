import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import type { SettingFileReport } from '~/domain/desk/setting-file.server';
import {
  getFieldName,
  maxEntryLength,
  type SettingField,
  settingForms,
  type SettingRows,
} from '~/domain/desk/shop-settings';
import { getContrast } from '~/domain/shared/contrast';
import { photoTypes } from '~/domain/photos/photo';
import type { FieldReadings } from '~/domain/shared/typed-numbers';
import type { RejectedForm } from '~/submit/form-response.server';
import { deskPaths, paths } from '~/paths';
import { DeskPage } from '~/ui/desk/desk-frame';
import { FieldGrid, Fold, SaveBar, WholeLine } from '~/ui/desk/folds';
import { KindLinks } from '~/ui/desk/rows';
import {
  CheckField,
  createLabelledChoices,
  FieldNotes,
  formatMaxLength,
  getControlProps,
  KeyField,
  NumberField,
  SelectField,
  TextAreaField,
  TextField,
} from '~/ui/forms/field';
import { ErrorSummary } from '~/ui/forms/form-messages';
import { FormattedText } from '~/ui/page/formatted-text';
import { pageMeta } from '~/ui/page/page-meta';
import { ActionLink, Button } from '~/ui/primitives/button';
import { Icon } from '~/ui/primitives/icon';
import type { ScreenHandle } from '~/ui/screen-kind';
import type { loader } from './route.server';

export { rejectionHeaders as headers } from '~/http/responses.server';
export { action, loader } from './route.server';

export const handle: ScreenHandle = { kind: 'enhanced', unlisted: true };

type Shown = ReturnType<typeof useLoaderData<typeof loader>>;

const getTitle = ({ name, isPrice }: Pick<Shown, 'name' | 'isPrice'>): string =>
  name === 'shop' ? 'Shop' : name === 'look' ? 'Look' : name === 'sections' ? 'Sections' : isPrice ? 'Prices' : 'Texts';

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, data ? `${settingForms[data.name].title} · ${getTitle(data)}` : 'Shop', 'What the shop says.');

type Typed = {
  values: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, string>>;
  readings: FieldReadings;
};

/** Colours to begin with, which all have the contrast. */
const colours = 'Green #0b6b4b, blue #1f4fd8, violet #6d28d9, maroon #8e1b1f, asphalt #16191d';

const describeContrast = (colour: string): string =>
  /^#[0-9a-f]{6}$/i.test(colour)
    ? `Its contrast with white letters is ${getContrast(colour, '#ffffff').toFixed(1)} : 1, at least 4.5 : 1. ${colours}`
    : colours;

const inputTypes = { phone: 'tel', email: 'email', link: 'url' } as const;

const formatListHelp = (most: number): string =>
  `One on each line: up to ${most}, each of ${formatMaxLength(maxEntryLength)}`;

const formatLinesHelp = ({ help, most }: { help?: string; most?: number }): string =>
  [help, most !== undefined && formatMaxLength(most)].filter(Boolean).join(' · ');

function Control({ name, field, typed }: { name: string; field: SettingField; typed: Typed }) {
  const { label, help } = field;
  const error = typed.errors[name];
  const value = typed.values[name] ?? '';
  const text = { name, label, ...(help !== undefined && { help }), ...(error !== undefined && { error }) };
  switch (field.kind) {
    case 'flag':
      return <CheckField {...text} isChecked={value === 'on'} />;
    case 'choice':
      return <SelectField {...text} choices={createLabelledChoices(field.options)} value={value} emptyText={null} />;
    case 'list':
      return (
        <WholeLine>
          <TextAreaField {...text} help={formatListHelp(field.most)} value={value} rows={4} />
        </WholeLine>
      );
    case 'lines':
      return (
        <WholeLine>
          <TextAreaField {...text} help={formatLinesHelp(field)} value={value} rows={3} />
        </WholeLine>
      );
    case 'markdown':
      return (
        <WholeLine>
          <TextAreaField {...text} help={formatLinesHelp(field)} value={value} rows={18} />
        </WholeLine>
      );
    case 'rupees':
    case 'whole':
    case 'decimal':
      return (
        <NumberField
          {...text}
          value={value}
          readings={typed.readings[name]}
          allowsDecimals={field.kind === 'decimal'}
        />
      );
    case 'theme':
      return (
        <WholeLine>
          <TextField {...text} help={describeContrast(value)} value={value} />
        </WholeLine>
      );
    case 'email':
    case 'link':
      return (
        <WholeLine>
          <TextField {...text} value={value} type={inputTypes[field.kind]} />
        </WholeLine>
      );
    case 'line':
      // A sentence is longer than half a line.
      return (field.most ?? 0) > 100 ? (
        <WholeLine>
          <TextField {...text} value={value} />
        </WholeLine>
      ) : (
        <TextField {...text} value={value} />
      );
    case 'vehicle':
    case 'day':
    case 'colour':
      return <TextField {...text} value={value} />;
    default:
      return <TextField {...text} value={value} type={inputTypes[field.kind]} />;
  }
}

/** How many rows the values have. */
function countRows(part: SettingRows, values: Typed['values']): number {
  const fields = Object.keys(part.fields);
  let rows = 0;
  for (let at = 0; at <= part.most; at += 1) {
    if (fields.some((path) => values[getFieldName(part, at, path)])) rows = at + 1;
  }
  return rows;
}

function Rows({ part, typed }: { part: SettingRows; typed: Typed }) {
  const rows = countRows(part, typed.values);
  const [first = ''] = Object.keys(part.fields);
  const names = Array.from({ length: Math.min(rows + 1, part.most) }, (_, at) => getFieldName(part, at, first));
  return (
    <section aria-label={part.title}>
      <h2>{part.title}</h2>
      {names.map((name, at) => {
        const hasError = Object.keys(part.fields).some((path) => typed.errors[getFieldName(part, at, path)]);
        const id = getFieldName(part, at, 'id');
        return (
          <Fold key={name} title={typed.values[name] || 'One more'} isOpen={hasError}>
            {part.id && <input type="hidden" name={id} value={typed.values[id] ?? ''} />}
            <FieldGrid>
              {Object.entries(part.fields).map(([path, field]) => {
                const control = getFieldName(part, at, path);
                const label = `${field.label}, ${at + 1}`;
                return <Control key={control} name={control} field={{ ...field, label }} typed={typed} />;
              })}
            </FieldGrid>
          </Fold>
        );
      })}
      <p className="note">{`A row without any text is taken away; ${part.most} fit.`}</p>
    </section>
  );
}

function Versions({ versions, action }: { versions: Shown['versions']; action: string }) {
  return (
    <section aria-labelledby="versions">
      <h2 id="versions">Versions</h2>
      <ul className="rows">
        {[...versions, { id: 0, isPresent: versions.length === 0, text: 'As shipped', by: '' }].map((version) => (
          <li key={version.id}>
            <div>
              <p>
                {version.text} {version.isPresent && <b>shown</b>}
              </p>
              <small>{version.by}</small>
            </div>
            {!version.isPresent && (
              <form method="post" action={action} className="row">
                <ActionLink href={`${action}?compare=${version.id}#compared`}>Compare</ActionLink>
                <input type="hidden" name="version" value={version.id} />
                <Button name="intent" value="restore">
                  Back to it
                </Button>
              </form>
            )}
          </li>
        ))}
      </ul>
      <p className="note">The last hundred are kept.</p>
    </section>
  );
}

/** Of the fields that both have: the typed ones have further keys. */
const findDifferences = (
  saved: Readonly<Record<string, string>>,
  typed: Readonly<Record<string, string>>,
): Difference[] =>
  Object.entries(saved).flatMap(([field, before]) => {
    const after = typed[field];
    return after === undefined || after === before ? [] : [{ field, before, after }];
  });

type Difference = { field: string; before: string; after: string };
type DifferencesProps = { title: string; heads: readonly [string, string]; rows: readonly Difference[] };

function Differences({ title, heads, rows }: DifferencesProps) {
  return (
    <section id="compared" aria-labelledby="compared-title">
      <h2 id="compared-title">{title}</h2>
      {rows.length === 0 ? (
        <p>Nothing differs.</p>
      ) : (
        <table className="entry-table">
          <thead>
            <tr>
              <th>Field</th>
              <th>{heads[0]}</th>
              <th>{heads[1]}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ field, before, after }) => (
              <tr key={field}>
                <th scope="row">{field}</th>
                <td>{before}</td>
                <td>{after}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** What a file would change; the form below is filled in from it. */
function FileReport({ lines, added, changed, problems }: SettingFileReport) {
  return (
    <section aria-labelledby="file-report" role="status" className="stack">
      <h2 id="file-report">{`${added} new, ${changed} changed, ${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}`}</h2>
      <p>{`The form below is filled in from ${lines} ${lines === 1 ? 'line' : 'lines'}. Nothing is saved yet: look at it, and save it.`}</p>
      {problems.length > 0 && (
        <table className="entry-table">
          <thead>
            <tr>
              <th scope="col">Line</th>
              <th scope="col">Column</th>
              <th scope="col">What is wrong</th>
            </tr>
          </thead>
          <tbody>
            {problems.map(({ line, column, text }) => (
              <tr key={`${line}${column}${text}`}>
                <td>{line}</td>
                <td>{column}</td>
                <td>{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function FileForm({ action, error }: { action: string; error: string | undefined }) {
  const text = { name: 'file', label: 'A file of a spreadsheet, CSV', error };
  return (
    <section aria-labelledby="as-file" className="stack">
      <h2 id="as-file">As a file</h2>
      <p>
        <ActionLink href={deskPaths.accessoriesFile()}>All accessories as CSV</ActionLink>
      </p>
      <form method="post" action={action} encType="multipart/form-data" className="stack">
        <input type="hidden" name="intent" value="file" />
        <div className="field">
          <label htmlFor={text.name}>{text.label}</label>
          <FieldNotes {...text} />
          <input type="file" accept=".csv,.tsv,.txt,text/csv" {...getControlProps(text)} />
        </div>
        <p className="note">A row with a No that is here changes that one; others are added. None is taken away.</p>
        <p>
          <Button busyText="Reading…">Fill in from the file</Button>
        </p>
      </form>
    </section>
  );
}

type LogoProps = { logo: Shown['logo']; action: string; error: string | undefined };

function Logo({ logo, action, error }: LogoProps) {
  const text = {
    name: 'logo',
    label: 'Picture of the logo',
    help: 'JPEG, PNG, WebP or AVIF of at most 8 MB. It is made small, on white.',
    error,
  };
  return (
    <section aria-labelledby="shop-logo" className="stack">
      <h2 id="shop-logo">Logo</h2>
      <p className="note">
        {logo ? 'It stands in the header in place of the name, which is read out.' : 'The header has the name.'}
      </p>
      {logo && <img src={paths.logo(logo.hash)} alt="The logo" width={logo.width} height={logo.height} />}
      <form method="post" action={action} encType="multipart/form-data" className="stack">
        <div className="field">
          <ul className="photo-tiles">
            <li>
              <label>
                <Icon name="camera" />
                {text.label}
                <input type="file" accept={photoTypes.join(',')} {...getControlProps(text)} />
              </label>
            </li>
          </ul>
          <FieldNotes {...text} />
        </div>
        <p className="row">
          <Button name="intent" value="preview-logo">
            Look at the logo first
          </Button>{' '}
          <Button kind="primary" name="intent" value="logo">
            {logo ? 'Replace the logo' : 'Give this logo'}
          </Button>
        </p>
      </form>
      {logo && (
        <form method="post" action={action}>
          <p>
            <Button name="intent" value="remove-logo">
              Remove the logo
            </Button>
          </p>
        </form>
      )}
    </section>
  );
}

/** Facts, texts and prices of the shop (docs/product.md, "The shop's own texts"). */
export default function ShopScreen() {
  const screen = useLoaderData<typeof loader>();
  const { name, action, isPrice, texts, branches, versions, differences, reads } = screen;
  const sent = useActionData<RejectedForm & { isConflict?: boolean; file?: SettingFileReport }>();
  const actionData = sent ?? screen.unfinished ?? undefined;
  const form = settingForms[name];
  const typed: Typed = {
    values: actionData?.values ?? screen.values,
    errors: actionData?.errors ?? {},
    readings: actionData?.readings ?? {},
  };
  const isConflict = actionData !== undefined && 'isConflict' in actionData && actionData.isConflict === true;
  return (
    <DeskPage title={getTitle(screen)}>
      {isPrice && (
        <KindLinks
          label="Part"
          kinds={texts.map((text) => ({
            text: text.title,
            count: text.count,
            href: text.href,
            isCurrent: text.name === name,
          }))}
        />
      )}
      {!isPrice && texts.length > 0 && (
        <nav aria-label="Texts">
          <Fold title={form.title} note={`one of ${texts.length}`}>
            <ul className="link-list">
              {texts.map((text) => (
                <li key={text.name}>
                  <a href={text.href} aria-current={text.name === name ? 'page' : undefined}>
                    {text.title} <small>{text.note}</small>
                  </a>
                </li>
              ))}
            </ul>
          </Fold>
        </nav>
      )}
      {sent?.file && <FileReport {...sent.file} />}
      {actionData && actionData.message !== '' && (
        <ErrorSummary message={actionData.message} errors={actionData.errors} />
      )}
      {isConflict && (
        <Differences
          title="Changed in the meantime"
          heads={['Saved now', 'Yours']}
          rows={findDifferences(screen.values, typed.values)}
        />
      )}
      <form method="post" action={action} className="stack">
        <KeyField values={actionData?.values} />
        <input type="hidden" name="version" value={screen.version} />
        {name === 'sections' && (
          <p className="note">
            What is not ticked is in no menu, and its address says that it is not offered. What was sent before stays.
          </p>
        )}
        <FieldGrid>
          {Object.entries(form.fields).map(([path, field]) => (
            <Control key={path} name={path} field={field} typed={typed} />
          ))}
        </FieldGrid>
        {screen.upiIsSet && (
          <p className="note">The setting UPI_ADDRESS of the process counts before the address here.</p>
        )}
        {form.rows.map((part) => (
          <Rows key={part.path} part={part} typed={typed} />
        ))}
        <SaveBar>
          <Button name="intent" value="preview">
            Look at it first
          </Button>
          <Button kind="primary" name="intent" value="save">
            Save
          </Button>
        </SaveBar>
      </form>
      {name === 'accessories' && <FileForm action={action} error={typed.errors.file} />}
      {name === 'look' && <Logo logo={screen.logo} action={action} error={typed.errors.logo} />}
      {name === 'shop' && (
        <section aria-labelledby="branches">
          <h2 id="branches">Branches</h2>
          <ul className="rows">
            {branches.map((branch) => (
              <li key={branch.id}>
                <div>
                  <ActionLink href={branch.href}>{branch.name}</ActionLink>
                  <p className="note">{branch.text}</p>
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
      {isPrice && (
        <p>
          <ActionLink href={deskPaths.roadTax()}>On-road rates</ActionLink>
        </p>
      )}
      {differences && (
        <Differences title="Compared with what is shown" heads={['That version', 'Shown']} rows={differences} />
      )}
      {reads && (
        <section aria-labelledby="reads">
          <h2 id="reads">As it reads</h2>
          <FormattedText blocks={reads} />
        </section>
      )}
      <Versions versions={versions} action={action} />
    </DeskPage>
  );
}
