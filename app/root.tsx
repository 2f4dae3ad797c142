import enhancementScript from 'virtual:enhancement-script';
import { Links, Meta, Outlet, Scripts, useLocation, useMatches } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useDocument } from '~/ui/document';
import { isScreenHandle, type ScreenKind } from '~/ui/screen-kind';

function useScreenKind(): ScreenKind {
  const { search } = useLocation();
  const handle = useMatches().at(-1)?.handle;
  const { savesData } = useDocument();
  if (savesData || !isScreenHandle(handle)) return 'plain';
  return typeof handle.kind === 'function' ? handle.kind(new URLSearchParams(search)) : handle.kind;
}

export function Layout({ children }: { children: ReactNode }) {
  const kind = useScreenKind();
  const { style, scriptNonce } = useDocument();
  return (
    <html lang="en-IN">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheet, the same text in every answer */}
        <style dangerouslySetInnerHTML={{ __html: style }} suppressHydrationWarning />
        {kind === 'enhanced' && <script type="module" async src={enhancementScript} />}
      </head>
      <body>
        {children}
        {kind === 'interactive' && <Scripts nonce={scriptNonce} />}
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}
