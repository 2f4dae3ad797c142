import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { getPhotoPath } from '~/domain/photos/photo';
import { formatCount } from '~/domain/shared/money';
import type { RejectedForm } from '~/submit/form-response.server';
import { deskPaths } from '~/paths';
import { DeskPage } from '~/ui/desk/desk-frame';
import { Thumb } from '~/ui/desk/folds';
import { AboveLink, BulkBar, DeskEmpty, KindLinks, RowLink, Tick } from '~/ui/desk/rows';
import { FieldNotes, getControlProps, KeyField, TextField } from '~/ui/forms/field';
import { ErrorSummary } from '~/ui/forms/form-messages';
import { pageMeta } from '~/ui/page/page-meta';
import { Pager } from '~/ui/page/pager';
import { ActionLink, Button, ButtonLink } from '~/ui/primitives/button';
import { Drawing } from '~/ui/primitives/drawing';
import { Icon } from '~/ui/primitives/icon';
import type { ScreenHandle } from '~/ui/screen-kind';
import { AllOfList, WholeListForm, describeWhole } from '../../whole-list';
import type { Action, loader } from './route.server';

export { rejectionHeaders as headers } from '~/http/responses.server';
export { action, loader } from './route.server';

export const handle: ScreenHandle = { kind: 'enhanced', unlisted: true };
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, 'Riders’ listings', 'What riders published, to be approved or hidden.');

type Data = ReturnType<typeof useLoaderData<typeof loader>>;
type Row = Data['rows'][number];

const titles = { listing: 'Riders’ listings', vehicle: 'Used vehicles', review: 'Reviews' } as const;

const nouns = { listing: 'listings', vehicle: 'vehicles', review: 'reviews' } as const;

const wholeTexts: Readonly<Record<Action, string>> = { check: 'Approve', hide: 'Hide', restore: 'Show again' };

/** Who reads why an item is hidden. */
const readers = { listing: 'the seller', vehicle: 'the seller', review: 'its author' } as const;

const reasons = ['Phone number in the text', 'Price is not credible', 'Not your photo', 'Sold elsewhere'];

/** Decided one by one or together (docs/product.md, "What riders publish"). */
export default function Riders() {
  const {
    of,
    state,
    query,
    rows,
    clean,
    isCleanTicked,
    page,
    pages,
    total,
    whole,
    most,
    kinds,
    subjects,
    mayExport,
    mayImport,
    unfinished,
  } = useLoaderData<typeof loader>();
  const rejected = useActionData<RejectedForm>() ?? unfinished;
  const here = { ...query, page: page === 1 ? null : page };
  const chosen = new Set((rejected?.values.chosen ?? '').split(' '));
  const reason = { name: 'reason', label: `Reason, which ${readers[of]} reads`, error: rejected?.errors.reason };
  if (whole?.intent) {
    const { intent, count, mark } = whole;
    const text = wholeTexts[intent];
    return (
      <DeskPage title={titles[of]} back={{ text: 'the list', href: deskPaths.riders(query) }}>
        <WholeListForm
          action={deskPaths.riders({ ...query, all: intent })}
          back={deskPaths.riders(query)}
          question={`${text} ${describeWhole(count, total, nouns[of])}?`}
          button={`${text} ${formatCount(count)}`}
          isDanger={intent === 'hide'}
          rejected={rejected}
          {...{ intent, mark }}
        >
          {intent === 'hide' && <TextField {...reason} value={rejected?.values.reason ?? whole.reason} />}
        </WholeListForm>
      </DeskPage>
    );
  }
  return (
    <DeskPage title={titles[of]}>
      <KindLinks label="Show" kinds={kinds} />
      {rejected?.message && <ErrorSummary message={rejected.message} errors={rejected.errors} />}
      {rows.length === 0 ? (
        <DeskEmpty title={state === 'new' ? 'Nothing to look at' : 'None'} />
      ) : (
        <form method="post" action={deskPaths.riders(here)}>
          {/* What Enter in the reason presses. */}
          <button type="submit" className="unseen" name="intent" value="hide" tabIndex={-1} aria-hidden="true" />
          <KeyField values={rejected?.values} />
          {clean > 0 && state === 'new' && (
            <div className="tools">
              <ButtonLink href={deskPaths.riders({ ...here, tick: 'clean' })}>
                {`Tick the ${formatCount(clean)} without remark`}
              </ButtonLink>
            </div>
          )}
          <ul className="rows rider-rows">
            {rows.map((row, position) => (
              <RiderRow
                key={row.id}
                row={row}
                of={of}
                state={state}
                isTicked={rejected?.values.chosen ? chosen.has(row.id) : isCleanTicked && row.remarks.length === 0}
                tickId={position === 0 ? 'chosen' : undefined}
              />
            ))}
          </ul>
          <BulkBar legend="What to do with the ticked">
            <FieldNotes name="chosen" error={rejected?.errors.chosen} />
            <FieldNotes {...reason} />
            {state === 'hidden' ? (
              <Button name="intent" value="restore">
                Show again
              </Button>
            ) : (
              <>
                {state !== 'ok' && (
                  <Button kind="primary" name="intent" value="check" data-key="e">
                    Approve
                  </Button>
                )}
                <input
                  {...getControlProps(reason)}
                  aria-label={reason.label}
                  placeholder="Reason"
                  list="reasons"
                  defaultValue={rejected?.values.reason}
                />
                <datalist id="reasons">
                  {reasons.map((text) => (
                    <option key={text} value={text} />
                  ))}
                </datalist>
                <Button kind="danger" name="intent" value="hide">
                  Hide
                </Button>
              </>
            )}
            {pages > 1 && <AllOfList count={most} />}
          </BulkBar>
        </form>
      )}
      <Pager page={page} pages={pages} getHref={(to) => deskPaths.riders({ ...query, page: to === 1 ? null : to })} />
      <nav className="section-links" aria-label="Also by riders">
        {subjects.map(({ subject, href, count }) => (
          <ActionLink key={subject} href={href}>
            {count > 0 ? `${titles[subject]} ${formatCount(count)}` : titles[subject]}
          </ActionLink>
        ))}
        {mayExport && <ActionLink href={deskPaths.ridersFile()}>All as CSV</ActionLink>}
        {mayImport && <ActionLink href={deskPaths.import('listings')}>Import</ActionLink>}
      </nav>
    </DeskPage>
  );
}

type RiderRowProps = Pick<Data, 'of' | 'state'> & { row: Row; isTicked: boolean; tickId: string | undefined };

function RiderRow({ row, of, state, isTicked, tickId }: RiderRowProps) {
  const { id, title, figure, facts, seller, photo, drawing, remarks, age, isLate } = row;
  const item = `${id}.${row.seen}`;
  return (
    <li>
      <div className="stock-picture">
        {photo ? (
          <Thumb src={getPhotoPath(photo, 320)} />
        ) : (
          drawing && <Drawing of={drawing.bodyStyle} colours={drawing} />
        )}
        <Tick value={item} of={title} isChecked={isTicked} id={tickId} />
      </div>
      <div className="rider-facts">
        <p>
          <b>{figure}</b> <span className={isLate ? 'when late' : 'when'}>{age}</span>
        </p>
        <RowLink href={deskPaths.publication(of, id)}>{title}</RowLink>
        <p className="line">{facts}</p>
        <p className="line">{seller}</p>
      </div>
      {remarks.length > 0 && (
        <ul className="remarks">
          {remarks.map((remark) => (
            <li key={remark}>
              <Icon name="alert" />
              {remark}
            </li>
          ))}
        </ul>
      )}
      <AboveLink>
        {state === 'hidden' ? (
          <Button name="restore" value={item}>
            Show again
          </Button>
        ) : (
          <>
            {state !== 'ok' && (
              <Button name="check" value={item}>
                Approve
              </Button>
            )}
            <Button kind="danger" name="hide" value={item}>
              Hide
            </Button>
          </>
        )}
      </AboveLink>
    </li>
  );
}
