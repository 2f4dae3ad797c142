import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { mayUse } from '~/domain/shared/permissions';
import { findPhotoUpload } from '~/domain/stock/stock-photos.server';
import { deskPaths } from '~/paths';
import { DeskPage } from '~/ui/desk/desk-frame';
import { pageMeta } from '~/ui/page/page-meta';
import { Button, ButtonLink } from '~/ui/primitives/button';
import type { ScreenHandle } from '~/ui/screen-kind';
import { requireDesk } from '../../access.server';

export const handle: ScreenHandle = { kind: 'enhanced', unlisted: true };
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, 'Photos for many', 'Which vehicle each photo went to.');

export function loader(route: LoaderFunctionArgs) {
  const { runtime, operator } = requireDesk(route, 'sell');
  const upload = findPhotoUpload(runtime.db, route.params.id ?? '');
  if (!upload) throw new Response(null, { status: 404 });
  const { id, results, canBeUndone } = upload;
  const added = results.filter(({ problem }) => problem === null);
  const left = results.filter(({ problem }) => problem !== null);
  return json({
    id,
    results: [...left, ...added],
    counts: { added: added.length, left: left.length },
    undo: !canBeUndone ? null : mayUse(operator, 'stock') ? ('may' as const) : ('manager' as const),
  });
}

/** What became of each file (docs/product.md, "Stock"). */
export default function PhotoResults() {
  const { id, results, counts, undo } = useLoaderData<typeof loader>();
  const isUndone = counts.added > 0 && undo === null;
  return (
    <DeskPage title="Photos for many" back={{ text: 'Stock', href: deskPaths.stock() }}>
      <p role="status">
        {`${counts.added} added${counts.left > 0 ? `, ${counts.left} not` : ''}.`}
        {isUndone && ' Undone: those added were taken away again.'}
      </p>
      <ul className="rows photo-results">
        {results.map(({ file, vehicle, problem }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files can have the same name.
          <li key={at}>
            <b>{file}</b>
            {vehicle && <a href={deskPaths.stockItem(vehicle.id)}>{vehicle.name}</a>}
            {problem !== null && <span className="field-error">{problem}</span>}
          </li>
        ))}
      </ul>
      <form method="post" action={deskPaths.stock()} className="row">
        <ButtonLink kind="primary" href={deskPaths.stockPhotos()}>
          More photos
        </ButtonLink>
        {undo === 'may' && (
          <>
            <input type="hidden" name="batch" value={id} />
            <input type="hidden" name="next" value={deskPaths.photoUpload(id)} />
            <Button name="intent" value="undo" icon="undo">
              Undo
            </Button>
          </>
        )}
      </form>
    </DeskPage>
  );
}
