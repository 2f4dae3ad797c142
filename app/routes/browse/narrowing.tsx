import { Fragment } from 'react';
import type { BrowsePage, Facet } from '~/domain/browse/browse-offers.server';
import { type BrowseFilters, type BrowseSort, noFilters } from '~/domain/browse/browse-query';
import { facetTitles, without } from '~/domain/browse/facets';
import type { FieldErrors } from '~/domain/shared/result';
import { paths } from '~/paths';
import { controlProps, FieldNotes, type FieldText, HiddenFields } from '~/ui/forms/field';
import { ErrorSummary } from '~/ui/forms/form-messages';
import { Filters } from '~/ui/page/filters';
import { ActionLink, Button } from '~/ui/primitives/button';
import { Icon } from '~/ui/primitives/icon';
import { browseAddress } from './browse-address';

type NarrowingProps = {
  filters: BrowseFilters;
  sort: BrowseSort;
  facets: readonly Facet[];
  understood: BrowsePage['understood'];
  /** Validation errors of ignored figures, by field name. */
  errors: FieldErrors;
  /** Their raw text. */
  formValues: Readonly<Record<string, string>>;
};

type PriceFieldProps = FieldText & { value: string | number | null };

/** One end of a price range, with its label on the same line. */
function PriceField({ value, ...text }: PriceFieldProps) {
  return (
    <div>
      <label htmlFor={text.name}>{text.label}</label>{' '}
      <input inputMode="numeric" maxLength={14} defaultValue={value ?? undefined} {...controlProps(text)} />
      <FieldNotes {...text} />
    </div>
  );
}

/** A free price range, beside the four options. */
function PriceRange({ filters, sort, errors, formValues }: Omit<NarrowingProps, 'facets' | 'understood'>) {
  const { minPrice, maxPrice, ...others } = browseAddress(filters, sort);
  return (
    <form action={paths.browse()} className="price-range">
      <HiddenFields fields={others} />
      <PriceField name="minPrice" label="From ₹" value={formValues.minPrice ?? minPrice} error={errors.minPrice} />{' '}
      <PriceField name="maxPrice" label="to ₹" value={formValues.maxPrice ?? maxPrice} error={errors.maxPrice} />{' '}
      <Button>Show</Button>
    </form>
  );
}

/** The filters with the number of results of each option, and links to remove each filter that is set. */
export function Narrowing({ filters, sort, facets, understood, errors, formValues }: NarrowingProps) {
  const hrefOf = (changed: BrowseFilters): string => paths.browse(browseAddress(changed, sort));
  const set = [
    ...(understood?.chips ?? []).map(({ text, rest }) => ({ text, href: hrefOf({ ...filters, q: rest || null }) })),
    ...facets.flatMap(({ name, selected }) =>
      selected === null ? [] : [{ text: selected, href: hrefOf(without(filters, name)) }],
    ),
  ];
  return (
    <section aria-label="Filters">
      {Object.keys(errors).length > 0 && <ErrorSummary message="Left out of this search:" errors={errors} />}
      <Filters
        filters={facets.map(({ name, selected, options, isAtLeast }) => ({
          title: facetTitles[name],
          selected,
          isAtLeast,
          isOpen: name === 'price' && (formValues.minPrice ?? formValues.maxPrice) !== undefined,
          options: options.map(({ text, setting, isSelected, vehicles }) => ({
            text,
            href: hrefOf({ ...filters, ...setting }),
            isSelected,
            count: vehicles,
          })),
          more:
            name === 'price' ? (
              <PriceRange filters={filters} sort={sort} errors={errors} formValues={formValues} />
            ) : undefined,
        }))}
      />
      {understood?.corrected && (
        <p>
          Showing results for <strong>{understood.corrected.to}</strong> ·{' '}
          <a href={hrefOf({ ...filters, q: understood.corrected.literal })}>
            search for {understood.corrected.from} instead
          </a>
        </p>
      )}
      {set.length > 0 && (
        <p className="row active-filters">
          {set.map(({ text, href }) => (
            <Fragment key={text}>
              <a className="button" href={href}>
                <span className="visually-hidden">Without</span> {text} <Icon name="close" />
              </a>{' '}
            </Fragment>
          ))}
          <ActionLink href={paths.browse(browseAddress(noFilters, sort))}>Clear all</ActionLink>
        </p>
      )}
    </section>
  );
}
