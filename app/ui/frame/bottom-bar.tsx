import { useLocation } from '@remix-run/react';
import { Fragment } from 'react';
import { paths } from '~/paths';
import { Icon } from '~/ui/icons/icon';
import { CompareCount } from '~/ui/vehicles/compare-list';
import { thumbLinks } from './navigation';

/** Five places for one thumb; phones only. */
export function BottomBar() {
  const { pathname } = useLocation();
  return (
    <nav className="thumb" aria-label="Quick">
      {thumbLinks.map(({ text, href, icon, covers }) => (
        <Fragment key={href}>
          <a href={href} aria-current={href === pathname ? 'page' : covers.includes(pathname) || undefined}>
            <Icon name={icon} />
            {text}
            {href === paths.compare() && <CompareCount />}
          </a>{' '}
        </Fragment>
      ))}
    </nav>
  );
}
