import { paths } from '~/paths';
import { Icon } from '~/ui/primitives/icon';
import { ButtonLink } from '~/ui/primitives/button';

/** Origin of the embedded map. */
export const mapOrigin = 'https://www.openstreetmap.org';

type Place = { lat: number; lng: number; label: string };

/** Half the width and height of the map, in degrees: a walk of about ten minutes. */
const around = { lng: 0.01, lat: 0.006 };

function mapAddress({ lat, lng }: Place): string {
  const edges = [lng - around.lng, lat - around.lat, lng + around.lng, lat + around.lat];
  const query = new URLSearchParams({
    bbox: edges.map((edge) => edge.toFixed(4)).join(','),
    layer: 'mapnik',
    marker: `${lat},${lng}`,
  });
  return `${mapOrigin}/export/embed.html?${query}`;
}

type WhereaboutsProps = {
  place: Place;
  /** The address, line by line. */
  lines: readonly string[];
  /** The map was requested: only then is the visit revealed to another site. */
  showsMap: boolean;
};

/** The address and a drawn locator; the map itself only on request (docs/product.md, "Company details"). */
export function Whereabouts({ place, lines, showsMap }: WhereaboutsProps) {
  return (
    <div className="columns location" id="map">
      <address className="stack">
        <p>
          {lines.map((line) => (
            <span key={line}>{line} </span>
          ))}
        </p>
        {showsMap ? (
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
        )}
      </address>
      {showsMap ? (
        <iframe
          title={`Map: ${place.label}`}
          src={mapAddress(place)}
          loading="lazy"
          referrerPolicy="no-referrer"
          sandbox="allow-scripts allow-same-origin allow-popups"
        />
      ) : (
        <div className="scene map-placeholder" role="img" aria-label={`A road, and a sign that says ${place.label}`}>
          <p className="callout">
            <Icon name="pin" /> {place.label}
          </p>
        </div>
      )}
    </div>
  );
}
