import { subjects } from '~/doors/contract/subjects';
import { paths } from '~/paths';

/** Screens that everybody may find, besides the pages of vehicles and listings. A test compares them with the site. */
export const publicScreens: readonly string[] = [
  paths.home(),
  paths.reviews(),
  paths.newBikes(),
  paths.newScooters(),
  paths.usedBikes(),
  paths.usedScooters(),
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
  paths.feedback(),
  paths.dashboard(),
  paths.support(),
  paths.companyDetails(),
  paths.followUs(),
  paths.privacy(),
  paths.terms(),
  paths.returns(),
  paths.api(),
  ...Object.keys(subjects).map(paths.apiSubject),
];
