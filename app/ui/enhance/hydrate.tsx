import { type ComponentType, StrictMode, startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { partId, partPropsId } from '../hydrated-part';

/** Marks the document once all effects of the part have run, which browser tests wait for. */
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

/** The `typeof` of each of the props; that of null is `object`, as is that of lists. */
type Shape<Props> = { readonly [Name in keyof Props]-?: TypeOf<Props[Name]> };

const hasShape = <Props extends object>(value: unknown, shape: Shape<Props>): value is Props =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(shape).every(([name, type]) => typeof Reflect.get(value, name) === type);

/**
 * Hydrates what `HydratedPart` rendered on the server: React without a router, whose work on this site servers do.
 *
 * @param shape of the props: a page whose props have another, such as one that was saved or changed on its way, stays
 *   as the server sent it, where everything works without a script
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
