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

/** Hydrates what `HydratedPart` rendered on the server: React without a router, whose work on this site servers do. */
export function hydratePart<Props extends object>(Part: ComponentType<Props>): void {
  const place = document.getElementById(partId);
  const props: Props = JSON.parse(document.getElementById(partPropsId)?.textContent ?? '{}');
  if (!place) return;
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
