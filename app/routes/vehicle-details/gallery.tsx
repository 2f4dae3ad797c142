import type { CSSProperties } from 'react';
import { countText } from '~/domain/shared/money';
import { paths } from '~/paths';
import { FactList } from '~/ui/page/text-blocks';
import { ConditionChip, Plate, Tag } from '~/ui/primitives/chips';
import { Drawing } from '~/ui/primitives/drawing';
import { Icon } from '~/ui/primitives/icon';
import { Photo } from '~/ui/vehicles/card-parts';
import { Estimate } from '~/ui/vehicles/vehicle-card';
import type { BodyStyle } from '~db/enums';
import type { Details, Fact, FactGroup, Pictures } from './details';

function shown({ value, look, isEstimate }: Fact, isElectric: boolean) {
  if (look === 'chip') return <ConditionChip condition={value} />;
  if (look === 'plate') return <Plate registration={value} isElectric={isElectric} />;
  return isEstimate ? <Estimate figure={value} /> : value;
}

/** All known facts, in groups. */
export function FactGroups({ groups, isElectric }: { groups: readonly FactGroup[]; isElectric: boolean }) {
  const columns: CSSProperties = { '--columns': groups.length === 3 ? 3 : 2 };
  return (
    <div className="vehicle-specs" style={columns}>
      {groups.map(({ title, facts }) => (
        <section key={title} aria-label={title}>
          <h2>{title}</h2>
          <FactList facts={facts.map((fact) => ({ name: fact.name, value: shown(fact, isElectric) }))} />
        </section>
      ))}
    </div>
  );
}

/** Left and right end of each drawing, as fractions of its width: its length is painted on the road between them. */
const ends: Readonly<Record<BodyStyle, readonly [from: number, to: number]>> = {
  commuter: [0.087, 0.929],
  naked: [0.091, 0.938],
  sport: [0.091, 0.938],
  cruiser: [0.032, 0.972],
  retro: [0.041, 0.98],
  adventure: [0.042, 0.965],
  scrambler: [0.068, 0.97],
  'scooter-classic': [0.106, 0.893],
  'scooter-maxi': [0.074, 0.92],
  'scooter-electric': [0.091, 0.89],
  moped: [0.101, 0.88],
};

function Length({ of, millimetres }: { of: BodyStyle; millimetres: number }) {
  const [from, to] = ends[of];
  const between: CSSProperties = { '--start': from, '--end': to };
  return (
    <p className="vehicle-length" style={between}>
      <span className="visually-hidden">Length </span>
      {`${countText(millimetres)} mm`}
    </p>
  );
}

/** Label of each picture: its colour, or its number. */
function pictureNames(pictures: Pictures): string[] {
  return pictures.kind === 'colourways'
    ? pictures.colourways.map(({ name }) => name)
    : pictures.photos.map((_, index) => `Photo ${index + 1}`);
}

type GalleryProps = Pick<
  Details,
  'id' | 'name' | 'sale' | 'pictures' | 'image' | 'lengthMm' | 'isSampleListing' | 'backHref'
>;

/** The vehicle large on its road, one picture at a time; the URL has its number, and Prev and Next cycle. */
export function Gallery({ id, name, sale, pictures, image, lengthMm, isSampleListing, backHref }: GalleryProps) {
  const names = pictureNames(pictures);
  const last = names.length;
  const hrefOf = (one: number) => paths.vehicle(id, { image: one > 1 ? one : undefined });
  const tag = {
    upcoming: 'Coming Soon',
    sold: 'Sold',
    listed: isSampleListing ? 'Sample' : null,
    new: null,
    used: null,
  }[sale];
  return (
    <div className={sale === 'upcoming' ? 'gallery upcoming' : 'gallery'}>
      <div className="scene">
        <p className="row">
          <a className="action-link" href={backHref} data-back="">
            <Icon name="back" />
            Back
          </a>{' '}
          {tag && <Tag isYellow={sale === 'upcoming'}>{tag}</Tag>}
        </p>
        <Picture name={name} pictures={pictures} image={image} lengthMm={lengthMm} />
      </div>
      {last > 1 && (
        <nav className="gallery-nav" aria-label="Pictures">
          <a className="icon-button" href={hrefOf(image > 1 ? image - 1 : last)}>
            <Icon name="back" />
            <span className="visually-hidden">Previous picture</span>
          </a>
          <ol>
            {names.map((one, index) => (
              <li key={one}>
                <a href={hrefOf(index + 1)} aria-current={index + 1 === image || undefined}>
                  <Swatch pictures={pictures} index={index} />
                  {one}
                </a>
              </li>
            ))}
          </ol>
          <a className="icon-button" href={hrefOf(image < last ? image + 1 : 1)}>
            <Icon name="go" />
            <span className="visually-hidden">Next picture</span>
          </a>
        </nav>
      )}
    </div>
  );
}

type PictureProps = Pick<GalleryProps, 'name' | 'pictures' | 'image' | 'lengthMm'>;

function Picture({ name, pictures, image, lengthMm }: PictureProps) {
  if (pictures.kind === 'photos') {
    const photo = pictures.photos[image - 1];
    return photo ? (
      <Photo
        photo={photo}
        alt={`${name}, photo ${image} of ${pictures.photos.length}`}
        sizes="(min-width: 48rem) 42rem, 100vw"
        isFirst
      />
    ) : null;
  }
  const { bodyStyle } = pictures;
  const colourway = pictures.colourways[image - 1];
  if (!colourway) return null;
  return (
    <>
      <Drawing
        of={bodyStyle}
        colours={colourway}
        label={colourway.name ? `${name} in ${colourway.name}, side view` : `${name}, side view`}
      />
      {lengthMm !== null && <Length of={bodyStyle} millimetres={lengthMm} />}
    </>
  );
}

/** The two colours of a colourway, as a swatch. */
function Swatch({ pictures, index }: { pictures: Pictures; index: number }) {
  const colourway = pictures.kind === 'colourways' ? pictures.colourways[index] : undefined;
  if (!colourway) return null;
  const colours: CSSProperties = { '--body': colourway.body, '--accent': colourway.accent };
  return <span className="swatch" style={colours} />;
}
