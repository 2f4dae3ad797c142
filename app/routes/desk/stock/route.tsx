import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { getPhotoPath } from '~/domain/photos/photo';
import { formatCount, formatRupees } from '~/domain/shared/money';
import { deskPaths } from '~/paths';
import { DeskPage } from '~/ui/desk/desk-frame';
import { MoreActions, Thumb } from '~/ui/desk/folds';
import { AboveLink, BulkBar, DeskEmpty, KindLinks, RowLink, Tick } from '~/ui/desk/rows';
import { KeyField, TextField } from '~/ui/forms/field';
import { ErrorSummary } from '~/ui/forms/form-messages';
import { pageMeta } from '~/ui/page/page-meta';
import { Pager } from '~/ui/page/pager';
import { ActionLink, Button, ButtonLink } from '~/ui/primitives/button';
import { Drawing } from '~/ui/primitives/drawing';
import type { ScreenHandle } from '~/ui/screen-kind';
import type { RejectedForm } from '~/submit/form-response.server';
import { AllOfList, WholeListForm, describeWhole } from '../whole-list';
import type { loader, WholeIntent } from './route.server';

export { rejectionHeaders as headers } from '~/http/responses.server';
export { action, loader } from './route.server';

export const handle: ScreenHandle = { kind: 'enhanced', unlisted: true };
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, 'Stock', 'The vehicles of the business, with their prices.');

type Data = ReturnType<typeof useLoaderData<typeof loader>>;
type Row = Data['rows'][number];

const wholeTexts: Readonly<Record<WholeIntent, { what: string; button: string; isDanger: boolean }>> = {
  by: { what: 'Change the prices of', button: 'Change', isDanger: false },
  sold: { what: 'Mark as sold', button: 'Mark', isDanger: false },
  hide: { what: 'Hide', button: 'Hide', isDanger: false },
  retire: { what: 'Retire', button: 'Retire', isDanger: true },
};

/** The whole table is one form, whose first button saves the prices (docs/product.md, "Stock"). */
export default function Stock() {
  const { rows, mayChange, total, whole, most, samples, kinds, sort, sorts, query, page, unfinished } =
    useLoaderData<typeof loader>();
  const rejected = useActionData<RejectedForm>() ?? unfinished;
  const errors: Readonly<Record<string, string>> = rejected?.errors ?? {};
  if (whole?.intent) {
    const { intent, count, mark } = whole;
    const { what, button, isDanger } = wholeTexts[intent];
    return (
      <DeskPage title="Stock" back={{ text: 'the list', href: deskPaths.stock(query) }}>
        <WholeListForm
          action={deskPaths.stock({ ...query, all: intent })}
          back={deskPaths.stock(query)}
          question={`${what} ${describeWhole(count, total, 'vehicles')}?`}
          button={`${button} ${formatCount(count)}`}
          rejected={rejected}
          {...{ intent, mark, isDanger }}
        >
          {intent === 'by' && (
            <TextField
              name="by"
              label="Change prices by"
              value={rejected?.values.by ?? whole.by ?? ''}
              error={errors.percent}
            />
          )}
        </WholeListForm>
      </DeskPage>
    );
  }
  return (
    <DeskPage title="Stock" {...(mayChange && { action: { text: 'Add', href: deskPaths.stockItem('new') } })}>
      <KindLinks label="Show" kinds={kinds} />
      {rejected?.message && <ErrorSummary message={rejected.message} errors={errors} />}
      <form method="get" action={deskPaths.stock()} className="tools stock-tools">
        {query.show && <input type="hidden" name="show" value={query.show} />}
        <input
          type="search"
          name="q"
          defaultValue={query.q}
          aria-label="Name, plate or stock number"
          placeholder="Find"
        />
        <select name="sort" defaultValue={sort} aria-label="Sort">
          {sorts.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <button type="submit" className="button">
          Sort
        </button>
        {mayChange && (
          <a className="action-link stock-wide" href={deskPaths.stockFile()} download>
            CSV
          </a>
        )}
      </form>
      {total === 0 ? (
        <DeskEmpty title={query.q ? 'Nothing found' : 'No vehicle here'}>
          {mayChange && (
            <>
              <ButtonLink kind="primary" href={deskPaths.stockItem('new')}>
                Add
              </ButtonLink>
              <ButtonLink href={deskPaths.import()}>Import</ButtonLink>
            </>
          )}
        </DeskEmpty>
      ) : (
        <form method="post">
          {mayChange && (
            <button type="submit" className="unseen" name="intent" value="prices" tabIndex={-1} aria-hidden="true" />
          )}
          <KeyField values={rejected?.values} />
          <ul className="rows stock-rows">
            {rows.map((row) => (
              <StockRow
                key={row.id}
                row={row}
                mayChange={mayChange}
                typed={rejected?.values[`prices.${row.id}`]}
                error={errors[`prices.${row.id}`]}
              />
            ))}
          </ul>
          <p className="row stock-save">
            {mayChange && (
              <>
                <Button kind="primary" name="intent" value="prices">
                  Save the prices
                </Button>
                <small>Only those that differ.</small>
              </>
            )}
            <ActionLink href={deskPaths.stockPhotos()}>Photos for many</ActionLink>
            {mayChange && <ActionLink href={deskPaths.featured()}>Order of the featured</ActionLink>}
          </p>
          <BulkBar legend="What to do with the ticked">
            {mayChange && (
              <>
                <input name="by" defaultValue={rejected?.values.by ?? '-5 %'} size={6} aria-label="Change prices by" />
                <Button kind="primary" name="intent" value="by">
                  Change prices
                </Button>
              </>
            )}
            <Button name="intent" value="sold">
              Sold
            </Button>
            {mayChange && (
              <>
                <Button name="intent" value="hide">
                  Hide
                </Button>
                <Button kind="danger" name="intent" value="retire">
                  Retire
                </Button>
              </>
            )}
            {page.pages > 1 && <AllOfList count={most} />}
          </BulkBar>
        </form>
      )}
      {samples && <Samples {...samples} />}
      <Pager {...page} getHref={(to) => deskPaths.stock({ ...query, page: to === 1 ? null : to })} />
    </DeskPage>
  );
}

function Samples({ visible, hidden }: NonNullable<Data['samples']>) {
  if (visible + hidden === 0) return null;
  return (
    <form method="post" className="row stock-save">
      {visible > 0 && (
        <>
          <span>{`${visible} used vehicles and listings are samples that came with the site.`}</span>
          <Button name="intent" value="hide-samples">
            Hide the samples
          </Button>
        </>
      )}
      {hidden > 0 && (
        <>
          <span>{`${hidden} samples are hidden.`}</span>
          <Button name="intent" value="show-samples">
            Show the samples
          </Button>
        </>
      )}
    </form>
  );
}

type StockRowProps = { row: Row; mayChange: boolean; typed: string | undefined; error: string | undefined };

function StockRow({ row, mayChange, typed, error }: StockRowProps) {
  const { id, name, price, isUsed, isSold, isHidden, isDraft } = row;
  const field = `prices.${id}`;
  return (
    <li>
      <div className="stock-picture">
        {row.photo ? <Thumb src={getPhotoPath(row.photo.hash, 320)} /> : <Drawing {...row.drawing} />}
        <Tick value={id} of={name} />
      </div>
      <RowLink href={deskPaths.stockItem(id)}>{name}</RowLink>
      <div className="stock-facts">
        <p className="line">
          {row.facts} {row.more && <span className="stock-wide">· {row.more}</span>}
        </p>
        <p className={row.isLate ? 'stock-days late' : 'stock-days'}>
          <span className={isSold || isHidden ? undefined : 'stock-wide'}>{row.state} · </span>
          {row.days !== null && `${row.days} days · `}
          {formatCount(row.asked)} asked<span className="stock-wide"> · {formatCount(row.views)} views</span>
        </p>
      </div>
      <AboveLink>
        {mayChange ? (
          <span className="stock-price">
            {error && (
              <small className="field-error" id={`${field}-error`}>
                {error}
              </small>
            )}
            <input
              id={field}
              name={field}
              inputMode="numeric"
              required
              defaultValue={typed ?? formatCount(price)}
              aria-label={`Price of ${name} in rupees`}
              aria-invalid={error ? true : undefined}
              aria-describedby={error && `${field}-error`}
            />
            <input type="hidden" name={`was.${id}`} value={price} />
          </span>
        ) : (
          <span className="stock-price">{formatRupees(price)}</span>
        )}
        {isSold ? (
          <Button name="unsold" value={id}>
            Not sold
          </Button>
        ) : isHidden ? (
          mayChange && (
            <Button name="show" value={id}>
              {isDraft ? 'Publish' : 'Show'}
            </Button>
          )
        ) : isUsed ? (
          <Button name="sold" value={id}>
            Sold
          </Button>
        ) : (
          mayChange && <ButtonLink href={deskPaths.stockItem(id)}>Edit</ButtonLink>
        )}
        {mayChange && (
          <MoreActions of={name}>
            <a href={deskPaths.stockItem(id)}>Edit</a>
            <button type="submit" name="duplicate" value={id}>
              Duplicate
            </button>
            {!isHidden && (
              <button type="submit" name="hide" value={id}>
                Hide
              </button>
            )}
            <button type="submit" name="retire" value={id}>
              Retire
            </button>
          </MoreActions>
        )}
      </AboveLink>
    </li>
  );
}
