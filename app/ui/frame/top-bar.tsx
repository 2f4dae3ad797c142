import { useLocation } from '@remix-run/react';
import { site } from '~/domain/site';
import { paths } from '~/paths';
import { Icon, Wordmark } from '~/ui/icons/icon';
import { CompareCount } from '~/ui/vehicles/compare-list';
import { menuLinks } from './navigation';

/** The board at the top. On phones its menu is a popover, on desks it lies open. */
export function TopBar({ isSignedIn }: { isSignedIn: boolean }) {
  const { pathname } = useLocation();
  return (
    <header className="top">
      <div>
        <a className="brand" href={paths.home()}>
          {site.name}
          {site.hindiDrawing ? (
            <Wordmark drawing={site.hindiDrawing} text={site.nameInHindi} />
          ) : (
            <span lang="hi">{site.nameInHindi}</span>
          )}
        </a>{' '}
        <button type="button" popovertarget="menu">
          <Icon name="menu" />
          Menu
        </button>
        <nav id="menu" popover="auto" aria-label="Main">
          <ul>
            {menuLinks.map(({ text, href }) => (
              <li key={href}>
                <a href={href} aria-current={href === pathname ? 'page' : undefined}>
                  {text}
                  {href === paths.compare() && <CompareCount />}
                </a>
              </li>
            ))}
            <li>
              {isSignedIn ? (
                <form method="post" action={paths.logout()}>
                  <button type="submit">Logout</button>
                </form>
              ) : (
                <a href={paths.login()}>Sign in</a>
              )}
            </li>
          </ul>
        </nav>
      </div>
    </header>
  );
}
