import { type ComponentType, StrictMode, startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { partId, partPropsId } from '../hydrated-part';

/** Marks the document once all effects of the part have run, for browser tests to wait on. */
function Ready() {
  useEffect(() => {
    document.documentElement.dataset.ready = '';
  }, []);
  return null;
}

type TypeOf<Value> = Value extends string
  ? 'string'
  : Value extends number
    ? 'number'
    : Value extends boolean
      ? 'boolean'
      : 'object';

/** The `typeof` of each prop; null and lists are `object`. */
type Shape<Props> = { readonly [Name in keyof Props]-?: TypeOf<Props[Name]> };

const hasShape = <Props extends object>(value: unknown, shape: Shape<Props>): value is Props =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(shape).every(([name, type]) => typeof Reflect.get(value, name) === type);

/**
 * Hydrates what `HydratedPart` rendered on the server, with React but without a router: the server handles routing.
 *
 * @param shape of the props: if those of the page differ, such as on a page that was saved or altered in transit, the
 * part stays as the server rendered it, where everything works without a script
 */
export function hydratePart<Props extends object>(Part: ComponentType<Props>, shape: Shape<Props>): void {
  const place = document.getElementById(partId);
  const props: unknown = JSON.parse(document.getElementById(partPropsId)?.textContent ?? 'null');
  if (!place || !hasShape(props, shape)) return;
  startTransition(() => {
    hydrateRoot(
      place,
      <StrictMode>
        <Part {...props} />
        <Ready />
      </StrictMode>,
    );
  });
}
