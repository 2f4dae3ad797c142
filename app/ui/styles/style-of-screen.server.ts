import { isScreenHandle } from '~/ui/screen-kind';
import site from './site.css?inline';

const sheets = import.meta.glob<string>('./sheets/*.css', { query: '?inline', import: 'default', eager: true });

/** One text for each choice of sheets, so that it is put together and hashed once. */
const styles = new Map<string, string>();

/**
 * All the style that a screen is painted with, to be inlined in its page.
 *
 * @param handle the route's `handle` as Remix gives it, which may be anything
 * @param search the query of its address
 */
export function styleOfScreen(handle: unknown, search: URLSearchParams): string {
  const sheetsOf = (isScreenHandle(handle) && handle.sheets) || [];
  const names = typeof sheetsOf === 'function' ? sheetsOf(search) : sheetsOf;
  const choice = names.join();
  const style = styles.get(choice) ?? site + names.map((name) => sheets[`./sheets/${name}.css`] ?? '').join('');
  styles.set(choice, style);
  return style;
}
