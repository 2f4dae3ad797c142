import { distancesAround } from '~/domain/search/offer-filters';
import { paths } from '~/paths';
import { Button } from '../primitives/button';
import { controlProps, FieldNotes, HiddenFields, type HiddenValues } from './field';

type CityFormProps = {
  action: string;
  /** Other filters of the list: sent along by name. */
  hiddenFields: HiddenValues;
  /** As it was typed, where it is not known. */
  city: string | null;
  within: number | null;
  error?: string | undefined;
};

/** A city, and how far around it a list reaches. */
export function CityForm({ action, hiddenFields, city, within, error }: CityFormProps) {
  const text = { name: 'city', label: 'City', ...(error !== undefined && { error }) };
  return (
    <form action={action} className="short-form">
      <HiddenFields fields={hiddenFields} />
      <div>
        <label htmlFor="city">{text.label}</label> <input defaultValue={city ?? undefined} {...controlProps(text)} />
        <FieldNotes {...text} />
      </div>{' '}
      <div>
        <label htmlFor="within">Around it</label>{' '}
        <select id="within" name="within" defaultValue={within ?? ''}>
          <option value="">City only</option>
          {distancesAround.map((km) => (
            <option key={km} value={km}>
              {`${km} km`}
            </option>
          ))}
        </select>
      </div>{' '}
      <Button>Show</Button> <a href={paths.plate()}>or by number plate</a>
    </form>
  );
}
