import { useLoaderData } from '@remix-run/react';
import type { MetaFunction } from '@remix-run/node';
import { formatCount } from '~/domain/shared/money';
import { deskPaths } from '~/paths';
import { DeskPage } from '~/ui/desk/desk-frame';
import { SaveBar } from '~/ui/desk/folds';
import { pageMeta } from '~/ui/page/page-meta';
import { ActionLink, Button, ButtonLink } from '~/ui/primitives/button';
import { Icon } from '~/ui/primitives/icon';
import type { ScreenHandle } from '~/ui/screen-kind';
import { ImportSteps, importTexts } from './import-parts';
import type { loader } from './upload.server';

export { action, loader } from './upload.server';

export const handle: ScreenHandle = { kind: 'enhanced', unlisted: true };

const secondsUntilReload = 2;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  ...pageMeta(matches, 'Import', 'What a file would change.'),
  ...(data?.isAtWork ? [{ httpEquiv: 'refresh', content: String(secondsUntilReload) }] : []),
];

type Data = ReturnType<typeof useLoaderData<typeof loader>>;
type Report = NonNullable<Data['report']>;

/** What a file would change, before and after it was applied (docs/product.md, "Stock"). */
export default function Upload() {
  const data = useLoaderData<typeof loader>();
  const { isAtWork, isDone, report, failure } = data;
  return (
    <DeskPage title={importTexts[data.kind].title}>
      <ImportSteps passed={isDone ? 3 : isAtWork ? 1 : 2} />
      <FileBar {...data} />
      {failure && (
        <p className="message" role="alert">
          <Icon name="alert" />
          {failure}
        </p>
      )}
      {isAtWork && <Work {...data} />}
      {report && !isAtWork && <Counts {...report} />}
      {isDone && <Done {...data} />}
      {report && !isAtWork && !isDone && <Look {...data} report={report} />}
    </DeskPage>
  );
}

function FileBar({ kind, fileName, report }: Data) {
  return (
    <div className="import-file-bar">
      <b>{fileName}</b>
      {report && (
        <small>
          {[
            `${formatCount(report.lines)} ${report.lines === 1 ? 'line' : 'lines'}`,
            report.encoding,
            report.separator,
          ].join(' · ')}
        </small>
      )}
      <a className="action-link" href={deskPaths.import(kind)}>
        Another file
      </a>
    </div>
  );
}

const workTexts: Readonly<Record<string, string>> = {
  checking: 'Comparing it with what is here',
  applying: 'Applying it',
  undoing: 'Undoing it',
};

const Work = ({ state, progress }: Data) => (
  <p className="import-work" role="status">
    <b>{workTexts[state]}</b> {progress > 0 && `${formatCount(progress)} lines so far. `}This page reloads itself.
  </p>
);

const Counts = ({ counts: { added, changed, unchanged, refused } }: Report) => (
  <dl className="import-counts">
    <div className="counts-added">
      <dd>{formatCount(added)}</dd>
      <dt>new</dt>
    </div>
    <div className="counts-changed">
      <dd>{formatCount(changed)}</dd>
      <dt>changed</dt>
    </div>
    <div>
      <dd>{formatCount(unchanged)}</dd>
      <dt>as they are</dt>
    </div>
    <div className="counts-refused">
      <dd>{formatCount(refused)}</dd>
      <dt>refused</dt>
    </div>
  </dl>
);

function Done({ kind, state, report }: Data) {
  const { list, undone } = importTexts[kind];
  return (
    <form method="post" className="row">
      <ButtonLink kind="primary" href={list.href}>
        {list.text}
      </ButtonLink>
      {state === 'applied' && report && report.counts.added + report.counts.changed > 0 && (
        <Button name="intent" value="undo" icon="undo">
          Undo
        </Button>
      )}
      {state === 'undone' && <span>{undone}</span>}
    </form>
  );
}

function Look({ id, kind, report, fields, hasContent }: Data & { report: Report }) {
  const { counts, listed, header, example, mapping } = report;
  const changes = counts.added + counts.changed;
  const rejected = counts.refused > 0 ? `, leave out ${formatCount(counts.refused)}` : '';
  return (
    <form method="post" className="import-look">
      <div className="import-two">
        <div>
          {counts.refused > 0 && (
            <section aria-labelledby="refused">
              <h2 id="refused">{formatCount(counts.refused)} refused</h2>
              <table className="import-problems">
                <thead>
                  <tr>
                    <th scope="col">Line</th>
                    <th scope="col">Column</th>
                    <th scope="col">What is wrong</th>
                  </tr>
                </thead>
                <tbody>
                  {report.problems.map(({ line, column, text }) => (
                    <tr key={`${line}${column}`}>
                      <td>{line}</td>
                      <td>{column}</td>
                      <td>{text}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
              <More shown={report.problems.length} listed={listed.problems} href="?all=problems" of="problems" />
            </section>
          )}
          {counts.changed > 0 && (
            <section aria-labelledby="changed">
              <h2 id="changed">{formatCount(counts.changed)} changed</h2>
              <table className="import-changes">
                <thead>
                  <tr>
                    <th scope="col">Line</th>
                    <th scope="col">Vehicle</th>
                    <th scope="col">Was</th>
                    <th scope="col">Becomes</th>
                  </tr>
                </thead>
                <tbody>
                  {report.changes.map(({ line, title, column, was, becomes, subjectId }) => (
                    <tr key={`${line}${column}`}>
                      <td>{line}</td>
                      <td>
                        <a href={importTexts[kind].getItem(subjectId)}>{title}</a>
                        <small>{column}</small>
                      </td>
                      <td>{was || '–'}</td>
                      <td>{becomes || '–'}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
              <More shown={report.changes.length} listed={listed.changes} href="?all=changes" of="changes" />
            </section>
          )}
        </div>
        <section aria-labelledby="columns">
          <h2 id="columns">Columns</h2>
          <table className="import-columns">
            <thead>
              <tr>
                <th scope="col">In your file</th>
                <th scope="col">Is our</th>
              </tr>
            </thead>
            <tbody>
              {header.map((text, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity.
                <tr key={at} className={mapping[at] === null ? 'column-unsure' : undefined}>
                  <td>
                    <b>{text || `Column ${at + 1}`}</b>
                    <small>{example[at]}</small>
                  </td>
                  <td>
                    <select name="column" aria-label={`Column ${text} is`} defaultValue={mapping[at] ?? ''}>
                      <option value="">Leave out</option>
                      {fields.map(({ value, label }) => (
                        <option key={value} value={value}>
                          {label}
                        </option>
                      ))}
                    </select>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {hasContent && (
            <Button name="intent" value="look">
              Look again
            </Button>
          )}
        </section>
      </div>
      <SaveBar>
        {changes > 0 && hasContent && (
          <Button kind="primary" name="intent" value="apply" busyText="Applying…">
            {`Apply ${formatCount(changes)}${rejected}`}
          </Button>
        )}
        <ButtonLink href={deskPaths.import(kind)}>{`Stop${changes === 0 ? ': nothing to apply' : ''}`}</ButtonLink>
      </SaveBar>
      <input type="hidden" name="import" value={id} />
    </form>
  );
}

type MoreProps = { shown: number; listed: number; href: string; of: string };

/** The report lists only the first of very many. */
const More = ({ shown, listed, href, of }: MoreProps) =>
  listed > shown ? <ActionLink href={href}>{`The first ${formatCount(listed)} ${of}`}</ActionLink> : null;
