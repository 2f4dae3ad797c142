import { Fragment } from 'react';
import type { Facet } from '~/domain/browse/offer-page.server';
import type { BrowseFilters, FigureFilters } from '~/domain/browse/browse-query';
import { getActiveFilters } from '~/domain/browse/facets';
import { type FacetName, facetTitles } from '~/domain/browse/facet-choices';
import { distanceOptions } from '~/domain/search/search-query';
import { formatCount } from '~/domain/shared/money';
import type { FieldReadings } from '~/domain/shared/typed-numbers';
import { paths } from '~/paths';
import { ErrorSummary } from '../forms/form-messages';
import { getControlProps, FieldNotes, HiddenFields, type HiddenValues } from '../forms/field';
import { Button, ButtonLink } from '../primitives/button';
import { Icon } from '../primitives/icon';
import { PillCheckbox } from './list-tools';

export type FilterFormProps = {
  action: string;
  filters: BrowseFilters;
  facets: readonly Facet[];
  /** Validation errors of ignored numbers, by field name. */
  errors: Readonly<Record<string, string>>;
  /** Their raw text. */
  formValues: Readonly<Record<string, string>>;
  /** The numbers that these texts can mean. */
  readings: FieldReadings;
  hiddenFields: HiddenValues;
  clearHref: string;
  getHref: (changed: BrowseFilters) => string;
};

const formatOptionCount = (vehicles: number | null): string | undefined =>
  vehicles === null ? undefined : formatCount(vehicles);

function CheckboxGroup({ facet, name, error }: { facet: Facet; name: string; error: string | undefined }) {
  if (facet.options.length === 0) return null;
  return (
    <fieldset id={error && name}>
      <legend>{facetTitles[facet.name]}</legend>
      <div className="pills">
        {facet.options.map(({ text, value, isSelected, vehicles }) => (
          <Fragment key={value}>
            <PillCheckbox
              name={name}
              value={value}
              text={text}
              isChecked={isSelected}
              count={formatOptionCount(vehicles)}
            />{' '}
          </Fragment>
        ))}
      </div>
      <FieldNotes name={name} error={error} />
    </fieldset>
  );
}

type ChoiceProps = Pick<FilterFormProps, 'filters' | 'errors' | 'readings'> & {
  facet: Facet;
  name: keyof FigureFilters;
};

/**
 * A choice of common values for a minimum or maximum. A value in the URL is offered too, if it is another. Nothing if
 * there is no choice, as of owners in a list whose offers state none.
 */
function BoundChoice({ facet, name, filters, errors, readings }: ChoiceProps) {
  const current = filters[name];
  if (current === null && facet.options.length === 0 && !errors[name]) return null;
  const [active] = getActiveFilters(facet.name, filters);
  const isUsual = current === null || facet.options.some(({ value }) => value === String(current));
  const text = { name, label: facetTitles[facet.name], error: errors[name], readings: readings[name] };
  return (
    <div>
      <label htmlFor={name}>{text.label}</label>
      <select defaultValue={current ?? ''} {...getControlProps(text)}>
        <option value="">Any</option>
        {!isUsual && <option value={current}>{active?.text}</option>}
        {facet.options.map(({ text, value, vehicles }) => (
          <option key={value} value={value}>
            {vehicles === null ? text : `${text} (${formatOptionCount(vehicles)})`}
          </option>
        ))}
      </select>
      <FieldNotes {...text} />
    </div>
  );
}

const figureLabels = {
  minPrice: 'From ₹',
  maxPrice: 'to ₹',
  minCc: 'Engine from cc',
  maxCc: 'to cc',
  minPower: 'Power from PS',
  maxPower: 'to PS',
  minMileage: 'Mileage from km/l',
  minRange: 'Range from km',
  maxSeatHeight: 'Seat up to mm',
  maxWeight: 'Weight up to kg',
} as const satisfies Partial<Record<keyof FigureFilters, string>>;
const additionalFigures = [
  ['minCc', 'engine'],
  ['maxCc', 'engine'],
  ['minPower', 'power'],
  ['maxPower', 'power'],
  ['minMileage', 'mileage'],
  ['minRange', 'range'],
  ['maxSeatHeight', 'seatHeight'],
  ['maxWeight', 'weight'],
] as const satisfies readonly (readonly [keyof typeof figureLabels, FacetName])[];

type FigureFieldProps = Pick<FilterFormProps, 'filters' | 'errors' | 'formValues' | 'readings'> & {
  name: keyof typeof figureLabels;
};

function FigureField({ name, filters, errors, formValues, readings }: FigureFieldProps) {
  const text = { name, label: figureLabels[name], error: errors[name], readings: readings[name] };
  return (
    <div>
      <label htmlFor={name}>{text.label}</label>
      <input
        inputMode="numeric"
        defaultValue={formValues[name] ?? filters[name] ?? undefined}
        {...getControlProps(text)}
      />
      <FieldNotes {...text} />
    </div>
  );
}

function CityChoice({
  facet,
  filters,
  errors,
  formValues,
}: Omit<FigureFieldProps, 'name' | 'readings'> & { facet: Facet }) {
  const text = { name: 'city', label: facetTitles.city, error: errors.city };
  return (
    <div className="two-columns">
      <div>
        <label htmlFor="city">{text.label}</label>
        <input list="cities" defaultValue={formValues.city ?? filters.city ?? undefined} {...getControlProps(text)} />
        <FieldNotes {...text} />
        <datalist id="cities">
          {facet.options
            .filter(({ setting }) => setting.within === null)
            .map(({ value, vehicles }) => (
              <option key={value} value={value} label={formatOptionCount(vehicles)} />
            ))}
        </datalist>
      </div>
      <div>
        <label htmlFor="within">Within</label>
        <select id="within" name="within" defaultValue={filters.within ?? ''}>
          <option value="">City only</option>
          {distanceOptions.map((km) => (
            <option key={km} value={km}>{`${km} km`}</option>
          ))}
        </select>
      </div>
      <a className="plate-link" href={paths.plate()}>
        or by number plate
      </a>
    </div>
  );
}

const additionalFacets: readonly FacetName[] = [
  'bodyStyle',
  'engine',
  'power',
  'mileage',
  'range',
  'seatHeight',
  'weight',
];

/** All filters in one form, so that several can be changed with one page load. Works without a script. */
export function FilterForm({
  action,
  filters,
  facets,
  errors: { maxYear, ...fieldErrors },
  formValues,
  readings,
  hiddenFields,
  clearHref,
  getHref,
}: FilterFormProps) {
  // The years have one field.
  const errors = maxYear ? { minYear: maxYear, ...fieldErrors } : fieldErrors;
  const getFacet = (name: FacetName) => facets.find((facet) => facet.name === name);
  const boxes = (name: FacetName, parameter: string = name) => {
    const facet = getFacet(name);
    return facet && <CheckboxGroup facet={facet} name={parameter} error={errors[parameter]} />;
  };
  const choice = (name: FacetName, parameter: keyof FigureFilters) => {
    const facet = getFacet(name);
    return (
      facet && <BoundChoice facet={facet} name={parameter} filters={filters} errors={errors} readings={readings} />
    );
  };
  const figure = (name: keyof typeof figureLabels) => (
    <FigureField key={name} {...{ name, filters, errors, formValues, readings }} />
  );
  const price = getFacet('price');
  const city = getFacet('city');
  const hasFurther = facets.some(({ name, active }) => additionalFacets.includes(name) && active.length > 0);
  const further = additionalFigures.filter(([, name]) => getFacet(name));
  const hasFurtherErrors = further.some(([name]) => errors[name] !== undefined);
  return (
    <form action={action}>
      <HiddenFields fields={hiddenFields} />
      {/* Beside its fields: above the list, the panel would cover it. */}
      {Object.keys(errors).length > 0 && <ErrorSummary message="Left out of this search:" errors={errors} />}
      {boxes('kind')}
      {boxes('vehicleType')}
      {boxes('fuelType')}
      {city && <CityChoice facet={city} filters={filters} errors={errors} formValues={formValues} />}
      {boxes('brand')}
      {boxes('condition')}
      <fieldset>
        <legend className="unseen">Price</legend>
        <div className="two-columns">
          {figure('minPrice')}
          {figure('maxPrice')}
        </div>
        {price && price.options.length > 0 && (
          <ul className="bands">
            {price.options.map(({ text, setting, isSelected, vehicles }) => (
              <li key={text}>
                <a href={getHref({ ...filters, ...setting })} aria-current={isSelected || undefined}>
                  {`${text} `}
                  <small>{formatOptionCount(vehicles)}</small>
                </a>
              </li>
            ))}
          </ul>
        )}
      </fieldset>
      <div className="two-columns">
        {choice('year', 'minYear')}
        {choice('kilometres', 'maxKilometres')}
        {choice('owners', 'maxOwners')}
        {choice('posted', 'postedWithin')}
      </div>
      {boxes('photo', 'withPhoto')}
      <details open={hasFurther || hasFurtherErrors || undefined}>
        <summary>
          {getFacet('weight') ? 'Body style, engine, seat, weight' : 'Body style, engine, mileage'}
          <Icon name="down" />
        </summary>
        <div>
          {boxes('bodyStyle')}
          <div className="two-columns">{further.map(([name]) => figure(name))}</div>
        </div>
      </details>
      <p className="two-columns filter-submit">
        <ButtonLink href={clearHref}>Clear</ButtonLink> <Button kind="primary">Show</Button>
      </p>
    </form>
  );
}
