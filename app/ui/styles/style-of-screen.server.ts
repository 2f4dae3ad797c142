import { isScreenHandle, type StylesheetName } from '~/ui/screen-kind';
import site from './site.css?inline';

const stylesheets = import.meta.glob<string>('./sheets/*.css', { query: '?inline', import: 'default', eager: true });

/** One text for each choice of sheets, so that it is put together and hashed once. */
const styles = new Map<string, string>();

/** What a page of trouble is painted with in place of its screen's sheets: a poster, and a stone with the status. */
export const errorPageStylesheets: readonly StylesheetName[] = ['stones', 'posters'];

function stylesheetsOf(handle: unknown, search: URLSearchParams): readonly StylesheetName[] {
  if (!isScreenHandle(handle)) return [];
  const { kind, stylesheets: named = [] } = handle;
  const own = typeof named === 'function' ? named(search) : named;
  // Its trouble is drawn in the browser, with the style that the page came with.
  const isInteractive = (typeof kind === 'function' ? kind(search) : kind) === 'interactive';
  return isInteractive ? [...new Set([...errorPageStylesheets, ...own])] : own;
}

/** The site's own style sheet and those named, in their order. */
export function styleWith(names: readonly StylesheetName[]): string {
  const choice = names.join();
  const style = styles.get(choice) ?? site + names.map((name) => stylesheets[`./sheets/${name}.css`] ?? '').join('');
  styles.set(choice, style);
  return style;
}

/**
 * All the style that a screen is painted with, to be inlined in its page.
 *
 * @param handle the route's `handle` as Remix gives it, which may be anything
 * @param search the query of its address
 */
export const styleOfScreen = (handle: unknown, search: URLSearchParams): string =>
  styleWith(stylesheetsOf(handle, search));
