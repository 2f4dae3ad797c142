import { useLocation } from '@remix-run/react';
import { paths } from '~/paths';
import { tabLinks } from './navigation';

const tabbedPaths = ['/main', '/home', paths.newBikes(), paths.newScooters()];

/** Home, New Bikes, New Scooters, Reviews: on these screens themselves, and nowhere else. */
export function Tabs() {
  const { pathname, search } = useLocation();
  if (!tabbedPaths.includes(pathname)) return null;
  const query = new URLSearchParams(search);
  const isReviews = query.get('tab') === 'reviews';
  const isUsed = query.get('stock') === 'used';
  const isHome = pathname === '/main' || pathname === '/home';
  const current = isHome ? (isReviews ? paths.reviews() : paths.home()) : isUsed ? null : pathname;
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
