import { RemixBrowser } from '@remix-run/react';
import { StrictMode, startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';

/** The hydrated page. It marks the document once all effects below have run, which browser tests wait for. */
function HydratedPage() {
  useEffect(() => {
    document.documentElement.dataset.ready = '';
  }, []);
  return <RemixBrowser />;
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedPage />
    </StrictMode>,
  );
});
