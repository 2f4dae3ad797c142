import { maxQueryLength } from '~/domain/search/tokenizer';
import { Icon } from '../primitives/icon';
import { HiddenFields, type HiddenValues } from './field';

type SearchFormProps = {
  /** URL of the search; the text is sent as `q`. */
  action: string;
  label: string;
  placeholder?: string;
  value?: string | null;
  /** The button shows only its icon where space is limited. */
  isShort?: boolean;
  /** Other filters of the list, sent as hidden fields. */
  hiddenFields?: HiddenValues;
  /** Id of the element whose vehicles the enhancement script filters while the visitor types. */
  filters?: string;
};

/** A search: one field and its button. The enhancement script suggests searches while the visitor types. Stylesheet
 * `search-form`. */
export function SearchForm({
  action,
  label,
  placeholder,
  value,
  isShort = false,
  hiddenFields,
  filters,
}: SearchFormProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: React 18 knows no search element, and older readers only the role
    <form className="search-form" action={action} role="search" data-filters={filters}>
      {hiddenFields && <HiddenFields fields={hiddenFields} />}
      <label className="visually-hidden" htmlFor="q">
        {label}
      </label>{' '}
      <input
        id="q"
        name="q"
        type="search"
        defaultValue={value ?? undefined}
        placeholder={placeholder ?? label}
        maxLength={maxQueryLength}
      />{' '}
      <button type="submit" className="button">
        <Icon name="search" />
        <span className={isShort ? 'visually-hidden' : undefined}>Search</span>
      </button>
    </form>
  );
}
