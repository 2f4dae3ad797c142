import { site } from '~/domain/site';
import { paths } from '~/paths';
import { EmptyState } from './page/empty-state';
import { oursToMend } from './page/trouble-screen';
import { ButtonLink } from './signs/button';

type RefusalScreenProps = { status: number; message: string; style: string };

/** A whole document, because it stands where no route has been reached: what was refused, why, and a way on. */
export function RefusalScreen({ status, message, style }: RefusalScreenProps) {
  const isOurs = status >= 500;
  return (
    <html lang="en-IN">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${status} · ${site.name}`}</title>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheet */}
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
        <div className="page">
          <header className="top">
            <div>
              <a className="brand" href={paths.home()}>
                {site.name}
              </a>
            </div>
          </header>
          <main id="main">
            <div className="sec">
              <EmptyState
                level="h1"
                picture={{
                  drawing: 'cruiser',
                  colours: { body: '#1D3F94', accent: '#C9CED6' },
                  stone: { name: isOurs ? 'Error' : 'Refused', value: String(status) },
                }}
                title={isOurs ? 'Something went wrong' : 'No way through here'}
                hint={status === 500 ? oursToMend : message}
              >
                <ButtonLink kind="go" href={paths.home()}>
                  Back to Home
                </ButtonLink>
              </EmptyState>
            </div>
          </main>
        </div>
      </body>
    </html>
  );
}
