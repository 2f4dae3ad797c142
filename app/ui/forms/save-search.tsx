import { paths } from '~/paths';
import { Button } from '../primitives/button';

/**
 * Keeps a search with one press (docs/product.md, "Saved searches"). Nothing for a search of everything.
 *
 * @param href the search as an address of the browse screen
 */
export function SaveSearch({ href }: { href: string }) {
  const [, query] = href.split('?', 2);
  if (!query) return null;
  return (
    <form method="post" action={paths.searches()}>
      <input type="hidden" name="query" value={query} />
      <Button name="intent" value="save">
        Save this search
      </Button>
    </form>
  );
}
