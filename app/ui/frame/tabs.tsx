import { useLocation } from '@remix-run/react';
import { paths } from '~/paths';
import { tabLinks } from './navigation';

const tabbedPaths = ['/main', '/home', paths.newBikes(), paths.newScooters()];

/** Home, New Bikes, New Scooters, Reviews: on these screens themselves, and nowhere else. */
export function Tabs() {
  const { pathname, search } = useLocation();
  if (!tabbedPaths.includes(pathname)) return null;
  const isReviews = new URLSearchParams(search).get('tab') === 'reviews';
  const isHome = pathname === '/main' || pathname === '/home';
  const current = isHome ? (isReviews ? paths.reviews() : paths.home()) : pathname;
  return (
    <nav className="tabs" aria-label="Sections">
      <ul>
        {tabLinks.map(({ text, href }) => (
          <li key={href}>
            <a href={href} aria-current={href === current ? 'page' : undefined}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
