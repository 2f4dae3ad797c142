import { Fragment } from 'react';
import type { EndpointReference } from '~/api/endpoint-reference.server';
import { type GuideName, guides } from '~/api/guides';
import { paths } from '~/paths';
import { FactList, TextWithCode } from '~/ui/page/text-blocks';

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

type Endpoints = readonly Pick<EndpointReference, 'id' | 'method' | 'path' | 'isForOperators'>[];

const EndpointLinks = ({ endpoints }: { endpoints: Endpoints }) => (
  <ul>
    {endpoints.map(({ id, method, path }) => (
      <li key={id}>
        <a href={`#${id}`}>
          <b>{method}</b>{' '}
          <span>
            <Path path={path} />
          </span>
        </a>
      </li>
    ))}
  </ul>
);

export function EndpointList({ endpoints }: { endpoints: Endpoints }) {
  const ofOperators = endpoints.filter(({ isForOperators }) => isForOperators);
  const ofAll = endpoints.filter(({ isForOperators }) => !isForOperators);
  return (
    <nav className="callout" id="contents" aria-label="Endpoints">
      {ofAll.length > 0 && <EndpointLinks endpoints={ofAll} />}
      {ofOperators.length > 0 && (
        <>
          <h2>For operators</h2>
          <EndpointLinks endpoints={ofOperators} />
        </>
      )}
    </nav>
  );
}

type FieldListProps = {
  title: string;
  fields: EndpointReference['fields'];
  as?: EndpointReference['fieldsAs'];
};

export function FieldList({ title, fields, as = null }: FieldListProps) {
  if (fields.length === 0 && !as) return null;
  return (
    <>
      <h3>{title}</h3>
      {as && (
        <p>
          {'The fields of '}
          <a href={`#${as.id}`}>{`${as.method} ${as.path}`}</a>
          {fields.length > 0 ? ', all optional, and:' : ', all optional.'}
        </p>
      )}
      {fields.length > 0 && (
        <FactList facts={fields.map(({ name, rule }) => ({ name, value: <TextWithCode text={rule} /> }))} />
      )}
    </>
  );
}
