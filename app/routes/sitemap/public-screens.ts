import { paths } from '~/paths';

/** Screens that everybody may find, besides the pages of vehicles and listings. A test compares them with the site. */
export const publicScreens: readonly string[] = [
  paths.home(),
  paths.reviews(),
  paths.newBikes(),
  paths.newScooters(),
  paths.explore(),
  paths.browse(),
  paths.showroom(),
  paths.accessories(),
  paths.insurance(),
  paths.emiCalculator(),
  paths.service(),
  paths.sell(),
  paths.sellList('bike'),
  paths.sellList('scooter'),
  paths.login(),
  paths.contact(),
  paths.support(),
  paths.companyDetails(),
  paths.followUs(),
  paths.privacy(),
  paths.terms(),
  paths.returns(),
];
