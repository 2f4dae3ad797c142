import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { getPhotoPath } from '~/domain/photos/photo';
import { deskPaths } from '~/paths';
import { DeskPage } from '~/ui/desk/desk-frame';
import { Thumb } from '~/ui/desk/folds';
import { AboveLink, RowLink } from '~/ui/desk/rows';
import { pageMeta } from '~/ui/page/page-meta';
import { Drawing } from '~/ui/primitives/drawing';
import type { ScreenHandle } from '~/ui/screen-kind';
import type { loader } from './route.server';

export { action, loader } from './route.server';

export const handle: ScreenHandle = { kind: 'enhanced', unlisted: true };
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, 'Order of the featured', 'Which vehicles home shows first.');

const titles = { Bike: 'Bikes', Scooter: 'Scooters' } as const;

/** (docs/product.md, "Stock") */
export default function Featured() {
  const { lists, onHome } = useLoaderData<typeof loader>();
  return (
    <DeskPage title="Order of the featured" back={{ text: 'Stock', href: deskPaths.stock() }}>
      <p className="note featured-note">
        Home shows the first {onHome} of each. A vehicle is put among the featured by its own form, under “Where it
        stands”.
      </p>
      {lists.map(({ type, rows }) => (
        <form method="post" key={type} aria-labelledby={type}>
          <div className="section-head">
            <h2 id={type}>{titles[type]}</h2>
          </div>
          {rows.length === 0 && <p className="note">None is featured.</p>}
          <ol className="rows featured-rows">
            {rows.map(({ id, name, price, photo, drawing }, at) => (
              <li key={id}>
                {photo ? <Thumb src={getPhotoPath(photo.hash, 320)} /> : <Drawing {...drawing} />}
                <div>
                  <RowLink href={deskPaths.stockItem(id)}>{name}</RowLink>
                  <p className="line">
                    {at + 1} · {price}
                  </p>
                </div>
                <AboveLink>
                  <MoveButton name="up" id={id} label={`Move ${name} up`} sign="↑" isOff={at === 0} />{' '}
                  <MoveButton name="down" id={id} label={`Move ${name} down`} sign="↓" isOff={at === rows.length - 1} />
                </AboveLink>
              </li>
            ))}
          </ol>
        </form>
      ))}
    </DeskPage>
  );
}

type MoveButtonProps = { name: 'up' | 'down'; id: string; label: string; sign: string; isOff: boolean };

const MoveButton = ({ name, id, label, sign, isOff }: MoveButtonProps) => (
  <button type="submit" className="icon-button" name={name} value={id} aria-label={label} disabled={isOff}>
    {sign}
  </button>
);
