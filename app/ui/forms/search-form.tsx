import { paths } from '~/paths';
import { Icon } from '../primitives/icon';
import { getControlProps, HiddenFields, type HiddenValues } from './field';

type SearchFormProps = {
  /** URL of the search; the text is sent as `q`. */
  action: string;
  label: string;
  placeholder?: string;
  value?: string | null | undefined;
  error?: string | null | undefined;
  isShort?: boolean;
  hiddenFields?: HiddenValues;
  /**
   * The vehicles of this page that the enhancement script filters in place, without a request.
   *
   * `list`: id of the element that contains them; `unit`: what they are, as 'bikes'; `none`: shown when none is left
   */
  filters?: { list: string; unit: string; none: string };
};

export function SearchForm({
  action,
  label,
  placeholder,
  value,
  error,
  isShort = false,
  hiddenFields,
  filters,
}: SearchFormProps) {
  const text = { name: 'q', label, ...(error && { error }) };
  const form = (
    // biome-ignore lint/a11y/useSemanticElements: React 18 knows no search element, and older readers only the role
    <form
      className="search-form"
      action={action}
      role="search"
      data-filters={filters?.list}
      data-unit={filters?.unit}
      data-none={filters?.none}
    >
      {hiddenFields && <HiddenFields fields={hiddenFields} />}
      <label className="unseen" htmlFor="q">
        {label}
      </label>{' '}
      <input
        type="search"
        defaultValue={value ?? undefined}
        placeholder={placeholder ?? label}
        {...getControlProps(text)}
      />{' '}
      <button type="submit" className="button">
        <Icon name="search" />
        <span className={isShort ? 'unseen' : undefined}>Search</span>
      </button>
    </form>
  );
  return (
    <>
      {form}
      {/* In the colour of its place, a green head or a yellow banner, on which red cannot be read. */}
      {error && <p id="q-error">{error}</p>}
      {filters && (
        // Takes no space while empty: the layout must not shift when the script fills it.
        <p className="unseen" role="status">
          <span />{' '}
          <a href={paths.browse()} hidden>
            Search everything
          </a>
        </p>
      )}
    </>
  );
}
