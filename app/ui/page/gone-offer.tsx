import type { GoneOffer } from '~/domain/browse/similar-offers.server';
import { paths } from '~/paths';
import { SearchForm } from '../forms/search-form';
import { ButtonLink } from '../primitives/button';
import { CompareForm } from '../vehicles/compare-list';
import { OfferRows, toOfferCard } from '../vehicles/offer-list';
import { EmptyState } from './empty-state';
import { SectionHead } from './page-head';

export const isGoneOffer = (data: unknown): data is { gone: GoneOffer } =>
  typeof data === 'object' && data !== null && 'gone' in data;

const typeWords = { Bike: 'bike', Scooter: 'scooter' } as const;

export const getGoneTitle = ({ type }: Pick<GoneOffer, 'type'>): string =>
  `This ${type ? typeWords[type] : 'vehicle'} is no longer listed`;

export function SimilarOffers({ similar }: Pick<GoneOffer, 'similar'>) {
  if (similar.length === 0) return null;
  return (
    <section aria-labelledby="similar">
      <SectionHead id="similar" title="Similar, and for sale" more={{ text: 'Browse all', href: paths.browse() }} />
      <CompareForm backTo="similar">
        <OfferRows cards={similar.map(toOfferCard)} />
      </CompareForm>
    </section>
  );
}

export function GoneOfferPage({ wasPublic, type, similar }: GoneOffer) {
  return (
    <>
      <div className="section">
        <EmptyState
          level="h1"
          picture={{
            drawing: type === 'Scooter' ? 'scooter-classic' : 'commuter',
            colours: { body: '#26345F', accent: '#C7B48A' },
            stat: { name: 'No longer listed', value: wasPublic ? '410' : '404' },
          }}
          title={getGoneTitle({ type })}
          hint={
            wasPublic
              ? 'It has been sold, or taken down.'
              : 'It has been sold or taken down, or its address is not complete.'
          }
        >
          <SearchForm action={paths.browse()} label="Search vehicles" />
          <p className="row">
            <ButtonLink href={paths.home()} icon="home">
              Go to home
            </ButtonLink>
          </p>
        </EmptyState>
      </div>
      <SimilarOffers similar={similar} />
    </>
  );
}
