import { isRouteErrorResponse, type MetaDescriptor, useLocation, useRouteError } from '@remix-run/react';
import { isUnsentForm, type UnsentForm } from '~/domain/shared/unsent-form';
import { paths } from '~/paths';
import { useDocument } from '../document';
import { SearchForm } from '../forms/search-form';
import { Button, ButtonLink } from '../primitives/button';
import { EmptyState } from './empty-state';
import { getGoneTitle, GoneOfferPage, isGoneOffer } from './gone-offer';
import { pageMeta, type ScreenMatches } from './page-meta';
import { formatLabel, HiddenFields, TextAreaField } from '../forms/field';

type ErrorPageProps = {
  status: number;
  /** The message of the command that rejected the request; defaults to the text for the status. */
  rejection?: string | undefined;
  /** Path of the page, to return to after signing in. */
  path?: string;
  /** The id of the request in the logs, if it was logged. */
  requestId?: string;
};

const serverErrorMessage = 'Something failed on our side, and the error was logged. Please try again in a moment.';

const missingPageHint =
  'There is no page at this address. It may have moved, or the vehicle may have been sold. Search for it, or start again from home.';

const isMissingPage = (status: number): boolean => status === 404 || status === 410;

function getErrorTitle(status: number, rejection: string | undefined): string {
  if (isMissingPage(status)) return 'Page not found';
  return rejection ? 'This could not be done' : 'Something went wrong';
}

const missingPageColours = { body: '#26345F', accent: '#C7B48A' };
const errorColours = { body: '#8E1B1F', accent: '#E8D9B5' };

export function ErrorPage({ status, rejection, path, requestId }: ErrorPageProps) {
  const isMissing = isMissingPage(status);
  const isSignedOut = status === 401;
  return (
    <div className="section">
      <EmptyState
        level="h1"
        picture={
          isMissing
            ? {
                drawing: 'scooter-electric',
                colours: missingPageColours,
                stat: { name: 'Not found', value: String(status) },
              }
            : { drawing: 'retro', colours: errorColours, stat: { name: 'Error', value: String(status) } }
        }
        title={getErrorTitle(status, rejection)}
        hint={rejection ?? (isMissing ? missingPageHint : serverErrorMessage)}
      >
        {!isSignedOut && <SearchForm action={paths.browse()} label="Search vehicles" />}
        <p className="row">
          {isSignedOut && (
            <>
              <ButtonLink kind="primary" href={paths.login({ ...(path && { redirectTo: path }) })}>
                Sign in
              </ButtonLink>{' '}
            </>
          )}
          <ButtonLink href={paths.home()} icon="home">
            Go to home
          </ButtonLink>{' '}
          <ButtonLink href={paths.browse()}>Browse all</ButtonLink>
        </p>
        {!isMissing && !rejection && requestId && (
          <p className="note">{`If you write to us about it, please quote request ${requestId}.`}</p>
        )}
      </EmptyState>
    </div>
  );
}

/** Statuses that only our own commands use, with the error message in the body. */
const rejectionStatuses = new Set([401, 403, 404, 409, 413, 422, 429, 503]);

function readError(error: unknown): { status: number; rejection: string | undefined } {
  if (!isRouteErrorResponse(error)) return { status: 500, rejection: undefined };
  const { status, data } = error;
  const isRejection = rejectionStatuses.has(status) && typeof data === 'string' && data !== '';
  return { status, rejection: isUnsentForm(data) ? data.message : isRejection ? data : undefined };
}

export function createErrorMeta(matches: ScreenMatches, error: unknown): MetaDescriptor[] {
  if (isRouteErrorResponse(error) && isGoneOffer(error.data)) return pageMeta(matches, getGoneTitle(error.data.gone));
  const { status, rejection } = readError(error);
  return pageMeta(matches, getErrorTitle(status, rejection));
}

export function RouteError() {
  const error = useRouteError();
  const { pathname, search } = useLocation();
  const { requestId } = useDocument();
  if (isRouteErrorResponse(error) && isGoneOffer(error.data)) return <GoneOfferPage {...error.data.gone} />;
  const { status, rejection } = readError(error);
  return (
    <>
      <ErrorPage status={status} rejection={rejection} path={pathname + search} requestId={requestId} />
      {isRouteErrorResponse(error) && isUnsentForm(error.data) && <UnsentFormSection {...error.data} />}
    </>
  );
}

type HttpErrorPageProps = { status: number; message: string; style: string; siteName: string };

/** The complete document for an error before a route is reached: the error, its reason, and a link home. */
export function HttpErrorPage({ status, message, style, siteName }: HttpErrorPageProps) {
  const isServerError = status >= 500;
  return (
    <html lang="en-IN">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${status} · ${siteName}`}</title>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheet */}
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
        <div className="page">
          <header className="top-bar">
            <div>
              <a className="brand" href={paths.home()}>
                {siteName}
              </a>
            </div>
          </header>
          <main id="main">
            <div className="section">
              <EmptyState
                level="h1"
                picture={{
                  drawing: 'cruiser',
                  colours: { body: '#1D3F94', accent: '#C9CED6' },
                  stat: { name: isServerError ? 'Error' : 'Refused', value: String(status) },
                }}
                title={isServerError ? 'Something went wrong' : 'Request rejected'}
                hint={status === 500 ? serverErrorMessage : message}
              >
                <p className="row">
                  <ButtonLink kind="primary" href={paths.home()}>
                    Back to Home
                  </ButtonLink>
                </p>
              </EmptyState>
            </div>
          </main>
        </div>
      </body>
    </html>
  );
}

/** `contactInfo.name` is 'Contact info name'. */
const toLabel = (name: string): string =>
  formatLabel(name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replaceAll('.', '-'));

function UnsentFormSection({ unsent: { action, texts, hidden, canBeSentAgain } }: UnsentForm) {
  return (
    <section className="section" aria-labelledby="typed">
      <form method="post" action={action} className="stack">
        <h2 id="typed">What you typed</h2>
        <HiddenFields fields={hidden} />
        {Object.entries(texts).map(([name, text]) => (
          <TextAreaField key={name} name={name} label={toLabel(name)} value={text} rows={text.length > 100 ? 8 : 1} />
        ))}
        {canBeSentAgain && (
          <p>
            <Button kind="primary">Send it again</Button>
          </p>
        )}
      </form>
    </section>
  );
}
