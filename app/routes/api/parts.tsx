import { Fragment } from 'react';
import { type GuideName, guides } from '~/api/guides';
import { paths } from '~/paths';

const sections = [
  { text: 'Guides', href: `${paths.api()}#guides` },
  { text: 'Endpoints', href: `${paths.api()}#endpoints` },
  { text: 'Search', href: `${paths.api()}#q` },
  { text: 'Errors', href: paths.apiErrors() },
];

/** Links that stay in reach while a long page is read. `hasContents`: the page has a list with the id `contents`. */
export const ApiTabs = ({ hasContents = false }) => (
  <nav className="tabs api-tabs" aria-label="API">
    <ul>
      {[...(hasContents ? [{ text: 'On this page', href: '#contents' }] : []), ...sections].map(({ text, href }) => (
        <li key={href}>
          <a href={href}>{text}</a>
        </li>
      ))}
    </ul>
  </nav>
);

export const GuideList = ({ current }: { current?: GuideName }) => (
  <ul className="link-list figure-list">
    {Object.entries(guides).map(([name, { title }]) => (
      <li key={name}>
        <a href={paths.apiGuide(name)} aria-current={name === current ? 'page' : undefined}>
          {title}
        </a>
      </li>
    ))}
  </ul>
);

/** A path that breaks before its slashes, except the second. */
export const Path = ({ path }: { path: string }) =>
  path.split(/(?<=.\/.*)(?=\/)/).map((part, position) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a path never change their places
    <Fragment key={position}>
      {position > 0 && <wbr />}
      {part}
    </Fragment>
  ));
