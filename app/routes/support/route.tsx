import { json, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { supportContent } from '~/domain/content/support-content.server';
import { upiLink } from '~/domain/finance/upi-link';
import { rupeesText } from '~/domain/money';
import { site } from '~/domain/site';
import { runtimeOf } from '~/http/runtime.server';
import { paths } from '~/paths';
import type { IconName } from '~/ui/icons/icon';
import { HeadCards } from '~/ui/page/head-cards';
import { PageHead } from '~/ui/page/page-head';
import { pageMeta } from '~/ui/page/page-meta';
import type { ScreenHandle } from '~/ui/screen-kind';
import { ButtonLink } from '~/ui/signs/button';
import { Directions } from '~/ui/signs/directions';
import { Donations } from './donations';
import { UserGuide } from './user-guide';

export const handle: ScreenHandle = {
  kind: 'plain',
  keep: [],
  canonical: paths.support(),
  sheets: ['messages', 'support'],
};
export const meta = () =>
  pageMeta('Support & Help', 'Answers, a person to talk to, a guide to every screen, and a form for what is wrong.');

/** The four cards, the help form's issues, and the donation tiers with their links (product.md section 2). */
export function loader({ context }: LoaderFunctionArgs) {
  const { upiAddress } = runtimeOf(context).settings;
  const { donationTiers, ...content } = supportContent;
  const tiers = donationTiers.map(({ amountRupees, label, popular }) => ({
    amount: amountRupees === null ? 'Custom' : rupeesText(amountRupees),
    label,
    isPopular: popular,
    href: upiAddress && upiLink({ address: upiAddress, name: site.name }, amountRupees, label),
  }));
  return json({ ...content, tiers, upiAddress });
}

type CardId = 'faq' | 'live-chat' | 'user-guide' | 'video-tutorials';

const cardWays: Readonly<Record<CardId, { href: string; icon: IconName }>> = {
  faq: { href: paths.faq(), icon: 'search' },
  'live-chat': { href: paths.contact({ subject: 'Live chat', category: 'support' }), icon: 'chat' },
  'user-guide': { href: '#guide', icon: 'browse' },
  'video-tutorials': { href: '#films', icon: 'play' },
};

/** Support and Help, the same screen under two addresses. */
export default function Support() {
  const { cards, issueTypes, tiers, upiAddress } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Support & Help" subtitle="Answers first, then a person.">
        <HeadCards
          cards={cards.map(({ id, title, description, action }) => ({
            title,
            value: description,
            note: action,
            ...cardWays[id],
          }))}
        />
      </PageHead>
      <section className="cols" aria-labelledby="help">
        <div className="stack">
          <h2 id="help">Get Help</h2>
          <p>Tell us what is wrong, and it is looked at by a person. Messages are answered within 24 hours.</p>
          <p className="row">
            <ButtonLink kind="go" href={paths.contact({ category: 'support' })}>
              Write to support
            </ButtonLink>
          </p>
        </div>
        <Directions
          isNarrow
          ways={issueTypes.map((issue) => ({
            text: issue,
            href: paths.contact({ subject: issue, category: 'support' }),
          }))}
        />
      </section>
      <UserGuide />
      <section className="rd" aria-labelledby="films">
        <h2 id="films">Video Tutorials</h2>
        <p>The films are still being made. Until they are here, the guide above says the same in words.</p>
      </section>
      <Donations tiers={tiers} upiAddress={upiAddress} />
    </>
  );
}
