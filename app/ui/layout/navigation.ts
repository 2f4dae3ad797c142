import { paths } from '~/paths';
import type { IconName } from '../primitives/icon-shapes';

export type NavigationLink = { text: string; href: string };

/** The first part of the menu: vehicles on sale. */
export const vehicleLinks: readonly NavigationLink[] = [
  { text: 'New Bikes', href: paths.newBikes() },
  { text: 'New Scooters', href: paths.newScooters() },
  { text: 'Second-hand', href: paths.browse({ kind: ['used', 'listing'] }) },
];

/** All other sections, with the labels of docs/product.md, "Header and footer". */
export const sectionLinks: readonly NavigationLink[] = [
  { text: 'Sell Bikes', href: paths.sellList('bike') },
  { text: 'Sell Scooters', href: paths.sellList('scooter') },
  { text: 'Insurance', href: paths.insurance() },
  { text: 'EMI Calculator', href: paths.emiCalculator() },
  { text: 'Accessories', href: paths.accessories() },
  { text: 'Service', href: paths.service() },
  { text: 'Showroom', href: paths.showroom() },
  { text: 'Explore', href: paths.explore() },
  { text: 'Support', href: paths.support() },
  { text: 'Feedback', href: paths.feedback() },
  { text: 'Contact', href: paths.contact() },
  { text: 'Dashboard', href: paths.dashboard() },
  { text: 'Details', href: paths.companyDetails() },
  { text: 'Reviews', href: paths.reviews() },
  { text: 'Saved searches', href: paths.searches() },
];

export const tabLinks: readonly NavigationLink[] = [
  { text: 'Home', href: paths.home() },
  { text: 'New Bikes', href: paths.newBikes() },
  { text: 'New Scooters', href: paths.newScooters() },
  { text: 'Reviews', href: paths.reviews() },
];

/** The five links of the bottom bar; `covers` are the screens that belong to each. */
export const bottomBarLinks: readonly (NavigationLink & { icon: IconName; covers: readonly string[] })[] = [
  { text: 'Home', href: paths.home(), icon: 'home', covers: ['/home'] },
  {
    text: 'Browse',
    href: paths.browse(),
    icon: 'browse',
    covers: [paths.newBikes(), paths.newScooters(), paths.explore(), paths.showroom(), paths.vehicleDetails()],
  },
  {
    text: 'Sell',
    href: paths.sell(),
    icon: 'sell',
    covers: [paths.sellList('bike'), paths.sellList('scooter'), paths.manage()],
  },
  { text: 'Compare', href: paths.compare(), icon: 'compare', covers: [] },
  { text: 'Profile', href: paths.profile(), icon: 'user', covers: [paths.login(), paths.entrance()] },
];

export const quickLinks: readonly NavigationLink[] = [
  { text: 'Home', href: paths.home() },
  { text: 'New Bikes', href: paths.newBikes() },
  { text: 'New Scooters', href: paths.newScooters() },
  { text: 'Second Hand Bikes', href: paths.usedBikes() },
  { text: 'Second Hand Scooters', href: paths.usedScooters() },
  { text: 'Accessories', href: paths.accessories() },
];

export const customerServiceLinks: readonly NavigationLink[] = [
  { text: 'About Us', href: paths.companyDetails() },
  { text: 'Contact Us', href: paths.contact() },
  { text: 'FAQ', href: paths.faq() },
  { text: 'Request Status', href: paths.status() },
  { text: 'Privacy Policy', href: paths.privacy() },
  { text: 'Terms & Conditions', href: paths.terms() },
  { text: 'Return Policy', href: paths.returns() },
];
