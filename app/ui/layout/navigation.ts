import { paths } from '~/paths';
import type { IconName } from '../primitives/icon-shapes';

export type NavigationLink = { text: string; href: string };

/** The top bar's menu (docs/product.md, "Header and footer"). */
export const menuLinks: readonly NavigationLink[] = [
  { text: 'Profile', href: paths.profile() },
  { text: 'Details', href: paths.companyDetails() },
  { text: 'Compare', href: paths.compare() },
  { text: 'Dashboard', href: paths.dashboard() },
  { text: 'Contact', href: paths.contact() },
  { text: 'Sell Bikes', href: paths.sellList('bike') },
  { text: 'Sell Scooters', href: paths.sellList('scooter') },
];

export const tabLinks: readonly NavigationLink[] = [
  { text: 'Home', href: paths.home() },
  { text: 'New Bikes', href: paths.newBikes() },
  { text: 'New Scooters', href: paths.newScooters() },
  { text: 'Reviews', href: paths.reviews() },
];

/** The five links of the bottom bar; `covers` are the screens that belong to each. */
export const thumbLinks: readonly (NavigationLink & { icon: IconName; covers: readonly string[] })[] = [
  { text: 'Home', href: paths.home(), icon: 'home', covers: ['/home'] },
  {
    text: 'Browse',
    href: paths.browse(),
    icon: 'browse',
    covers: [paths.newBikes(), paths.newScooters(), paths.explore(), paths.showroom(), '/vehicle-details'],
  },
  {
    text: 'Sell',
    href: paths.sell(),
    icon: 'sell',
    covers: [paths.sellList('bike'), paths.sellList('scooter'), paths.manage()],
  },
  { text: 'Compare', href: paths.compare(), icon: 'compare', covers: [] },
  { text: 'Profile', href: paths.profile(), icon: 'user', covers: [paths.login(), '/'] },
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
  { text: 'Privacy Policy', href: paths.privacy() },
  { text: 'Terms & Conditions', href: paths.terms() },
  { text: 'Return Policy', href: paths.returns() },
];
