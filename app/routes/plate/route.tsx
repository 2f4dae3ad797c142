import { json, type LoaderFunctionArgs, redirect, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { formatReason } from '~/domain/shared/result';
import { formatPlaceName } from '~/domain/places/places.server';
import { findPlate } from '~/domain/places/plates.server';
import { maxQueryLength } from '~/domain/names/tokenizer';
import { validateMaxLength } from '~/domain/shared/text';
import { paths } from '~/paths';
import { getControlProps, FieldNotes } from '~/ui/forms/field';
import { nearKilometres } from '~/ui/page/near-city';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { Button, ButtonLink } from '~/ui/primitives/button';
import type { ScreenHandle } from '~/ui/screen-kind';

export const handle: ScreenHandle = {
  kind: 'enhanced',
  cacheKeyParameters: ['plate'],
  canonicalQuery: [],
  unlisted: (search) => search.has('plate'),
};

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(
    matches,
    'Search by number plate',
    'Type the beginning of a plate, such as MH 12, and see what is for sale there.',
  );

/** Redirects to vehicles around the plate's registration office, or in its state; otherwise explains why not. */
export function loader({ request }: LoaderFunctionArgs) {
  const typed = new URL(request.url).searchParams.get('plate')?.trim() ?? '';
  if (typed === '') return json({ typed, message: null, state: null });
  const tooLong = validateMaxLength('Number plate', typed, maxQueryLength);
  if (tooLong) return json({ typed, message: formatReason(tooLong), state: null });
  const plate = findPlate(typed);
  if ('place' in plate) throw redirect(paths.browse({ city: formatPlaceName(plate.place), within: nearKilometres }));
  if (!('message' in plate)) throw redirect(paths.browse({ q: plate.state }));
  return json({ typed, ...plate });
}

const examples = ['MH 12', 'DL 3C', 'KA 01', 'TN 09', 'UP 32', 'KL'] as const;

/** Search by the beginning of a number plate (docs/product.md, "Plate search"). */
export default function PlateSearch() {
  const { typed, message, state } = useLoaderData<typeof loader>();
  const text = { name: 'plate', label: 'Number plate', ...(message !== null && { error: message }) };
  return (
    <>
      <PageHead
        title="Search by number plate"
        subtitle="Two letters and the office say where it is registered."
        back={{ text: 'Browse', href: paths.browse() }}
      />
      <section className="section stack" aria-label="Search">
        <form action={paths.plate()} className="plate-form stack">
          <label htmlFor="plate">{text.label}</label>
          <div className="plate-field">
            <input
              {...getControlProps(text)}
              defaultValue={typed}
              placeholder="MH 12"
              autoCapitalize="characters"
              spellCheck={false}
            />
          </div>
          <FieldNotes {...text} />
          <p className="row">
            <Button kind="primary">Show what is for sale there</Button>
          </p>
        </form>
        {message !== null && (
          <p className="row">
            {state !== null && <ButtonLink href={paths.browse({ q: state })}>{`All of ${state}`}</ButtonLink>}{' '}
            <ButtonLink href={paths.browse()}>Search by city</ButtonLink>
          </p>
        )}
        <h2>For example</h2>
        <ul className="row plate-examples">
          {examples.map((plate) => (
            <li key={plate}>
              <a className="plate" href={paths.plate(plate)}>
                {plate}
              </a>{' '}
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
