import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useLocation } from '@remix-run/react';
import { paths } from '~/paths';
import { SearchForm } from '~/ui/forms/search-form';
import { EmptyState } from '~/ui/page/empty-state';
import { pageMeta } from '~/ui/page/page-meta';
import { TroubleScreen } from '~/ui/page/trouble-screen';
import type { ScreenHandle } from '~/ui/screen-kind';
import { ButtonLink } from '~/ui/signs/button';
import { comingScreens } from './coming-screens';

export const handle: ScreenHandle = { kind: 'plain', unlisted: true };
export const meta: MetaFunction = ({ location }) => pageMeta(comingScreens[location.pathname]?.title ?? 'Coming soon');
export const loader = (_: LoaderFunctionArgs) => json(null, 404);

/** What a screen that is not built yet will bring, and where to go until then. */
export default function Coming() {
  const { pathname } = useLocation();
  const screen = comingScreens[pathname];
  if (!screen) return <TroubleScreen status={404} />;
  return (
    <div className="sec">
      <EmptyState
        level="h1"
        picture={{ ...screen.picture, stone: { name: 'Coming', value: 'Soon' } }}
        title={screen.title}
        hint={screen.sentence}
      >
        <SearchForm action={paths.browse()} label="Search bikes and scooters" />
        <p className="row">
          <ButtonLink kind="go" href={paths.home()} icon="home">
            Go to home
          </ButtonLink>
          {screen.ways.map(({ text, href }) => (
            <ButtonLink key={href} href={href}>
              {text}
            </ButtonLink>
          ))}
        </p>
      </EmptyState>
    </div>
  );
}
