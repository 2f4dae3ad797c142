import { paths } from '~/paths';
import { ButtonLink } from '~/ui/primitives/button';
import { Price } from '~/ui/primitives/chips';
import { Icon } from '~/ui/primitives/icon';
import { Photo } from '~/ui/vehicles/card-parts';
import type { Details, LargePhoto } from './details';
import { Thumbnails } from './gallery';
import { getMainAction } from './rail';

type PhotoScreenProps = Details & { photos: readonly LargePhoto[]; photo: number };

/**
 * Photos as large as the window, of which the chosen one is first and others follow by swiping: a page of its own, and
 * with a script a dialog over the page of the offer.
 */
export function PhotoScreen({ photos, photo, ...details }: PhotoScreenProps) {
  const { id, name, priceRupees, own, previewKey: preview } = details;
  const main = own ? null : getMainAction(details);
  const numbered = photos.map((source, index) => ({ ...source, number: index + 1 }));
  const inOrder = [...numbered.slice(photo - 1), ...numbered.slice(0, photo - 1)];
  const getHref = (number: number) => paths.vehicle(id, { photo: number, preview });
  return (
    <dialog className="photo-screen" open aria-labelledby="photo-name">
      <header className="photo-head">
        <h1 id="photo-name">{name}</h1>
        <a
          className="icon-button"
          href={paths.vehicle(id, { preview }, `photo-${photo}`)}
          data-escape=""
          data-dialog=""
        >
          <Icon name="close" />
          <span className="unseen">Close</span>
        </a>
      </header>
      <div className="photo-view">
        <ol>
          {inOrder.map((source, position) => (
            <li key={source.src}>
              <Photo
                photo={source}
                alt={`${name}, photo ${source.number} of ${photos.length}`}
                sizes="100vw"
                isFirst={position === 0}
              />{' '}
              <span className="picture-label" aria-hidden="true">
                {`${source.number} / ${photos.length}`}
              </span>
              {position === 0 && photo > 1 && (
                <a className="icon-button" rel="prev" href={getHref(photo - 1)} data-dialog="">
                  <Icon name="back" />
                  <span className="unseen">Previous photo</span>
                </a>
              )}{' '}
              {position === 0 && photo < photos.length && (
                <a className="icon-button" rel="next" href={getHref(photo + 1)} data-dialog="">
                  <Icon name="go" />
                  <span className="unseen">Next photo</span>
                </a>
              )}
            </li>
          ))}
        </ol>
      </div>
      <footer className="photo-foot">
        {photos.length > 1 && <Thumbnails photos={numbered} current={photo} getHref={getHref} isInDialog />}
        <Price rupees={priceRupees} />
        {main && (
          <ButtonLink kind="primary" href={main.href}>
            {main.text}
          </ButtonLink>
        )}
      </footer>
    </dialog>
  );
}
