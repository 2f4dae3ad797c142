import { RemixBrowser } from '@remix-run/react';
import { StrictMode, startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';

/** The hydrated page. It marks its document once every effect below has run: browser tests wait for that. */
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
