import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { readFollowUs } from '~/domain/content/follow-us.server';
import { paths } from '~/paths';
import { Icon } from '~/ui/primitives/icon';
import { useSite } from '~/ui/document';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import { Reasons } from '~/ui/page/text-blocks';
import type { ScreenHandle } from '~/ui/screen-kind';
import { ButtonLink } from '~/ui/primitives/button';

export const handle: ScreenHandle = {
  kind: 'enhanced',
  cacheKeyParameters: [],
};
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, 'Follow Us', 'New arrivals, price changes and rides on WhatsApp, Instagram, Facebook and Twitter.');

export function loader({ context: { runtime } }: LoaderFunctionArgs) {
  return json(readFollowUs(runtime.db));
}

/** Social networks, and reasons to follow (docs/product.md, "Follow us"). */
export default function FollowUs() {
  const { name: shop } = useSite();
  const { cards, why, officialSite } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title="Follow Us"
        subtitle={`${shop} on the networks you already use.`}
        back={{ text: 'Back', href: paths.home(), isBackInTime: true }}
      />
      <section aria-label="Networks">
        <ul className="auto-columns reasons">
          {cards.map(({ id, name, description, followersText, followersNoun, url }) => (
            <li key={id} className="panel">
              <div className="stack network-card">
                <h2>
                  <Icon name={id} /> {name}
                </h2>
                <p>
                  <b className="figure">{followersText}</b> {followersNoun}
                </p>
                <p className="note">{description}</p>
                <p>
                  <ButtonLink
                    href={url}
                    target="_blank"
                    rel="noopener"
                    aria-label={`Follow Us on ${name}, in a new tab`}
                  >
                    Follow Us
                  </ButtonLink>
                </p>
              </div>
            </li>
          ))}
        </ul>
      </section>
      <section className="divided" aria-labelledby="why">
        <h2 id="why">Why Follow Us</h2>
        <Reasons reasons={why} />
      </section>
      {officialSite && (
        <section className="divided" aria-label="Official website">
          <ButtonLink kind="primary" href={officialSite.url}>
            {officialSite.label}
          </ButtonLink>
        </section>
      )}
    </>
  );
}
