import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { readCompanyDetails } from '~/domain/content/company.server';
import { formatRupees } from '~/domain/shared/money';
import { createPhoneHref } from '~/domain/shared/phone';
import { paths } from '~/paths';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { FactList, Reasons } from '~/ui/page/text-blocks';
import { ButtonLink } from '~/ui/primitives/button';
import { Portrait } from '~/ui/primitives/drawing';
import { Icon } from '~/ui/primitives/icon';
import { Stats } from '~/ui/primitives/stat';
import type { ScreenHandle } from '~/ui/screen-kind';

const isMapOpen = (search: URLSearchParams): boolean => search.get('map') === '1';

export const handle: ScreenHandle = {
  className: 'company',
  kind: 'plain',
  cacheKeyParameters: ['map'],
  canonical: paths.companyDetails(),
  frames: (search) => (isMapOpen(search) ? mapOrigin : null),
};
export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data ? pageMeta(matches, 'About Us', `${data.company.name}: ${data.company.tagline}.`) : [];

export const loader = ({ request, context }: LoaderFunctionArgs) =>
  json({ company: readCompanyDetails(context.runtime.db), showsMap: isMapOpen(new URL(request.url).searchParams) });

/** The business behind this site (docs/product.md, "Company details"). */
export default function CompanyDetailsScreen() {
  const { company, showsMap } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={company.name} subtitle={company.tagline} />
      <Stats stats={company.stats.map(({ label, text }) => ({ name: label, value: text }))} />
      <section className="columns" aria-label="About us">
        <div className="company-banner">
          <p className="headline">{company.shortName}</p>
        </div>
        <div className="stack">
          <p>{company.about}</p>
          {company.website !== null && (
            <p>
              <ButtonLink href={company.website}>Company website</ButtonLink>
            </p>
          )}
          <FactList
            facts={[
              { name: 'Registration number (CIN)', value: company.cin },
              { name: 'GSTIN', value: company.gstin },
              { name: 'Established', value: company.establishedYear },
              {
                name: 'Paid-up capital',
                value: company.paidUpCapitalRupees === null ? null : formatRupees(company.paidUpCapitalRupees),
              },
              { name: 'Phone', value: <a href={createPhoneHref(company.phone)}>{company.phone}</a> },
              { name: 'WhatsApp', value: company.whatsapp },
              { name: 'Email', value: <a href={`mailto:${company.email}`}>{company.email}</a> },
              {
                name: 'Hours',
                value: company.hours.map(({ days, opens, closes }) => `${days} ${opens}-${closes}`).join(', '),
              },
            ]}
          />
        </div>
      </section>
      <section className="divided" aria-labelledby="services">
        <h2 id="services">Our Services</h2>
        <Reasons reasons={company.services} />
      </section>
      <section className="divided" aria-labelledby="features">
        <h2 id="features">Features</h2>
        <ul className="auto-columns feature-list">
          {company.features.map((feature) => (
            <li key={feature}>{feature}</li>
          ))}
        </ul>
      </section>
      <section className="divided" aria-labelledby="why">
        <h2 id="why">Why Choose Us</h2>
        <Reasons reasons={company.whyChooseUs} />
      </section>
      <section className="divided" aria-labelledby="commitment">
        <h2 id="commitment">Commitment to Society</h2>
        <Reasons reasons={company.commitments} />
      </section>
      <section className="divided" aria-labelledby="team">
        <h2 id="team">Leadership Team</h2>
        <ul className="auto-columns reasons team">
          {company.team.map(({ name, position, experienceYears, focus, face, colour }) => (
            <li key={name}>
              <Portrait face={face} colour={colour} />
              <h3>{name}</h3>
              <p>{position}</p>
              <p className="note">
                {experienceYears === null ? focus : `${experienceYears} years of experience. ${focus}`}
              </p>
            </li>
          ))}
        </ul>
      </section>
      <section className="divided" aria-labelledby="where">
        <h2 id="where">Where to Find Us</h2>
        <Location
          map={company.map}
          label={company.placeLabel}
          lines={[company.name, ...company.addressLines]}
          showsMap={showsMap}
        />
      </section>
    </>
  );
}

const mapOrigin = 'https://www.openstreetmap.org';

type MapPlace = { lat: number; lng: number };

/** Half the width and height of the map in degrees, about ten minutes' walk. */
const mapMargins = { lng: 0.01, lat: 0.006 };

function getMapUrl({ lat, lng }: MapPlace): string {
  const edges = [lng - mapMargins.lng, lat - mapMargins.lat, lng + mapMargins.lng, lat + mapMargins.lat];
  const query = new URLSearchParams({
    bbox: edges.map((edge) => edge.toFixed(4)).join(','),
    layer: 'mapnik',
    marker: `${lat},${lng}`,
  });
  return `${mapOrigin}/export/embed.html?${query}`;
}

type LocationProps = {
  /** Null without one. */
  map: MapPlace | null;
  label: string;
  lines: readonly string[];
  /** The map was requested: only then does another site learn of the visit. */
  showsMap: boolean;
};

/** The address and a drawn map; the embedded map is only loaded on request (docs/product.md, "Company details"). */
function Location({ map, label, lines, showsMap }: LocationProps) {
  return (
    <div className="columns location" id="map">
      <address className="stack">
        <p>
          {lines.map((line) => (
            <span key={line}>{line} </span>
          ))}
        </p>
        {map &&
          (showsMap ? (
            <p className="row">
              <ButtonLink href={`${paths.companyDetails()}#map`}>Hide map</ButtonLink>
            </p>
          ) : (
            <>
              <p className="row">
                <ButtonLink kind="primary" href={`${paths.companyDetails({ map: '1' })}#map`} icon="pin">
                  Show map
                </ButtonLink>
              </p>
              <p className="note">The map comes from OpenStreetMap, which then learns your internet address.</p>
            </>
          ))}
      </address>
      {map && showsMap ? (
        <iframe
          title={`Map: ${label}`}
          src={getMapUrl(map)}
          loading="lazy"
          referrerPolicy="no-referrer"
          sandbox="allow-scripts allow-same-origin allow-popups"
        />
      ) : (
        <div className="scene map-placeholder" role="img" aria-label={`A road, and a sign that says ${label}`}>
          <p className="callout">
            <Icon name="pin" /> {label}
          </p>
        </div>
      )}
    </div>
  );
}
